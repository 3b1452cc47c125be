// one invocation a position [rows*ctx]
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx) { return; }
  let o = id * p.vocab;
  for (var i = 0u; i < p.vocab; i++) { dlogits[o + i] = 0.0; }
  let w = weight[id];
  var ce = 0.0;
  var kl = 0.0;
  if (w != 0.0) {
    let t = id % p.ctx;
    let lo = positions[t * 4u + 2u];
    let hi = positions[t * 4u + 3u];
    let norm = masked_norm(o, lo, hi);
    for (var i = lo; i < hi; i++) {
      let lp = masked_logprob(o + i, norm);
      let q = target_[o + i];
      dlogits[o + i] = w * (exp(lp) - q);
      ce -= q * lp;
      if (q > 0.0) { kl += q * (log(q) - lp); }
    }
  }
  terms[id * 2u] = w * ce;
  terms[id * 2u + 1u] = w * kl;
}
