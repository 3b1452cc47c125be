// One invocation: four columns of the token table [models, vocab, d]. It looks through its model's tokens and adds the rows of dx that match. The four
// columns lie ceil(d/4) apart, so that neighbours read neighbours.
fn kernel(id: u32) {
  let quads = (p.d + 3u) / 4u;
  if (id >= p.models * p.vocab * quads) { return; }
  let v = (id / quads) % p.vocab;
  let m = id / (quads * p.vocab);
  let col = id % quads + quads * vec4u(0u, 1u, 2u, 3u);
  let c = min(col, vec4u(p.d - 1u));
  var s = vec4f(0.0);
  for (var r = m * p.rowsPerModel; r < (m + 1u) * p.rowsPerModel; r++) {
    for (var t = 0u; t < p.ctx; t++) {
      if (tokens[r * p.slots + positions[t * 4u]] == v) {
        let o = (r * p.ctx + t) * p.d + c;
        s += vec4f(dx[o.x], dx[o.y], dx[o.z], dx[o.w]);
      }
    }
  }
  let o = m * p.stride + p.wte + v * p.d;
  if (col.x < p.d) { grads[o + col.x] = s.x; }
  if (col.y < p.d) { grads[o + col.y] = s.y; }
  if (col.z < p.d) { grads[o + col.z] = s.z; }
  if (col.w < p.d) { grads[o + col.w] = s.w; }
}
