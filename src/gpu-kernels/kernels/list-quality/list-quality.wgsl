// one invocation a position [rows*ctx]
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx) { return; }
  let q = id * 3u;
  if (active_[id] == 0.0) {
    for (var i = 0u; i < 3u; i++) { quality[q + i] = 0.0; }
    return;
  }
  let t = id % p.ctx;
  let lo = positions[t * 4u + 2u];
  let hi = positions[t * 4u + 3u];
  let o = id * (p.vocab + 1u);
  let b = id * p.vocab;
  var top = -1e30;
  for (var i = lo; i < hi; i++) { top = max(top, logits[b + i]); }
  var sum = 0.0;
  for (var i = lo; i < hi; i++) { sum += exp(logits[b + i] - top); }
  var distance_ = 0.0;
  var best = 0.0;
  for (var i = lo; i < hi; i++) {
    distance_ += abs(induced[o + i] - exp(logits[b + i] - top) / sum);
    best = max(best, induced[o + i]);
  }
  quality[q] = distance_ / 2.0;
  quality[q + 1u] = induced[o + p.vocab];
  quality[q + 2u] = 1.0 - best;
}
