// one invocation an element of the position table [models, ctx, d]
fn kernel(id: u32) {
  let n = p.ctx * p.d;
  if (id >= p.models * n) { return; }
  let m = id / n;
  let e = id % n;
  let first = m * p.rowsPerModel;
  var s = 0.0;
  for (var r = first; r < first + p.rowsPerModel; r++) { s += dx[r * n + e]; }
  grads[m * p.stride + p.wpe + e] = s;
}
