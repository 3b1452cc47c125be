// One invocation: a tile of 4 rows x 4 columns of y in registers. The columns of a tile lie ceil(n/4) apart, so that in every load of W neighbouring
// invocations read neighbouring addresses. Beyond an edge the index is clamped (a wasted product, no branch in the loop) and nothing is stored.
// No arrays: an index the compiler cannot resolve would move the accumulators from registers to memory.
fn at_res(o: vec4u) -> vec4f { return vec4f(res[o.x], res[o.y], res[o.z], res[o.w]); }

fn store(o: u32, col: vec4u, v: vec4f) {
  if (col.x < p.n) { y[o + col.x] = v.x; }
  if (col.y < p.n) { y[o + col.y] = v.y; }
  if (col.z < p.n) { y[o + col.z] = v.z; }
  if (col.w < p.n) { y[o + col.w] = v.w; }
}

fn kernel(id: u32) {
  let tilesN = (p.n + 3u) / 4u;
  let tilesM = (p.perModel * p.chunk + 3u) / 4u; // of a whole block of rows of one model
  let blocks = (p.rows + p.perModel - 1u) / p.perModel;
  if (id >= blocks * tilesM * tilesN) { return; }
  let block = id / (tilesM * tilesN);
  let first = ((id / tilesN) % tilesM) * 4u; // row of the tile within the block
  let r0 = block * p.perModel;
  let rows = min(p.perModel, p.rows - r0) * p.chunk; // the last block may be short
  if (first >= rows) { return; }

  let row = min(first + vec4u(0u, 1u, 2u, 3u), vec4u(rows - 1u));
  let col = id % tilesN + tilesN * vec4u(0u, 1u, 2u, 3u);
  let colIn = min(col, vec4u(p.n - 1u));
  let base = modelOf[block] * p.stride;
  let bo = base + p.b + colIn;
  // element offset of output row (r, c): (r*yStride + yOff + c) * n
  let yo = ((r0 + row / p.chunk) * p.yStride + p.yOff + row % p.chunk) * p.n;

  var a0 = vec4f(params[bo.x], params[bo.y], params[bo.z], params[bo.w]);
  var a1 = a0;
  var a2 = a0;
  var a3 = a0;
  if (p.residual != 0u) {
    a0 += at_res(yo.x + colIn);
    a1 += at_res(yo.y + colIn);
    a2 += at_res(yo.z + colIn);
    a3 += at_res(yo.w + colIn);
  }
  var xo = (r0 * p.chunk + row) * p.k;
  var wo = base + p.w + colIn;
  for (var i = 0u; i < p.k; i++) {
    let w = vec4f(params[wo.x], params[wo.y], params[wo.z], params[wo.w]);
    a0 += x[xo.x] * w;
    a1 += x[xo.y] * w;
    a2 += x[xo.z] * w;
    a3 += x[xo.w] * w;
    xo += vec4u(1u);
    wo += vec4u(p.n);
  }
  store(yo.x, col, a0);
  if (first + 1u < rows) { store(yo.y, col, a1); }
  if (first + 2u < rows) { store(yo.z, col, a2); }
  if (first + 3u < rows) { store(yo.w, col, a3); }
}
