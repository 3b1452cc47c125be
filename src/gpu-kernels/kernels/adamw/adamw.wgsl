// one invocation a parameter of the bank [models, size]
fn kernel(id: u32) {
  if (id >= p.models * p.size) { return; }
  let q = id / p.size;
  let lr = optim[0];
  let g = grads[id] * scale[q * 2u];
  let mi = p.beta1 * m[id] + (1.0 - p.beta1) * g;
  let vi = p.beta2 * v[id] + (1.0 - p.beta2) * g * g;
  m[id] = mi;
  v[id] = vi;
  var w = params[id];
  if (id - q * p.size < p.decayEnd) { w *= 1.0 - lr * p.weightDecay; }
  params[id] = w - (lr * (mi / optim[1])) / (sqrt(vi / optim[2]) + p.eps);
}
