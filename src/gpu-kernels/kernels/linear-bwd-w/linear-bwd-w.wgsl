// One invocation: a tile of 4 x 4 of dW [k, n] of one model in registers, summed over the model's rows in order. The columns of a tile lie ceil(n/4)
// apart, so that neighbouring invocations read neighbouring elements of dy. The tiles of row 0 also hold the bias gradient, the column sums of dy.
fn put(o: u32, col: vec4u, v: vec4f) {
  if (col.x < p.n) { grads[o + col.x] = v.x; }
  if (col.y < p.n) { grads[o + col.y] = v.y; }
  if (col.z < p.n) { grads[o + col.z] = v.z; }
  if (col.w < p.n) { grads[o + col.w] = v.w; }
}

fn kernel(id: u32) {
  let tilesN = (p.n + 3u) / 4u;
  let tilesK = (p.k + 3u) / 4u;
  if (id >= p.models * tilesK * tilesN) { return; }
  let m = id / (tilesK * tilesN);
  let i0 = ((id / tilesN) % tilesK) * 4u;
  let row = i0 + vec4u(0u, 1u, 2u, 3u);
  let col = id % tilesN + tilesN * vec4u(0u, 1u, 2u, 3u);
  var xo = m * p.rowsPerModel * p.k + min(row, vec4u(p.k - 1u));
  var yo = m * p.rowsPerModel * p.n + min(col, vec4u(p.n - 1u));
  var a0 = vec4f(0.0);
  var a1 = vec4f(0.0);
  var a2 = vec4f(0.0);
  var a3 = vec4f(0.0);
  var bias = vec4f(0.0);
  for (var r = 0u; r < p.rowsPerModel; r++) {
    let g = vec4f(dy[yo.x], dy[yo.y], dy[yo.z], dy[yo.w]);
    a0 += x[xo.x] * g;
    a1 += x[xo.y] * g;
    a2 += x[xo.z] * g;
    a3 += x[xo.w] * g;
    bias += g;
    xo += vec4u(p.k);
    yo += vec4u(p.n);
  }
  let o = m * p.stride + p.w + row * p.n;
  put(o.x, col, a0);
  if (row.y < p.k) { put(o.y, col, a1); }
  if (row.z < p.k) { put(o.z, col, a2); }
  if (row.w < p.k) { put(o.w, col, a3); }
  if (i0 == 0u) {
    put(m * p.stride + p.b, col, select(bias, vec4f(0.0), (col >= vec4u(p.zeroFrom)) & (col < vec4u(p.zeroTo))));
  }
}
