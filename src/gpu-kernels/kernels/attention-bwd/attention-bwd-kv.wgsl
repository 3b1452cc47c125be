// One invocation: dk and dv of one head of one key j, over the queries i >= j. Accumulates in private arrays of the constant size HD.
fn kernel(id: u32) {
  if (id >= p.rows * p.ctx * p.heads) { return; }
  let h = id % p.heads;
  let key = id / p.heads;
  let j = key % p.ctx;
  let row = key - j;
  let width = 3u * p.d;
  let scale = 1.0 / sqrt(f32(HD));
  let k = key * width + p.d + h * HD;
  let v = k + p.d;
  var dk: array<f32, HD>;
  var dv: array<f32, HD>;
  for (var at = key; at < row + p.ctx; at++) {
    let q = at * width + h * HD;
    let o = at * p.d + h * HD;
    var s = 0.0;
    var dp = 0.0;
    for (var e = 0u; e < HD; e++) {
      s += qkv[q + e] * qkv[k + e];
      dp += dout[o + e] * qkv[v + e];
    }
    let pr = exp(s * scale - lse[at * p.heads + h]);
    let ds = pr * (dp - delta[at * p.heads + h]) * scale;
    for (var e = 0u; e < HD; e++) {
      dk[e] += ds * qkv[q + e];
      dv[e] += pr * dout[o + e];
    }
  }
  for (var e = 0u; e < HD; e++) {
    dqkv[k + e] = dk[e];
    dqkv[v + e] = dv[e];
  }
}
