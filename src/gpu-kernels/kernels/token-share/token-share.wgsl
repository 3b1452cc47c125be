// one invocation a (model, value)
fn kernel(id: u32) {
  if (id >= p.models * p.n) { return; }
  let m = id / p.n;
  let value = p.lo + id % p.n;
  var count = 0u;
  for (var r = m * p.rowsPerModel; r < (m + 1u) * p.rowsPerModel; r++) {
    if (tokens[r * p.slots + p.slot] == value) { count++; }
  }
  y[id] = f32(count) / f32(p.rowsPerModel);
}
