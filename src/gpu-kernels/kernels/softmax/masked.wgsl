// The masked softmax of the kernels that bind `logits`, over logits[o + lo .. o + hi); the TypeScript twin is masked.ts.

// {the largest logit, log of the sum of exponentials below it}: kept apart, since their sum would make two large numbers be subtracted later
fn masked_norm(o: u32, lo: u32, hi: u32) -> vec2f {
  var top = -1e30;
  for (var i = lo; i < hi; i++) { top = max(top, logits[o + i]); }
  var sum = 0.0;
  for (var i = lo; i < hi; i++) { sum += exp(logits[o + i] - top); }
  return vec2f(top, log(sum));
}

fn masked_logprob(at: u32, norm: vec2f) -> f32 {
  return logits[at] - norm.x - norm.y;
}

// entropy in nats
fn masked_entropy(o: u32, lo: u32, hi: u32, norm: vec2f) -> f32 {
  var h = 0.0;
  for (var i = lo; i < hi; i++) {
    let lp = masked_logprob(o + i, norm);
    h -= exp(lp) * lp;
  }
  return h;
}
