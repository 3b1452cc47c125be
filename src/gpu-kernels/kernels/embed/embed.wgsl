// one invocation an element of x [rows*chunk, d]; neighbours read neighbouring elements of one table row
fn kernel(id: u32) {
  if (id >= p.rows * p.chunk * p.d) { return; }
  let i = id % p.d;
  let rc = id / p.d;
  let r = rc / p.chunk;
  let pos = p.pos0 + rc % p.chunk;
  let base = modelOf[r / p.perModel] * p.stride;
  let token = tokens[r * p.slots + positions[pos * 4u]];
  x[id] = params[base + p.wte + token * p.d + i] + params[base + p.wpe + pos * p.d + i];
}
