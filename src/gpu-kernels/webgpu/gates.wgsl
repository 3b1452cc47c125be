// Everything the lab relies on, computed from inputs that a compiler cannot fold. Layout of `words` and `values`: gates.ts.
fn kernel(id: u32) {
  if (id >= p.n) { return; }
  let v = x[id];
  values[id] = exp(v);
  values[p.n + id] = tanh(v);
  values[2u * p.n + id] = log(abs(v) + 1e-3);
  values[3u * p.n + id] = 1.0 / sqrt(abs(v) + 1e-3);
  // row id of the product of A[i, k] = x[i] + k/16 and B[k, j] = x[k] - j/8, 4 columns, k ascending
  var row = vec4f(0.0);
  for (var k = 0u; k < p.n; k++) { row += (v + f32(k) / 16.0) * (x[k] - vec4f(0.0, 0.125, 0.25, 0.375)); }
  for (var j = 0u; j < 4u; j++) { values[4u * p.n + 4u * id + j] = row[j]; }
  if (id == 0u) {
    var sum = 0.0;
    for (var k = 0u; k < p.n; k++) { sum += x[k]; }
    values[8u * p.n] = sum;
    values[8u * p.n + 1u] = exp(x[0] - 1e30); // a masked logit
    values[8u * p.n + 2u] = philox_uniform(u[0], u[1], u[2], u[3], u[4]);
  }
  if (id < 3u) {
    let c = philox4x32(vec4u(u[6u * id], u[6u * id + 1u], u[6u * id + 2u], u[6u * id + 3u]), vec2u(u[6u * id + 4u], u[6u * id + 5u]));
    for (var j = 0u; j < 4u; j++) { words[4u * id + j] = c[j]; }
  }
  if (id == 3u) {
    words[12] = u[6] + 2u; // wraps to 1
    words[13] = u[0] - 1u; // wraps to 2^32 - 1
    words[14] = u[12] * u[13]; // low 32 bits of a 63-bit product
    words[15] = u[12] / 1000u + u[13] % 1000u;
    words[16] = (u[13] >> 31u) | (u[12] << 4u);
    words[17] = bitcast<u32>(x[1] * 2.0);
  }
}
