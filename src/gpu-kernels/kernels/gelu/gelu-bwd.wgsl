// derivative of tanh-GELU, one invocation an element
fn kernel(id: u32) {
  if (id >= p.n) { return; }
  let v = x[id];
  let t = tanh(clamp(0.7978845608028654 * (v + 0.044715 * v * v * v), -15.0, 15.0));
  dx[id] = dy[id] * (0.5 * (1.0 + t) + 0.5 * v * (1.0 - t * t) * 0.7978845608028654 * (1.0 + 0.134145 * v * v));
}
