// One workgroup: 8 features of one model x 8 strips of its rows. Strip s sums rows s, s + 8, ...; then one invocation a feature adds the strips in order.
// 8 neighbours read 32 bytes of one row, a whole memory sector; without strips a model of 64 features would keep two warps busy and no more.
var<workgroup> part: array<vec2f, 64>;

fn kernel(id: u32) {
  let lane = id % 64u;
  let group = id / 64u;
  let groups = (p.d + 7u) / 8u;
  let m = group / groups;
  let i = (group % groups) * 8u + lane % 8u;
  let inside = m < p.models && i < p.d;
  var s = vec2f(0.0);
  if (inside) {
    let first = m * p.rowsPerModel;
    for (var r = first + lane / 8u; r < first + p.rowsPerModel; r += 8u) {
      let v = dy[r * p.d + i];
      s += vec2f(v * ((x[r * p.d + i] - stats[r * 2u]) * stats[r * 2u + 1u]), v);
    }
  }
  part[lane] = s;
  workgroupBarrier();
  if (inside && lane < 8u) {
    var sum = part[lane];
    for (var q = lane + 8u; q < 64u; q += 8u) { sum += part[q]; }
    grads[m * p.stride + p.gamma + i] = sum.x;
    grads[m * p.stride + p.beta + i] = sum.y;
  }
}
