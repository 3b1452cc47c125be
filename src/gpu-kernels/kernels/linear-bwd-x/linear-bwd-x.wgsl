// One invocation: a tile of 8 rows x 4 columns of dx [rows, k] in registers; edges clamped as in linear.wgsl. Both operands run along n, the direction of the
// sum, so no order of invocations makes both loads contiguous. Hence the tall tile (12 loads serve 32 products), and blocks of 8 column tiles x 4 row
// tiles in a row of 32 invocations, which share 8 x 4 rows of W and 4 x 8 rows of dy instead of the 64 x 8 of a plain order.
fn store(o: u32, col: vec4u, v: vec4f) {
  if (col.x < p.k) { dx[o + col.x] = v.x; }
  if (col.y < p.k) { dx[o + col.y] = v.y; }
  if (col.z < p.k) { dx[o + col.z] = v.z; }
  if (col.w < p.k) { dx[o + col.w] = v.w; }
}

fn kernel(id: u32) {
  let groupsK = (p.k + 31u) / 32u; // of 8 column tiles
  let groupsM = (p.perModel + 31u) / 32u; // of 4 row tiles
  let group = id / 32u;
  let block = group / (groupsM * groupsK);
  let r0 = block * p.perModel;
  if (r0 >= p.rows) { return; }
  let first = ((group / groupsK) % groupsM) * 32u + ((id / 8u) % 4u) * 8u;
  let rows = min(p.perModel, p.rows - r0);
  let c0 = (group % groupsK) * 32u + (id % 8u) * 4u;
  if (first >= rows || c0 >= p.k) { return; }

  let low = r0 + min(first + vec4u(0u, 1u, 2u, 3u), vec4u(rows - 1u));
  let high = r0 + min(first + vec4u(4u, 5u, 6u, 7u), vec4u(rows - 1u));
  let col = c0 + vec4u(0u, 1u, 2u, 3u);
  var yl = low * p.n;
  var yh = high * p.n;
  var wo = modelOf[block] * p.stride + p.w + min(col, vec4u(p.k - 1u)) * p.n;
  var a0 = vec4f(0.0);
  var a1 = vec4f(0.0);
  var a2 = vec4f(0.0);
  var a3 = vec4f(0.0);
  var a4 = vec4f(0.0);
  var a5 = vec4f(0.0);
  var a6 = vec4f(0.0);
  var a7 = vec4f(0.0);
  for (var j = 0u; j < p.n; j++) {
    let w = vec4f(params[wo.x], params[wo.y], params[wo.z], params[wo.w]);
    a0 += dy[yl.x] * w;
    a1 += dy[yl.y] * w;
    a2 += dy[yl.z] * w;
    a3 += dy[yl.w] * w;
    a4 += dy[yh.x] * w;
    a5 += dy[yh.y] * w;
    a6 += dy[yh.z] * w;
    a7 += dy[yh.w] * w;
    yl += vec4u(1u);
    yh += vec4u(1u);
    wo += vec4u(1u);
  }
  store(low.x * p.k, col, a0);
  if (first + 1u < rows) { store(low.y * p.k, col, a1); }
  if (first + 2u < rows) { store(low.z * p.k, col, a2); }
  if (first + 3u < rows) { store(low.w * p.k, col, a3); }
  if (first + 4u < rows) { store(high.x * p.k, col, a4); }
  if (first + 5u < rows) { store(high.y * p.k, col, a5); }
  if (first + 6u < rows) { store(high.z * p.k, col, a6); }
  if (first + 7u < rows) { store(high.w * p.k, col, a7); }
}
