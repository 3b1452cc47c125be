// one invocation a chunk of 256 elements of one model's gradient
fn kernel(id: u32) {
  if (id >= p.models * p.chunks) { return; }
  let m = id / p.chunks;
  let first = (id % p.chunks) * 256u;
  var sum = 0.0;
  for (var i = first; i < min(first + 256u, p.size); i++) {
    let g = grads[m * p.size + i];
    sum += g * g;
  }
  partial[id] = sum;
}
