// one invocation a group of `size` consecutive rows
fn kernel(id: u32) {
  if (id >= p.groups) { return; }
  let first = id * p.size;
  let count = f32(p.size);
  var sum = 0.0;
  var success = 0.0;
  var turns = 0.0;
  var low = 1e30;
  var high = -1e30;
  for (var r = first; r < first + p.size; r++) {
    let v = outcome[r * 3u];
    sum += v;
    success += outcome[r * 3u + 1u];
    turns += outcome[r * 3u + 2u];
    low = min(low, v);
    high = max(high, v);
  }
  let mean = sum / count;
  var sq = 0.0;
  for (var r = first; r < first + p.size; r++) {
    let c = outcome[r * 3u] - mean;
    sq += c * c;
  }
  let sd = sqrt(sq / count);
  // compared by range, not by sd: the mean of equal rewards can differ from them in the last bit
  let equal = low == high;
  for (var r = first; r < first + p.size; r++) {
    let v = outcome[r * 3u];
    var a = v;
    if (p.kind != 2u) {
      a = v - mean;
      if (p.kind == 0u) { a /= sd; }
      if (equal) { a = 0.0; }
    }
    advantage[r] = a;
  }
  let q = id * 6u;
  groupStats[q] = mean;
  groupStats[q + 1u] = success / count;
  groupStats[q + 2u] = select(0.0, 1.0, equal);
  groupStats[q + 3u] = select(0.0, 1.0, success == count);
  groupStats[q + 4u] = select(0.0, 1.0, success == 0.0);
  groupStats[q + 5u] = turns / count;
}
