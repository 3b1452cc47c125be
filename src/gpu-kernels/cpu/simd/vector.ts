/**
 * What every kernel of this folder is made of: AssemblyScript over float32 x 4, only + - * / sqrt and bit operations, each rounded once, in a fixed order.
 * WebAssembly defines the bits of all of them, so results are the same on every machine. Addresses are bytes of the imported memory, whose owner leaves
 * 64 bytes after the last buffer: a load of the last, incomplete vector of a row may read past it, a store never writes past it.
 */

/** lanes i < count: all ones */
// prettier-ignore
@inline export function firstLanes(count: i32): v128 {
  return i32x4.gt_s(i32x4.splat(count), i32x4(0, 1, 2, 3));
}

/** the first `count` (1 to 3) floats at p, then zeros */
@inline export function loadTail(p: usize, mask: v128): v128 {
  return v128.and(v128.load(p), mask);
}

/** stores the first `count` (1 to 3) lanes */
@inline export function storeTail(p: usize, v: v128, count: i32): void {
  v128.store_lane<f32>(p, v, 0);
  if (count > 1) v128.store_lane<f32>(p, v, 1, 4);
  if (count > 2) v128.store_lane<f32>(p, v, 2, 8);
}

/** the lane i in all lanes */
@inline export function lane0(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 0, 0, 0);
}
@inline export function lane1(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 1, 1, 1);
}
@inline export function lane2(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 2, 2, 2, 2);
}
@inline export function lane3(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 3, 3, 3, 3);
}

/** (v0 + v2) + (v1 + v3) */
@inline export function sumLanes(v: v128): f32 {
  const s = f32x4.add(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1);
}

@inline export function maxLanes(v: v128): f32 {
  const s = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(s, v128.shuffle<f32>(s, s, 1, 0, 3, 2)), 0);
}

/** {sum of a's lanes, of b's, of c's, of d's}, each (v0 + v2) + (v1 + v3) */
@inline export function sums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}

/**
 * e^x within 2 ulp for x in [-87, 88], its value at the nearer end outside; NaN stays NaN. x = n ln 2 + r, n rounded by adding 1.5 * 2^23; polynomial of
 * Moshier's Cephes library on |r| <= ln2 / 2; ln 2 in two parts, the first short enough for n times it to be exact.
 */
@inline export function exp4(v: v128): v128 {
  const x = f32x4.pmin(f32x4.pmax(v, f32x4.splat(-87)), f32x4.splat(88));
  const t = f32x4.add(f32x4.mul(x, f32x4.splat(1.4426950408889634)), f32x4.splat(12582912));
  const n = f32x4.sub(t, f32x4.splat(12582912));
  const r = f32x4.sub(f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375))), f32x4.mul(n, f32x4.splat(-2.12194440e-4)));
  let p = f32x4.add(f32x4.mul(r, f32x4.splat(1.9875691500e-4)), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), f32x4.splat(1));
  return f32x4.mul(p, i32x4.add(i32x4.shl(t, 23), i32x4.splat(127 << 23)));
}

/** e^x in float64, as src/gpu-kernels/cpu/math.ts has it */
export function exp(x: f64): f64 {
  if (!(x > -708)) return x != x ? NaN : 0;
  if (x > 709) return Infinity;
  const n = Math.floor(x * 1.442695040888963387 + 0.5);
  const r = x - n * 6.9314718036912381649e-1 - n * 1.90821492927058770002e-10;
  let p: f64 = 1.0 / 39916800;
  p = 1.0 / 3628800 + r * p;
  p = 1.0 / 362880 + r * p;
  p = 1.0 / 40320 + r * p;
  p = 1.0 / 5040 + r * p;
  p = 1.0 / 720 + r * p;
  p = 1.0 / 120 + r * p;
  p = 1.0 / 24 + r * p;
  p = 1.0 / 6 + r * p;
  p = 0.5 + r * p;
  p = 1 + r * p;
  p = 1 + r * p;
  return p * reinterpret<f64>((<i64>n + 1023) << 52);
}

/** Natural logarithm in float64, as src/gpu-kernels/cpu/math.ts has it */
export function log(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? -Infinity : NaN;
  if (x == Infinity) return x;
  const bits = reinterpret<i64>(x);
  let e = <f64>((bits >> 52) - 1023);
  let m = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    e += 1;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let p: f64 = 1.0 / 19;
  p = 1.0 / 17 + z * p;
  p = 1.0 / 15 + z * p;
  p = 1.0 / 13 + z * p;
  p = 1.0 / 11 + z * p;
  p = 1.0 / 9 + z * p;
  p = 1.0 / 7 + z * p;
  p = 1.0 / 5 + z * p;
  p = 1.0 / 3 + z * p;
  p = 1 + z * p;
  return e * 6.9314718036912381649e-1 + (2 * s * p + e * 1.90821492927058770002e-10);
}
