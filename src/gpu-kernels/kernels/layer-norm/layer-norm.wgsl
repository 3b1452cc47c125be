// one invocation a row of x [rows, d]: rows are short (32..256) and the sums keep the order of the CPU twin
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let o = id * p.d;
  var sum = 0.0;
  for (var i = 0u; i < p.d; i++) { sum += x[o + i]; }
  let mean = sum / f32(p.d);
  var sq = 0.0;
  for (var i = 0u; i < p.d; i++) {
    let c = x[o + i] - mean;
    sq += c * c;
  }
  let rstd = 1.0 / sqrt(sq / f32(p.d) + p.eps);
  let base = modelOf[id / p.perModel] * p.stride;
  for (var i = 0u; i < p.d; i++) {
    y[o + i] = (x[o + i] - mean) * rstd * params[base + p.gamma + i] + params[base + p.beta + i];
  }
  stats[id * 2u] = mean;
  stats[id * 2u + 1u] = rstd;
}
