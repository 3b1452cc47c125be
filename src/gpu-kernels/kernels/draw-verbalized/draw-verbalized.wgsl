// one invocation a row
fn weight(l: u32, i: u32) -> f32 {
  if (p.equal != 0u) { return 1.0; }
  return values[lists[l + 2u * i + 1u] - p.bucketLo];
}

fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let l = id * p.listSlots + p.first;
  let o = (id * p.ctx + p.pos) * (p.vocab + 1u);
  for (var i = 0u; i <= p.vocab; i++) { induced[o + i] = 0.0; }
  var mass = 0.0;
  var total = 0.0;
  var repeated = false;
  for (var i = 0u; i < p.k; i++) {
    for (var j = 0u; j < i; j++) { repeated = repeated || lists[l + 2u * j] == lists[l + 2u * i]; }
    mass += values[lists[l + 2u * i + 1u] - p.bucketLo];
    total += weight(l, i);
  }
  if (repeated || mass == 0.0) {
    let d = id * p.vocab;
    var top = -1e30;
    for (var i = p.lo; i < p.hi; i++) { top = max(top, direct[d + i]); }
    var sum = 0.0;
    for (var i = p.lo; i < p.hi; i++) { sum += exp((direct[d + i] - top) / p.temperature); }
    for (var i = p.lo; i < p.hi; i++) { induced[o + i] = exp((direct[d + i] - top) / p.temperature) / sum; }
    induced[o + p.vocab] = 1.0;
    return;
  }
  let seed = id / p.perSeed;
  let goal = philox_uniform(seeds[seed], p.stream, clock[0], id - seed * p.perSeed, p.slot) * total;
  var sum = 0.0;
  var token = 0u;
  var found = false;
  for (var i = 0u; i < p.k; i++) {
    let w = weight(l, i);
    if (w == 0.0) { continue; }
    let c = lists[l + 2u * i];
    induced[o + c] = w / total;
    // the last candidate with any mass takes what rounding leaves over
    if (!found || goal >= sum) { token = c; }
    found = true;
    sum += w;
  }
  if (alive[id] != 0u) { tokens[id * p.slots + p.slot] = token; }
}
