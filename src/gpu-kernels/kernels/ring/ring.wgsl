// one invocation a value
fn kernel(id: u32) {
  if (id >= p.n) { return; }
  ring[p.base + (clock[0] % p.size) * p.width + p.offset + id] = values[id];
}
