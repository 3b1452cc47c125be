import { firstLanes, loadTail, storeTail, sumLanes } from './vector';

/** y = (x - mean) * rstd * gamma + beta over d floats; two passes, so that the variance does not cancel. stats 0: not wanted. */
function normalise(x: usize, gamma: usize, beta: usize, y: usize, stats: usize, d: i32, eps: f32): void {
  const whole = <usize>(d & ~3) << 2;
  const tail = d & 3;
  const mask = firstLanes(tail);
  let s = f32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) s = f32x4.add(s, v128.load(x + i));
  if (tail) s = f32x4.add(s, loadTail(x + whole, mask));
  const mean = sumLanes(s) / <f32>d;
  const means = f32x4.splat(mean);
  s = f32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    const c = f32x4.sub(v128.load(x + i), means);
    s = f32x4.add(s, f32x4.mul(c, c));
  }
  if (tail) {
    const c = v128.and(f32x4.sub(v128.load(x + whole), means), mask);
    s = f32x4.add(s, f32x4.mul(c, c));
  }
  const rstd = <f32>1 / sqrt<f32>(sumLanes(s) / <f32>d + eps);
  const rstds = f32x4.splat(rstd);
  for (let i: usize = 0; i < whole; i += 16) v128.store(y + i, f32x4.add(f32x4.mul(f32x4.mul(f32x4.sub(v128.load(x + i), means), rstds), v128.load(gamma + i)), v128.load(beta + i)));
  if (tail) storeTail(y + whole, f32x4.add(f32x4.mul(f32x4.mul(f32x4.sub(v128.load(x + whole), means), rstds), v128.load(gamma + whole)), v128.load(beta + whole)), tail);
  if (stats) {
    store<f32>(stats, mean);
    store<f32>(stats, rstd, 4);
  }
}

/** See kernels/layer-norm; stats may be 0. */
export function layerNorm(x: usize, params: usize, modelOf: usize, y: usize, stats: usize, rows: i32, d: i32, eps: f32, stride: i32, gamma: i32, beta: i32, perModel: i32): void {
  const width = <usize>d << 2;
  for (let r0 = 0; r0 < rows; r0 += perModel) {
    const base = params + (<usize>(load<i32>(modelOf) * stride) << 2);
    modelOf += 4;
    for (let r = r0, end = min(r0 + perModel, rows); r < end; r++) {
      normalise(x, base + (<usize>gamma << 2), base + (<usize>beta << 2), y, stats, d, eps);
      x += width;
      y += width;
      if (stats) stats += 8;
    }
  }
}

/** See kernels/layer-norm-bwd. */
export function layerNormBwdX(x: usize, stats: usize, params: usize, modelOf: usize, dy: usize, dx: usize, rows: i32, d: i32, stride: i32, gamma: i32, perModel: i32, add: i32): void {
  const width = <usize>d << 2;
  const whole = <usize>(d & ~3) << 2;
  const tail = d & 3;
  const mask = firstLanes(tail);
  for (let r0 = 0; r0 < rows; r0 += perModel) {
    const gain = params + (<usize>(load<i32>(modelOf) * stride + gamma) << 2);
    modelOf += 4;
    for (let r = r0, end = min(r0 + perModel, rows); r < end; r++) {
      const mean = v128.load_splat<f32>(stats);
      const rstd = v128.load_splat<f32>(stats, 4);
      let a = f32x4.splat(0);
      let b = f32x4.splat(0);
      for (let i: usize = 0; i < whole; i += 16) {
        const g = f32x4.mul(v128.load(dy + i), v128.load(gain + i));
        a = f32x4.add(a, g);
        b = f32x4.add(b, f32x4.mul(g, f32x4.mul(f32x4.sub(v128.load(x + i), mean), rstd)));
      }
      if (tail) {
        const g = f32x4.mul(loadTail(dy + whole, mask), loadTail(gain + whole, mask));
        a = f32x4.add(a, g);
        b = f32x4.add(b, f32x4.mul(g, f32x4.mul(f32x4.sub(loadTail(x + whole, mask), mean), rstd)));
      }
      a = f32x4.splat(sumLanes(a) / <f32>d);
      b = f32x4.splat(sumLanes(b) / <f32>d);
      for (let i: usize = 0; i < width; i += 16) {
        const hat = f32x4.mul(f32x4.sub(v128.load(x + i), mean), rstd);
        let v = f32x4.mul(rstd, f32x4.sub(f32x4.sub(f32x4.mul(v128.load(dy + i), v128.load(gain + i)), a), f32x4.mul(hat, b)));
        if (add) v = f32x4.add(v128.load(dx + i), v);
        if (i < whole) v128.store(dx + i, v);
        else storeTail(dx + i, v, tail);
      }
      x += width;
      dy += width;
      dx += width;
      stats += 8;
    }
  }
}

@inline function hat(x: usize, stats: usize): v128 {
  return f32x4.mul(f32x4.sub(v128.load(x), v128.load_splat<f32>(stats)), v128.load_splat<f32>(stats, 4));
}

/** dgamma [d] = sum over rows of dy * xhat, dbeta [d] = sum of dy; four rows are added up before they join the sums. */
export function layerNormBwdW(x: usize, stats: usize, dy: usize, dgamma: usize, dbeta: usize, rows: i32, d: i32): void {
  const width = <usize>d << 2;
  const whole = <usize>(d & ~3) << 2;
  memory.fill(dgamma, 0, width);
  memory.fill(dbeta, 0, width);
  let r = 0;
  for (; r + 4 <= rows; r += 4) {
    for (let i: usize = 0; i < width; i += 16) {
      const x0 = x + i;
      const y0 = dy + i;
      const a = v128.load(y0);
      const b = v128.load(y0 + width);
      const c = v128.load(y0 + width * 2);
      const e = v128.load(y0 + width * 3);
      const first = f32x4.add(f32x4.mul(a, hat(x0, stats)), f32x4.mul(b, hat(x0 + width, stats + 8)));
      const second = f32x4.add(f32x4.mul(c, hat(x0 + width * 2, stats + 16)), f32x4.mul(e, hat(x0 + width * 3, stats + 24)));
      const g = f32x4.add(v128.load(dgamma + i), f32x4.add(first, second));
      const s = f32x4.add(v128.load(dbeta + i), f32x4.add(f32x4.add(a, b), f32x4.add(c, e)));
      if (i < whole) {
        v128.store(dgamma + i, g);
        v128.store(dbeta + i, s);
      } else {
        storeTail(dgamma + i, g, d & 3);
        storeTail(dbeta + i, s, d & 3);
      }
    }
    x += width * 4;
    dy += width * 4;
    stats += 32;
  }
  for (; r < rows; r++) {
    for (let i: usize = 0; i < width; i += 16) {
      const a = v128.load(dy + i);
      const g = f32x4.add(v128.load(dgamma + i), f32x4.mul(a, hat(x + i, stats)));
      const s = f32x4.add(v128.load(dbeta + i), a);
      if (i < whole) {
        v128.store(dgamma + i, g);
        v128.store(dbeta + i, s);
      } else {
        storeTail(dgamma + i, g, d & 3);
        storeTail(dbeta + i, s, d & 3);
      }
    }
    x += width;
    dy += width;
    stats += 8;
  }
}
