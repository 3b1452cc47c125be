// One workgroup per (segment, column): invocation l sums elements l, l + 64, ...; then the first adds the 64 sums in order. The barrier stands outside every
// branch and loop, as WGSL demands of code that cannot be proved uniform.
var<workgroup> part: array<f32, 64>;

fn kernel(id: u32) {
  let lane = id % 64u;
  let group = id / 64u;
  let inside = group < p.segments * p.cols;
  let g = group / p.cols;
  let j = group % p.cols;
  var s = 0.0;
  if (inside) {
    for (var i = lane; i < p.n; i += 64u) { s += x[(g * p.n + i) * p.cols + j]; }
  }
  part[lane] = s;
  workgroupBarrier();
  if (inside && lane == 0u) {
    var sum = 0.0;
    for (var l = 0u; l < 64u; l++) { sum += part[l]; }
    y[p.yOff + group] = sum * p.scale;
  }
}
