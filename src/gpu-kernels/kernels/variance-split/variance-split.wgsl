// one invocation a seed
fn kernel(id: u32) {
  if (id >= p.seeds) { return; }
  var user = 0.0;
  var sum = 0.0;
  var squares = 0.0;
  for (var i = 0u; i < p.draws; i++) {
    var mean = 0.0;
    for (var j = 0u; j < p.repeats; j++) { mean += x[((id * p.repeats + j) * p.draws + i) * p.cols]; }
    mean = mean / f32(p.repeats);
    var within = 0.0;
    for (var j = 0u; j < p.repeats; j++) {
      let d = x[((id * p.repeats + j) * p.draws + i) * p.cols] - mean;
      within += d * d;
    }
    user += within / f32(p.repeats - 1u);
    sum += mean;
    squares += mean * mean;
  }
  user = user / f32(p.draws);
  var between = 0.0;
  if (p.draws > 1u) { between = max(0.0, (squares - sum * sum / f32(p.draws)) / f32(p.draws - 1u)); }
  let policy = between - user / f32(p.repeats);
  let total = user + max(0.0, policy);
  split[id * 3u] = user;
  split[id * 3u + 1u] = policy;
  split[id * 3u + 2u] = select(0.0, user / total, total > 0.0);
}
