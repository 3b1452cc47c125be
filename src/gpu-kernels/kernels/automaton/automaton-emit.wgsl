// one invocation a dialogue
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let st = state[id];
  tokens[id * p.slots + p.slot] = emit[st * 2u];
  if (alive[id] == 0u || emit[st * 2u + 1u] == 0u) { return; }
  alive[id] = 0u;
  outcome[id * 3u] = reward[st] * p.discount;
  outcome[id * 3u + 1u] = select(0.0, 1.0, reward[st] > 0.0);
  outcome[id * 3u + 2u] = f32(p.turn + 1u);
}
