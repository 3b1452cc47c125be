// one invocation a row
fn kernel(id: u32) {
  if (id >= p.rows) { return; }
  let o = id * p.vocab;
  var best = p.lo;
  for (var i = p.lo + 1u; i < p.hi; i++) {
    if (logits[o + i] > logits[o + best]) { best = i; }
  }
  tokens[id * p.slots + p.slot] = best;
}
