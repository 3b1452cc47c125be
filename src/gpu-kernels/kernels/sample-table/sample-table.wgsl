// one invocation a row
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let at = id * p.slots;
  var i = 0u;
  if (alive[id] != 0u) {
    let seed = id / p.perSeed;
    let u = philox_uniform(seeds[seed], p.stream, clock[0], id - seed * p.perSeed, p.slot);
    var row = 0u;
    if (p.useRow != 0u) { row = (tokens[at + p.slotA] - p.loA) * p.strideA + tokens[at + p.slotB] - p.loB; }
    var sum = 0.0;
    for (; i < p.n - 1u; i++) {
      sum += table[row * p.n + i];
      if (u < sum) { break; }
    }
  }
  tokens[at + p.slot] = p.lo + i;
}
