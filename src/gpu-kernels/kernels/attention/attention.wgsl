// One invocation: one head of one query. A single pass over the keys with a running maximum m and denominator l (Milakov and Gimelshein 2018), so that no
// scores are kept; q and the output accumulate in private arrays of the constant size HD, which compilers turn into registers.
fn kernel(id: u32) {
  if (id >= p.rows * p.chunk * p.heads) { return; }
  let h = id % p.heads;
  let rc = id / p.heads;
  let n = p.pos0 + rc % p.chunk + 1u;
  let row = (rc / p.chunk) * p.ctx;
  let width = 3u * p.d;
  let scale = 1.0 / sqrt(f32(HD));
  let qo = (row + n - 1u) * width + h * HD;
  var q: array<f32, HD>;
  var acc: array<f32, HD>;
  for (var i = 0u; i < HD; i++) { q[i] = qkv[qo + i] * scale; }
  var m = -1e30;
  var l = 0.0;
  for (var j = 0u; j < n; j++) {
    let k = (row + j) * width + p.d + h * HD;
    var s = 0.0;
    for (var i = 0u; i < HD; i++) { s += q[i] * qkv[k + i]; }
    let top = max(m, s);
    let shrink = exp(m - top);
    let e = exp(s - top);
    m = top;
    l = l * shrink + e;
    for (var i = 0u; i < HD; i++) { acc[i] = acc[i] * shrink + e * qkv[k + p.d + i]; }
  }
  let o = rc * p.d + h * HD;
  for (var i = 0u; i < HD; i++) { out[o + i] = acc[i] / l; }
  lse[id] = m + log(l);
}
