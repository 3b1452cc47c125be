// One workgroup a model: invocation l adds chunks l, l + 64, ...; then the first adds the 64 sums in order.
var<workgroup> part: array<f32, 64>;

fn kernel(id: u32) {
  let lane = id % 64u;
  let m = id / 64u;
  var s = 0.0;
  if (m < p.models) {
    for (var c = lane; c < p.chunks; c += 64u) { s += partial[m * p.chunks + c]; }
  }
  part[lane] = s;
  workgroupBarrier();
  if (m < p.models && lane == 0u) {
    var sum = 0.0;
    for (var l = 0u; l < 64u; l++) { sum += part[l]; }
    let norm = sqrt(sum);
    scale[m * 2u] = select(1.0, min(1.0, p.clip / (norm + 1e-6)), p.clip > 0.0);
    scale[m * 2u + 1u] = norm;
  }
}
