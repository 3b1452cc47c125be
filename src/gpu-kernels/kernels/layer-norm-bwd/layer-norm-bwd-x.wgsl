// one invocation a row of dx [rows, d]
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let gamma = modelOf[id / p.perModel] * p.stride + p.gamma;
  let o = id * p.d;
  let mean = stats[id * 2u];
  let rstd = stats[id * 2u + 1u];
  var sg = 0.0;
  var sgx = 0.0;
  for (var i = 0u; i < p.d; i++) {
    let g = dy[o + i] * params[gamma + i];
    sg += g;
    sgx += g * ((x[o + i] - mean) * rstd);
  }
  sg /= f32(p.d);
  sgx /= f32(p.d);
  for (var i = 0u; i < p.d; i++) {
    var before = 0.0;
    if (p.add != 0u) { before = dx[o + i]; } // not a product with 0 or 1: stale memory may hold anything
    dx[o + i] = before + rstd * (dy[o + i] * params[gamma + i] - sg - (x[o + i] - mean) * rstd * sgx);
  }
}
