// one invocation a dialogue: how many of its seed's have the same acts, and whether they stay within the trie
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let turns = u32(outcome[id * 3u + 2u]);
  let at = id * p.slots + p.firstSlot;
  let first = id - id % p.perSeed;
  var same = 0u;
  for (var q = first; q < first + p.perSeed; q++) {
    if (u32(outcome[q * 3u + 2u]) != turns) { continue; }
    let other = q * p.slots + p.firstSlot;
    var t = 0u;
    while (t < turns && tokens[at + t * p.stride] == tokens[other + t * p.stride]) { t++; }
    if (t == turns) { same++; }
  }
  var node = 1u;
  for (var t = 0u; t < turns; t++) { node = next[node * p.acts + tokens[at + t * p.stride] - p.lo]; }
  perRow[id * 2u] = f32(same) / f32(p.perSeed);
  perRow[id * 2u + 1u] = select(1.0, 0.0, node == 0u);
}
