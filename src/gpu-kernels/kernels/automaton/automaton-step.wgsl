// one invocation a dialogue
fn kernel(id: u32) {
  if (id >= p.rows || alive[id] == 0u) { return; }
  state[id] = next[state[id] * p.vocab + tokens[id * p.slots + p.slot]];
}
