// one invocation a position [rows*ctx]; the range's tilted logits and probabilities stay in private arrays
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx) { return; }
  let r = id / p.ctx;
  let t = id % p.ctx;
  let o = id * p.vocab;
  let teacher = ((r % p.teacherRows) * p.ctx + t) * p.vocab; // row of the teacher
  let lo = positions[t * 4u + 2u];
  let hi = positions[t * 4u + 3u];
  for (var i = 0u; i < p.vocab; i++) { target_[o + i] = 0.0; }
  if (lo == hi) { return; }
  let m = r / p.rowsPerModel;
  let tiltRow = (m * p.vocab + tokens[r * p.slots + positions[t * 4u]]) * p.vocab;
  let n = hi - lo;
  var q: array<f32, MAX_VOCAB>;
  var prob: array<f32, MAX_VOCAB>;
  var best = -1e30;
  for (var i = 0u; i < n; i++) {
    q[i] = logits[teacher + lo + i] + tilt[tiltRow + lo + i];
    best = max(best, q[i]);
  }
  var mass = 0.0;
  for (var i = 0u; i < n; i++) {
    prob[i] = exp(q[i] - best);
    mass += prob[i];
  }
  var sum = 0.0;
  for (var i = 0u; i < n; i++) {
    // the mass of all tokens before this one in order of probability, ties by index; unnormalised, hence the product below
    var before = 0.0;
    for (var j = 0u; j < n; j++) {
      if (q[j] > q[i] || (q[j] == q[i] && j < i)) { before += prob[j]; }
    }
    if (before >= p.nucleus * mass) { continue; }
    let e = exp(gamma[m] * (q[i] - best));
    target_[o + lo + i] = e;
    sum += e;
  }
  for (var i = 0u; i < n; i++) { target_[o + lo + i] /= sum; }
}
