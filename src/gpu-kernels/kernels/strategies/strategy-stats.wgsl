// one invocation a seed
fn kernel(id: u32) {
  if (id >= p.seeds) { return; }
  var entropy = 0.0;
  var mode = 0.0;
  var inside = 0.0;
  for (var r = id * p.perSeed; r < (id + 1u) * p.perSeed; r++) {
    entropy -= log(perRow[r * 2u]);
    mode = max(mode, perRow[r * 2u]);
    inside += perRow[r * 2u + 1u];
  }
  stats[id * 3u] = entropy / f32(p.perSeed);
  stats[id * 3u + 1u] = mode;
  stats[id * 3u + 2u] = inside / f32(p.perSeed);
}
