/**
 * Transcendentals in +, -, *, / and bit operations only, so that the CPU twin gives the same bits on every machine: engines differ in the last bits of
 * Math.exp, Math.log and Math.tanh. Computed in float64, results are then rounded to float32 where they are stored.
 */
const f64 = new Float64Array(1);
const u32 = new Uint32Array(f64.buffer);
/** index of the high word of a double in this machine's byte order */
const HI = (() => {
  f64[0] = 1;
  return u32[1] === 0x3ff00000 ? 1 : 0;
})();
const LN2_HI = 6.9314718036912381649e-1;
const LN2_LO = 1.90821492927058770002e-10;
const INV_LN2 = 1.442695040888963387;

/** e^x, relative error below 1e-14; 0 below -708, +Infinity above 709. Taylor series of degree 11 on |r| <= ln2/2. */
export function exp(x: number): number {
  if (!(x > -708)) return x !== x ? NaN : 0;
  if (x > 709) return Infinity;
  const n = Math.floor(x * INV_LN2 + 0.5);
  const r = x - n * LN2_HI - n * LN2_LO;
  const p = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800)))))))))));
  f64[0] = 0;
  u32[HI] = (n + 1023) << 20;
  return p * f64[0];
}

/** Natural logarithm for x > 0 (x normal); -Infinity at 0, NaN below. atanh series on the mantissa in [sqrt(1/2), sqrt(2)). */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  f64[0] = x;
  let e = ((u32[HI] ?? 0) >>> 20) - 1023;
  u32[HI] = ((u32[HI] ?? 0) & 0xfffff) | 0x3ff00000;
  let m = f64[0];
  if (m > Math.SQRT2) {
    m *= 0.5;
    e += 1;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  const p = 1 + z * (1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z * (1 / 13 + z * (1 / 15 + z * (1 / 17 + z * (1 / 19)))))))));
  return e * LN2_HI + (2 * s * p + e * LN2_LO);
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  if (x > 20) return 1;
  if (x < -20) return -1;
  const e = exp(2 * x);
  return (e - 1) / (e + 1);
}
