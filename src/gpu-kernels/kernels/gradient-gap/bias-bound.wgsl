// one invocation a seed
fn kernel(id: u32) {
  if (id >= p.seeds) { return; }
  var most = 0.0;
  for (var q = 0u; q < p.passes; q++) {
    most = max(most, max(scores[(q * p.seeds + id) * 2u], scores[(q * p.seeds + id) * 2u + 1u]));
  }
  let b = sqrt(most);
  out[id * 3u] = sqrt(max(0.0, gap[id] * p.scale));
  out[id * 3u + 1u] = 2.0 * b * p.rMax * error[id * p.cols + p.col];
  out[id * 3u + 2u] = b;
}
