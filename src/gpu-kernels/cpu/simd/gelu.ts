import { exp4, firstLanes, loadTail, storeTail } from './vector';

/** -2u, u = sqrt(2/pi) (x + 0.044715 x^3): tanh-GELU is x / (1 + e^(-2u)), which keeps its relative accuracy where 1 + tanh cancels. */
@inline function exponent(x: v128): v128 {
  const inner = f32x4.mul(x, f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(0.044715), f32x4.mul(x, x))));
  return f32x4.mul(inner, f32x4.splat(-1.5957691216057308));
}

/** all ones where 1 + tanh(u) counts as zero, as in cpu/math.ts; a NaN does not */
@inline function flat(exponents: v128): v128 {
  return f32x4.gt(exponents, f32x4.splat(40));
}

@inline function gelu4(x: v128): v128 {
  const u = exponent(x);
  return v128.andnot(f32x4.div(x, f32x4.add(f32x4.splat(1), exp4(u))), flat(u));
}

/** with s = 1 / (1 + e^(-2u)): s + 2 x s (1 - s) sqrt(2/pi) (1 + 3 * 0.044715 x^2) */
@inline function slope4(x: v128): v128 {
  const u = exponent(x);
  const e = exp4(u);
  const s = v128.andnot(f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), e)), flat(u));
  const du = f32x4.add(f32x4.splat(1.5957691216057308), f32x4.mul(f32x4.splat(0.21406146171684678), f32x4.mul(x, x)));
  return f32x4.add(s, f32x4.mul(f32x4.mul(f32x4.mul(x, s), f32x4.mul(e, s)), du));
}

/** y[i] = gelu(x[i]); x and y may be the same */
export function gelu(x: usize, y: usize, n: i32): void {
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    v128.store(y, gelu4(v128.load(x)));
    x += 16;
    y += 16;
  }
  if (i < n) storeTail(y, gelu4(loadTail(x, firstLanes(n - i))), n - i);
}

/** dx[i] = dy[i] * gelu'(x[i]) */
export function geluBwd(x: usize, dy: usize, dx: usize, n: i32): void {
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    v128.store(dx, f32x4.mul(v128.load(dy), slope4(v128.load(x))));
    x += 16;
    dy += 16;
    dx += 16;
  }
  if (i < n) {
    const mask = firstLanes(n - i);
    storeTail(dx, f32x4.mul(loadTail(dy, mask), slope4(loadTail(x, mask))), n - i);
  }
}
