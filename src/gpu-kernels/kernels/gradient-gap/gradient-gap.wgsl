// one invocation a (seed, chunk of 1024 parameters)
fn kernel(id: u32) {
  if (id >= p.seeds * p.chunks) { return; }
  let first = 2u * (id / p.chunks) * p.size;
  let c = id % p.chunks;
  var sum = 0.0;
  for (var i = first + c * 1024u; i < first + min(p.size, (c + 1u) * 1024u); i++) {
    sum += (a[i] - b[i]) * (a[i + p.size] - b[i + p.size]);
  }
  partial[id] = sum;
}
