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
  var top = -1e30;
  for (var i = lo; i < hi; i++) { top = max(top, logits[o + i]); }
  var sum = 0.0;
  for (var i = lo; i < hi; i++) { sum += exp(logits[o + i] - top); }
  let rest = log(sum); // not added to top: two large numbers would be subtracted later
  var h = 0.0;
  for (var i = lo; i < hi; i++) {
    let lp = logits[o + i] - top - rest;
    h -= exp(lp) * lp;
  }
  let token = tokens[(id / p.ctx) * p.slots + positions[t * 4u + 1u]];
  logprob[p.outOff + id] = logits[o + token] - top - rest;
  entropy[id] = h;
}
