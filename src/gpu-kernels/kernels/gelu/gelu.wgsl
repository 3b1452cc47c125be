// tanh-GELU, one invocation an element
fn kernel(id: u32) {
  if (id >= p.n) { return; }
  let v = x[id];
  // clamped: tanh is 1 in f32 from 9 on, and some drivers overflow inside tanh and give NaN
  let u = clamp(0.7978845608028654 * (v + 0.044715 * v * v * v), -15.0, 15.0);
  y[id] = 0.5 * v * (1.0 + tanh(u));
}
