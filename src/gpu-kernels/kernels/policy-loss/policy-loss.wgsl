// One invocation a position [rows*ctx].

// e^x - 1; near 0 by its series, since the difference of two numbers close to 1 keeps no digits (and the k3 KL below would come out negative)
fn exp_minus_1(x: f32) -> f32 {
  let series = x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0 + x * (1.0 / 720.0))))));
  return select(exp(x) - 1.0, series, abs(x) < 0.3);
}

// e^x - 1 - x
fn k3(x: f32) -> f32 {
  let series = x * x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0 + x * (1.0 / 720.0)))));
  return select(exp(x) - 1.0 - x, series, abs(x) < 0.3);
}

fn kernel(id: u32) {
  if (id >= p.rows * p.ctx) { return; }
  let o = id * p.vocab;
  let q = id * 6u;
  for (var i = 0u; i < p.vocab; i++) { dlogits[o + i] = 0.0; }
  let w = weight[id];
  if (w == 0.0) {
    for (var i = 0u; i < 6u; i++) { terms[q + i] = 0.0; }
    return;
  }
  let r = id / p.ctx;
  let t = id % p.ctx;
  let lo = positions[t * 4u + 2u];
  let hi = positions[t * 4u + 3u];
  let norm = masked_norm(o, lo, hi);
  let h = masked_entropy(o, lo, hi, norm);
  let token = tokens[r * p.slots + positions[t * 4u + 1u]];
  let lp = masked_logprob(o + token, norm);

  var policy = -lp;
  var kl = 0.0;
  var dlp = -1.0; // d loss / d lp without the entropy term
  var ent = 0.0;
  var clipped = 0.0;
  if (p.kind == 0u) {
    let a = advantage[r];
    let ratio = exp(lp - oldRef[id]);
    let bounded = clamp(ratio, 1.0 - p.clipLow, 1.0 + p.clipHigh);
    policy = -min(ratio * a, bounded * a);
    clipped = select(1.0, 0.0, ratio == bounded);
    dlp = select(0.0, -a * ratio, ratio * a <= bounded * a);
    let x = oldRef[p.rows * p.ctx + id] - lp;
    kl = k3(x);
    dlp -= p.klBeta * exp_minus_1(x);
    ent = p.entropyCoef;
  }
  for (var i = lo; i < hi; i++) {
    let l = masked_logprob(o + i, norm);
    let prob = exp(l);
    dlogits[o + i] = w * (dlp * (select(0.0, 1.0, i == token) - prob) + ent * prob * (l + h));
  }
  terms[q] = w * (policy + p.klBeta * kl - ent * h);
  terms[q + 1u] = w * policy;
  terms[q + 2u] = w * kl;
  terms[q + 3u] = w * h;
  terms[q + 4u] = w * clipped;
  terms[q + 5u] = w * lp;
}
