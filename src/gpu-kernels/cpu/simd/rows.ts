import { storeTail, sumLanes, firstLanes, loadTail } from './vector';

/** y [n] = sum over rows of x [rows, n]; four rows are added up before they join the sum. */
export function columnSums(x: usize, y: usize, rows: i32, n: i32): void {
  const width = <usize>n << 2;
  const whole = <usize>(n & ~3) << 2;
  memory.fill(y, 0, width);
  let r = 0;
  for (; r + 4 <= rows; r += 4) {
    for (let i: usize = 0; i < width; i += 16) {
      const x0 = x + i;
      const four = f32x4.add(f32x4.add(v128.load(x0), v128.load(x0 + width)), f32x4.add(v128.load(x0 + width * 2), v128.load(x0 + width * 3)));
      const v = f32x4.add(v128.load(y + i), four);
      if (i < whole) v128.store(y + i, v);
      else storeTail(y + i, v, n & 3);
    }
    x += width * 4;
  }
  for (; r < rows; r++) {
    addRow(y, x, n);
    x += width;
  }
}

/** y += x over n floats */
@inline function addRow(y: usize, x: usize, n: i32): void {
  const width = <usize>n << 2;
  const whole = <usize>(n & ~3) << 2;
  for (let i: usize = 0; i < whole; i += 16) v128.store(y + i, f32x4.add(v128.load(y + i), v128.load(x + i)));
  if (whole < width) storeTail(y + whole, f32x4.add(v128.load(y + whole), v128.load(x + whole)), n & 3);
}

/** to [n, k] = from [k, n] transposed */
export function transpose(from: usize, to: usize, k: i32, n: i32): void {
  const down = <usize>n << 2;
  const right = <usize>k << 2;
  let i = 0;
  for (; i + 4 <= k; i += 4) {
    let p = from + <usize>i * down;
    let q = to + (<usize>i << 2);
    let j = 0;
    for (; j + 4 <= n; j += 4) {
      const a = v128.load(p);
      const b = v128.load(p + down);
      const c = v128.load(p + down * 2);
      const d = v128.load(p + down * 3);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const ef = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const gh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(q, v128.shuffle<i64>(ab, cd, 0, 2));
      v128.store(q + right, v128.shuffle<i64>(ab, cd, 1, 3));
      v128.store(q + right * 2, v128.shuffle<i64>(ef, gh, 0, 2));
      v128.store(q + right * 3, v128.shuffle<i64>(ef, gh, 1, 3));
      p += 16;
      q += right * 4;
    }
    for (; j < n; j++) {
      store<f32>(q, load<f32>(p));
      store<f32>(q, load<f32>(p + down), 4);
      store<f32>(q, load<f32>(p + down * 2), 8);
      store<f32>(q, load<f32>(p + down * 3), 12);
      p += 4;
      q += right;
    }
  }
  for (; i < k; i++) for (let j = 0; j < n; j++) store<f32>(to + <usize>j * right + (<usize>i << 2), load<f32>(from + <usize>i * down + (<usize>j << 2)));
}

/** See kernels/embed. */
export function embed(tokens: usize, positions: usize, params: usize, modelOf: usize, x: usize, rows: i32, chunk: i32, pos0: i32, slots: i32, d: i32, stride: i32, wte: i32, wpe: i32, perModel: i32): void {
  const width = <usize>d << 2;
  const whole = <usize>(d & ~3) << 2;
  for (let r = 0; r < rows; r++) {
    const base = params + (<usize>(load<i32>(modelOf + (<usize>(r / perModel) << 2)) * stride) << 2);
    for (let c = 0; c < chunk; c++) {
      const pos = pos0 + c;
      const token = load<i32>(tokens + (<usize>(r * slots + load<i32>(positions + (<usize>pos << 4))) << 2));
      const te = base + (<usize>(wte + token * d) << 2);
      const pe = base + (<usize>(wpe + pos * d) << 2);
      for (let i: usize = 0; i < whole; i += 16) v128.store(x + i, f32x4.add(v128.load(te + i), v128.load(pe + i)));
      if (whole < width) storeTail(x + whole, f32x4.add(v128.load(te + whole), v128.load(pe + whole)), d & 3);
      x += width;
    }
  }
}

/** grad [vocab, d] = sum of dx's rows by input token; dx and tokens from this model's first row. */
export function embedBwdToken(tokens: usize, positions: usize, dx: usize, grad: usize, rows: i32, ctx: i32, slots: i32, d: i32, vocab: i32): void {
  memory.fill(grad, 0, <usize>(vocab * d) << 2);
  for (let r = 0; r < rows; r++) {
    for (let t = 0; t < ctx; t++) {
      const token = load<i32>(tokens + (<usize>(r * slots + load<i32>(positions + (<usize>t << 4))) << 2));
      addRow(grad + (<usize>(token * d) << 2), dx, d);
      dx += <usize>d << 2;
    }
  }
}

/** partial[c] = sum of squares of grads[c*chunk .. (c+1)*chunk) */
export function sumSquares(grads: usize, partial: usize, size: i32, chunk: i32): void {
  for (let c = 0; c < size; c += chunk) {
    const end = min(size, c + chunk);
    let s = f32x4.splat(0);
    for (let i = c; i < end; i += 4) {
      const g = loadTail(grads + (<usize>i << 2), firstLanes(end - i));
      s = f32x4.add(s, f32x4.mul(g, g));
    }
    store<f32>(partial, sumLanes(s));
    partial += 4;
  }
}

/** See kernels/adamw, for n parameters of one model; keep = 1 - learning rate * weight decay. */
export function adamw(grads: usize, params: usize, m: usize, v: usize, n: i32, scale: f32, lr: f32, bc1: f32, bc2: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, eps: f32, keep: f32): void {
  for (let i = 0; i < n; i += 4) {
    const o = <usize>i << 2;
    const g = f32x4.mul(v128.load(grads + o), f32x4.splat(scale));
    const mi = f32x4.add(f32x4.mul(f32x4.splat(beta1), v128.load(m + o)), f32x4.mul(f32x4.splat(rest1), g));
    const vi = f32x4.add(f32x4.mul(f32x4.splat(beta2), v128.load(v + o)), f32x4.mul(f32x4.mul(f32x4.splat(rest2), g), g));
    const step = f32x4.div(f32x4.mul(f32x4.splat(lr), f32x4.div(mi, f32x4.splat(bc1))), f32x4.add(f32x4.sqrt(f32x4.div(vi, f32x4.splat(bc2))), f32x4.splat(eps)));
    const p = f32x4.sub(f32x4.mul(v128.load(params + o), f32x4.splat(keep)), step);
    if (i + 4 <= n) {
      v128.store(m + o, mi);
      v128.store(v + o, vi);
      v128.store(params + o, p);
    } else {
      storeTail(m + o, mi, n - i);
      storeTail(v + o, vi, n - i);
      storeTail(params + o, p, n - i);
    }
  }
}
