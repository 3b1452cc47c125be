// One invocation: a tile of 4 rows x 4 columns of dx [rows, k] in registers; edges clamped as in linear.wgsl. Both operands run along n, so each
// invocation walks rows of dy and of W; the columns of a tile are neighbours, to keep the rows of W it walks close together.
fn store(o: u32, col: vec4u, v: vec4f) {
  if (col.x < p.k) { dx[o + col.x] = v.x; }
  if (col.y < p.k) { dx[o + col.y] = v.y; }
  if (col.z < p.k) { dx[o + col.z] = v.z; }
  if (col.w < p.k) { dx[o + col.w] = v.w; }
}

fn kernel(id: u32) {
  let tilesK = (p.k + 3u) / 4u;
  let tilesM = (p.perModel + 3u) / 4u;
  let blocks = (p.rows + p.perModel - 1u) / p.perModel;
  if (id >= blocks * tilesM * tilesK) { return; }
  let block = id / (tilesM * tilesK);
  let first = ((id / tilesK) % tilesM) * 4u;
  let r0 = block * p.perModel;
  let rows = min(p.perModel, p.rows - r0);
  if (first >= rows) { return; }

  let row = r0 + min(first + vec4u(0u, 1u, 2u, 3u), vec4u(rows - 1u));
  let col = (id % tilesK) * 4u + vec4u(0u, 1u, 2u, 3u);
  var yo = row * p.n;
  var wo = modelOf[block] * p.stride + p.w + min(col, vec4u(p.k - 1u)) * p.n;
  var a0 = vec4f(0.0);
  var a1 = vec4f(0.0);
  var a2 = vec4f(0.0);
  var a3 = vec4f(0.0);
  for (var j = 0u; j < p.n; j++) {
    let w = vec4f(params[wo.x], params[wo.y], params[wo.z], params[wo.w]);
    a0 += dy[yo.x] * w;
    a1 += dy[yo.y] * w;
    a2 += dy[yo.z] * w;
    a3 += dy[yo.w] * w;
    yo += vec4u(1u);
    wo += vec4u(1u);
  }
  let o = row * p.k;
  store(o.x, col, a0);
  if (first + 1u < rows) { store(o.y, col, a1); }
  if (first + 2u < rows) { store(o.z, col, a2); }
  if (first + 3u < rows) { store(o.w, col, a3); }
}
