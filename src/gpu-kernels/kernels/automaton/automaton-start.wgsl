// one invocation a dialogue
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let seed = id / p.perSeed;
  var dialogue = id - seed * p.perSeed;
  if (clock[1] > 0u) { dialogue = dialogue % clock[1]; }
  let u = philox_uniform(seeds[seed], p.stream, clock[0], dialogue, p.profileSlot);
  var v = 0u;
  var sum = 0.0;
  for (; v < p.variants - 1u; v++) {
    sum += variantProbability[v];
    if (u < sum) { break; }
  }
  state[id] = init[(tokens[id * p.slots + p.profileSlot] - p.profileLo) * p.variants + v];
  alive[id] = 1u;
  outcome[id * 3u] = 0.0;
  outcome[id * 3u + 1u] = 0.0;
  outcome[id * 3u + 2u] = p.maxTurns;
}
