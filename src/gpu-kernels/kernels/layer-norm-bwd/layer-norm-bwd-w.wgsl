// one invocation a feature of a model [models, d]: neighbours read neighbouring features of the same row
fn kernel(id: u32) {
  if (id >= p.models * p.d) { return; }
  let m = id / p.d;
  let i = id % p.d;
  let first = m * p.rowsPerModel;
  var g = 0.0;
  var b = 0.0;
  for (var r = first; r < first + p.rowsPerModel; r++) {
    let v = dy[r * p.d + i];
    g += v * ((x[r * p.d + i] - stats[r * 2u]) * stats[r * 2u + 1u]);
    b += v;
  }
  grads[m * p.stride + p.gamma + i] = g;
  grads[m * p.stride + p.beta + i] = b;
}
