// one invocation an element of weight [models, n]
fn kernel(id: u32) {
  if (id >= p.models * p.n) { return; }
  let c = count[id / p.n];
  var w = 0.0;
  if (c > 0.0) { w = active_[id] / c; }
  weight[id] = w;
}
