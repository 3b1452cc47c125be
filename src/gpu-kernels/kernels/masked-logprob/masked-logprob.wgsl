// one invocation a position [rows*ctx]
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx) { return; }
  let t = id % p.ctx;
  let lo = positions[t * 4u + 2u];
  let hi = positions[t * 4u + 3u];
  if (lo == hi) {
    logprob[p.outOff + id] = 0.0;
    entropy[id] = 0.0;
    return;
  }
  let o = id * p.vocab;
  let norm = masked_norm(o, lo, hi);
  let h = masked_entropy(o, lo, hi, norm);
  let token = tokens[(id / p.ctx) * p.slots + positions[t * 4u + 1u]];
  logprob[p.outOff + id] = masked_logprob(o + token, norm);
  entropy[id] = h;
}
