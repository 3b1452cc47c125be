// one invocation a row: inverse CDF over [lo, hi), tokens ascending
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let o = id * p.vocab;
  let seed = id / p.perSeed;
  var top = -1e30;
  for (var i = p.lo; i < p.hi; i++) { top = max(top, logits[o + i]); }
  var token = p.lo;
  var eps = 0.0;
  if (alive[id] != 0u) {
    var dialogue = id - seed * p.perSeed;
    if (p.nested != 0u && clock[1] > 0u) { dialogue = dialogue % clock[1]; }
    let u = philox_uniform(seeds[seed], p.stream, clock[0], dialogue, p.slot);
    var total = 0.0;
    for (var i = p.lo; i < p.hi; i++) { total += exp((logits[o + i] - top) / p.temperature); }
    eps = 1.0 - 1.0 / total; // the mode's term of the sum is e^0 = 1
    let goal = u * total;
    var sum = 0.0;
    for (; token < p.hi - 1u; token++) {
      sum += exp((logits[o + token] - top) / p.temperature);
      if (goal < sum) { break; }
    }
  }
  var mass = 0.0;
  for (var i = p.lo; i < p.hi; i++) { mass += exp(logits[o + i] - top); }
  tokens[id * p.slots + p.slot] = token;
  logprob[id * p.ctx + p.pos] = logits[o + token] - top - log(mass);
  active_[id * p.ctx + p.pos] = f32(alive[id]);
  collapse[id * p.ctx + p.pos] = eps;
}
