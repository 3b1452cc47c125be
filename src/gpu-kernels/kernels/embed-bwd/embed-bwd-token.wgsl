// one invocation an element of the token table [models, vocab, d]: it looks through its model's tokens and adds the rows of dx that match
fn kernel(id: u32) {
  if (id >= p.models * p.vocab * p.d) { return; }
  let i = id % p.d;
  let v = (id / p.d) % p.vocab;
  let m = id / (p.d * p.vocab);
  let first = m * p.rowsPerModel;
  var s = 0.0;
  for (var r = first; r < first + p.rowsPerModel; r++) {
    for (var t = 0u; t < p.ctx; t++) {
      if (tokens[r * p.slots + positions[t * 4u]] == v) { s += dx[(r * p.ctx + t) * p.d + i]; }
    }
  }
  grads[m * p.stride + p.wte + v * p.d + i] = s;
}
