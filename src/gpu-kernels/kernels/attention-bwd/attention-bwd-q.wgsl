// One invocation: dq of one head of one query i, over the keys j <= i. Accumulates in a private array of the constant size HD.
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx * p.heads) { return; }
  let h = id % p.heads;
  let at = id / p.heads;
  let i = at % p.ctx;
  let row = at - i;
  let width = 3u * p.d;
  let scale = 1.0 / sqrt(f32(HD));
  let q = at * width + h * HD;
  let o = at * p.d + h * HD;
  var del = 0.0;
  var dq: array<f32, HD>;
  for (var e = 0u; e < HD; e++) { del += dout[o + e] * out[o + e]; }
  let l = lse[id];
  for (var j = 0u; j <= i; j++) {
    let k = (row + j) * width + p.d + h * HD;
    var s = 0.0;
    var dp = 0.0;
    for (var e = 0u; e < HD; e++) {
      s += qkv[q + e] * qkv[k + e];
      dp += dout[o + e] * qkv[k + p.d + e];
    }
    let ds = exp(s * scale - l) * (dp - del) * scale;
    for (var e = 0u; e < HD; e++) { dq[e] += ds * qkv[k + e]; }
  }
  for (var e = 0u; e < HD; e++) { dqkv[q + e] = dq[e]; }
  delta[id] = del;
}
