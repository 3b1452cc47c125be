// One workgroup per (model, chunk of 256): four elements an invocation, 64 apart so that neighbours read neighbours; then the first adds the 64 sums in order.
var<workgroup> part: array<f32, 64>;

fn kernel(id: u32) {
  let lane = id % 64u;
  let group = id / 64u;
  let m = group / p.chunks;
  let first = (group % p.chunks) * 256u + lane;
  var s = 0.0;
  if (m < p.models) {
    for (var i = first; i < min(first + 256u, p.size); i += 64u) {
      let g = grads[m * p.size + i];
      s += g * g;
    }
  }
  part[lane] = s;
  workgroupBarrier();
  if (m < p.models && lane == 0u) {
    var sum = 0.0;
    for (var l = 0u; l < 64u; l++) { sum += part[l]; }
    partial[group] = sum;
  }
}
