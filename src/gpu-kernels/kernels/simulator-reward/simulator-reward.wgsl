// one invocation a group of `size` consecutive rows
fn kernel(id: u32) {
  if (id >= p.groups) { return; }
  let first = id * p.size;
  var sum = 0.0;
  for (var r = first; r < first + p.size; r++) { sum += outcome[r * 3u + 1u]; }
  let mean = sum / f32(p.size);
  let off = mean * (1.0 - mean) - 0.25;
  let curriculum = exp(-off * off / 0.02);
  for (var r = first; r < first + p.size; r++) {
    let reward = outcome[r * 3u];
    var paid = reward;
    if (p.kind == 0u) { paid = 1.0 - reward; }
    if (p.kind == 1u) { paid = curriculum; }
    simOutcome[r * 3u] = paid;
    simOutcome[r * 3u + 1u] = outcome[r * 3u + 1u];
    simOutcome[r * 3u + 2u] = outcome[r * 3u + 2u];
  }
}
