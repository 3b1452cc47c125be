// The tile of linear.wgsl over rows that are normalised on the way in. Each invocation works out mean and rstd of its 4 rows itself: that repeats them
// ceil(n/4) times, and costs less than one more dispatch at decoding sizes.
fn gelu_of(v: vec4f) -> vec4f {
  // clamped: tanh is 1 in f32 from 9 on, and some drivers overflow inside tanh and give NaN
  return 0.5 * v * (1.0 + tanh(clamp(0.7978845608028654 * (v + 0.044715 * v * v * v), vec4f(-15.0), vec4f(15.0))));
}

fn at_x(o: vec4u) -> vec4f { return vec4f(x[o.x], x[o.y], x[o.z], x[o.w]); }

fn store(o: u32, col: vec4u, a: vec4f) {
  var v = a;
  if (p.gelu != 0u) { v = gelu_of(a); }
  if (col.x < p.n) { y[o + col.x] = v.x; }
  if (col.y < p.n) { y[o + col.y] = v.y; }
  if (col.z < p.n) { y[o + col.z] = v.z; }
  if (col.w < p.n) { y[o + col.w] = v.w; }
}

fn kernel(id: u32) {
  let chunk = select(p.chunk, 1u, p.lastOnly != 0u); // rows computed of each chunk
  let tilesN = (p.n + 3u) / 4u;
  let tilesM = (p.perModel * chunk + 3u) / 4u;
  let blocks = (p.rows + p.perModel - 1u) / p.perModel;
  if (id >= blocks * tilesM * tilesN) { return; }
  let block = id / (tilesM * tilesN);
  let first = ((id / tilesN) % tilesM) * 4u;
  let r0 = block * p.perModel;
  let rows = min(p.perModel, p.rows - r0) * chunk;
  if (first >= rows) { return; }

  let row = min(first + vec4u(0u, 1u, 2u, 3u), vec4u(rows - 1u));
  let col = id % tilesN + tilesN * vec4u(0u, 1u, 2u, 3u);
  let colIn = min(col, vec4u(p.n - 1u));
  let base = modelOf[block] * p.stride;
  let bo = base + p.b + colIn;
  let r = r0 + row / chunk;
  let yo = (r * p.yStride + p.yOff + row % chunk) * p.n;
  let xo = (r * p.chunk + row % chunk + (p.chunk - chunk) * p.lastOnly) * p.k;

  var sum = vec4f(0.0);
  for (var i = 0u; i < p.k; i++) { sum += at_x(xo + i); }
  let mean = sum / f32(p.k);
  var sq = vec4f(0.0);
  for (var i = 0u; i < p.k; i++) {
    let c = at_x(xo + i) - mean;
    sq += c * c;
  }
  let rstd = 1.0 / sqrt(sq / f32(p.k) + p.eps);

  var a0 = vec4f(params[bo.x], params[bo.y], params[bo.z], params[bo.w]);
  var a1 = a0;
  var a2 = a0;
  var a3 = a0;
  var wo = base + p.w + colIn;
  for (var i = 0u; i < p.k; i++) {
    let w = vec4f(params[wo.x], params[wo.y], params[wo.z], params[wo.w]);
    let h = (at_x(xo + i) - mean) * rstd * params[base + p.gamma + i] + params[base + p.beta + i];
    a0 += h.x * w;
    a1 += h.y * w;
    a2 += h.z * w;
    a3 += h.w * w;
    wo += vec4u(p.n);
  }
  store(yo.x, col, a0);
  if (first + 1u < rows) { store(yo.y, col, a1); }
  if (first + 2u < rows) { store(yo.z, col, a2); }
  if (first + 3u < rows) { store(yo.w, col, a3); }
}
