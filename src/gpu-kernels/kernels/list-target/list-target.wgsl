// one invocation a row
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let teacher = id % p.teacherRows;
  let t = cut[teacher];
  let o = (teacher * p.ctx + t) * p.vocab;
  let lo = positions[t * 4u + 2u];
  let hi = positions[t * 4u + 3u];
  var top = -1e30;
  for (var i = lo; i < hi; i++) { top = max(top, logits[o + i]); }
  var sum = 0.0;
  for (var i = lo; i < hi; i++) { sum += exp(logits[o + i] - top); }
  let n = min(p.k, hi - lo);
  let base = id * p.ctx + t + 1u;
  for (var i = base * p.vocab; i < (base + 2u * n) * p.vocab; i++) { target_[i] = 0.0; }
  tokens[base] = p.verbalize;
  var last = p.vocab; // none yet
  for (var i = 0u; i < n; i++) {
    // the most probable of those after `last` in the order (logit falling, index rising)
    var c = p.vocab;
    for (var j = lo; j < hi; j++) {
      if (last < p.vocab && (logits[o + j] > logits[o + last] || (logits[o + j] == logits[o + last] && j <= last))) { continue; }
      if (c == p.vocab || logits[o + j] > logits[o + c]) { c = j; }
    }
    last = c;
    let prob = exp(logits[o + c] - top) / sum;
    var b = 0u;
    for (var j = 1u; j < p.buckets; j++) {
      if (abs(values[j] - prob) < abs(values[b] - prob)) { b = j; }
    }
    let at = base + 2u * i;
    target_[at * p.vocab + c] = 1.0;
    tokens[at + 1u] = c;
    target_[(at + 1u) * p.vocab + p.bucketLo + b] = 1.0;
    if (i + 1u < n) { tokens[at + 2u] = p.bucketLo + b; }
  }
}
