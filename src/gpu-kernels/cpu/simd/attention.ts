import { exp4, firstLanes, lane0, lane1, lane2, lane3, loadTail, log, maxLanes, storeTail, sumLanes, sums4 } from './vector';

/** {x . r0, x . r1, x . r2, x . r3} over hd floats */
@inline function dots4(x: usize, r0: usize, r1: usize, r2: usize, r3: usize, hd: i32): v128 {
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  let e = 0;
  for (; e + 8 <= hd; e += 8) {
    const u = v128.load(x);
    const v = v128.load(x, 16);
    a = f32x4.add(f32x4.add(a, f32x4.mul(u, v128.load(r0))), f32x4.mul(v, v128.load(r0, 16)));
    b = f32x4.add(f32x4.add(b, f32x4.mul(u, v128.load(r1))), f32x4.mul(v, v128.load(r1, 16)));
    c = f32x4.add(f32x4.add(c, f32x4.mul(u, v128.load(r2))), f32x4.mul(v, v128.load(r2, 16)));
    d = f32x4.add(f32x4.add(d, f32x4.mul(u, v128.load(r3))), f32x4.mul(v, v128.load(r3, 16)));
    x += 32;
    r0 += 32;
    r1 += 32;
    r2 += 32;
    r3 += 32;
  }
  for (; e < hd; e += 4) {
    const mask = firstLanes(hd - e); // past the row's end x and r alike are cut to 0: what lies there may be anything
    const u = loadTail(x, mask);
    a = f32x4.add(a, f32x4.mul(u, loadTail(r0, mask)));
    b = f32x4.add(b, f32x4.mul(u, loadTail(r1, mask)));
    c = f32x4.add(c, f32x4.mul(u, loadTail(r2, mask)));
    d = f32x4.add(d, f32x4.mul(u, loadTail(r3, mask)));
    x += 16;
    r0 += 16;
    r1 += 16;
    r2 += 16;
    r3 += 16;
  }
  return sums4(a, b, c, d);
}

@inline function mix4(v: v128, w0: v128, w1: v128, w2: v128, w3: v128, r0: usize, r1: usize, r2: usize, r3: usize): v128 {
  v = f32x4.add(v, f32x4.mul(w0, v128.load(r0)));
  v = f32x4.add(v, f32x4.mul(w1, v128.load(r1)));
  v = f32x4.add(v, f32x4.mul(w2, v128.load(r2)));
  return f32x4.add(v, f32x4.mul(w3, v128.load(r3)));
}

/** y += w0 r0 + w1 r1 + w2 r2 + w3 r3 over hd floats */
@inline function addRows4(y: usize, w: v128, r0: usize, r1: usize, r2: usize, r3: usize, hd: i32): void {
  const w0 = lane0(w);
  const w1 = lane1(w);
  const w2 = lane2(w);
  const w3 = lane3(w);
  let e = 0;
  for (; e + 4 <= hd; e += 4) {
    v128.store(y, mix4(v128.load(y), w0, w1, w2, w3, r0, r1, r2, r3));
    y += 16;
    r0 += 16;
    r1 += 16;
    r2 += 16;
    r3 += 16;
  }
  if (e < hd) storeTail(y, mix4(v128.load(y), w0, w1, w2, w3, r0, r1, r2, r3), hd - e);
}

@inline function zero(y: usize, hd: i32): void {
  let e = 0;
  for (; e + 4 <= hd; e += 4) {
    v128.store(y, f32x4.splat(0));
    y += 16;
  }
  if (e < hd) storeTail(y, f32x4.splat(0), hd - e);
}

/** out = (sum over n rows of p[j] * v[j]) / sum, 16 columns at a time so that the sums stay in registers */
@inline function mixValues(out: usize, p: usize, v: usize, stride: usize, n: i32, sum: v128, hd: i32): void {
  let e = 0;
  for (; e + 16 <= hd; e += 16) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let r = v;
    for (let j = 0; j < n; j++) {
      const w = v128.load_splat<f32>(p + (<usize>j << 2));
      a = f32x4.add(a, f32x4.mul(w, v128.load(r)));
      b = f32x4.add(b, f32x4.mul(w, v128.load(r, 16)));
      c = f32x4.add(c, f32x4.mul(w, v128.load(r, 32)));
      d = f32x4.add(d, f32x4.mul(w, v128.load(r, 48)));
      r += stride;
    }
    v128.store(out, f32x4.div(a, sum));
    v128.store(out, f32x4.div(b, sum), 16);
    v128.store(out, f32x4.div(c, sum), 32);
    v128.store(out, f32x4.div(d, sum), 48);
    out += 64;
    v += 64;
  }
  for (; e < hd; e += 4) {
    let a = f32x4.splat(0);
    let r = v;
    for (let j = 0; j < n; j++) {
      a = f32x4.add(a, f32x4.mul(v128.load_splat<f32>(p + (<usize>j << 2)), v128.load(r)));
      r += stride;
    }
    a = f32x4.div(a, sum);
    if (e + 4 <= hd) v128.store(out, a);
    else storeTail(out, a, hd - e);
    out += 16;
    v += 16;
  }
}

/** See kernels/attention. Four keys at a time; p is scratch for ctx floats, rounded up to whole vectors. */
export function attention(qkv: usize, out: usize, lse: usize, p: usize, rows: i32, chunk: i32, pos0: i32, ctx: i32, d: i32, heads: i32): void {
  const hd = d / heads;
  const scale = f32x4.splat(1 / sqrt<f32>(<f32>hd));
  const width = <usize>d << 2;
  const stride = width * 3;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < chunk; c++) {
      const n = pos0 + c + 1;
      for (let h = 0; h < heads; h++) {
        const head = qkv + <usize>(r * ctx) * stride + (<usize>(h * hd) << 2);
        const q = head + <usize>(n - 1) * stride;
        const last = q + width;
        let k = head + width;
        let top = f32x4.splat(-Infinity);
        for (let j = 0; j < n; j += 4) {
          // keys past the last are the last again, and then cut
          let s = f32x4.mul(dots4(q, k, min(k + stride, last), min(k + stride * 2, last), min(k + stride * 3, last), hd), scale);
          s = v128.bitselect(s, f32x4.splat(-Infinity), firstLanes(n - j));
          v128.store(p + (<usize>j << 2), s);
          top = f32x4.pmax(top, s);
          k += stride * 4;
        }
        const max = maxLanes(top);
        const maxes = f32x4.splat(max);
        let total = f32x4.splat(0);
        for (let j = 0; j < n; j += 4) {
          const at = p + (<usize>j << 2);
          const e = v128.and(exp4(f32x4.sub(v128.load(at), maxes)), firstLanes(n - j));
          v128.store(at, e);
          total = f32x4.add(total, e);
        }
        const sum = sumLanes(total);
        const o = r * chunk + c;
        mixValues(out + <usize>o * width + (<usize>(h * hd) << 2), p, head + width * 2, stride, n, f32x4.splat(sum), hd);
        store<f32>(lse + (<usize>(o * heads + h) << 2), <f32>(<f64>max + log(<f64>sum)));
      }
    }
  }
}

@inline function dot(x: usize, y: usize, hd: i32): f32 {
  let a = f32x4.splat(0);
  for (let e = 0; e < hd; e += 4) {
    const mask = firstLanes(hd - e);
    a = f32x4.add(a, f32x4.mul(loadTail(x, mask), loadTail(y, mask)));
    x += 16;
    y += 16;
  }
  return sumLanes(a);
}

/** See kernels/attention-bwd, first half. Four keys at a time. */
export function attentionBwdQ(qkv: usize, out: usize, dout: usize, lse: usize, delta: usize, dqkv: usize, rows: i32, ctx: i32, d: i32, heads: i32): void {
  const hd = d / heads;
  const scale = f32x4.splat(1 / sqrt<f32>(<f32>hd));
  const width = <usize>d << 2;
  const stride = width * 3;
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < ctx; i++) {
      for (let h = 0; h < heads; h++) {
        const at = r * ctx + i;
        const col = <usize>(h * hd) << 2;
        const head = qkv + <usize>(r * ctx) * stride + col;
        const q = head + <usize>i * stride;
        const last = q + width;
        const o = <usize>at * width + col;
        const dq = dqkv + <usize>at * stride + col;
        const stat = <usize>(at * heads + h) << 2;
        const del = dot(dout + o, out + o, hd);
        store<f32>(delta + stat, del);
        const dels = f32x4.splat(del);
        const l = v128.load_splat<f32>(lse + stat);
        zero(dq, hd);
        let k = head + width;
        for (let j = 0; j <= i; j += 4) {
          const k1 = min(k + stride, last);
          const k2 = min(k + stride * 2, last);
          const k3 = min(k + stride * 3, last);
          const s = dots4(q, k, k1, k2, k3, hd);
          const dp = dots4(dout + o, k + width, k1 + width, k2 + width, k3 + width, hd);
          const p = v128.and(exp4(f32x4.sub(f32x4.mul(s, scale), l)), firstLanes(i + 1 - j));
          addRows4(dq, f32x4.mul(f32x4.mul(p, f32x4.sub(dp, dels)), scale), k, k1, k2, k3, hd);
          k += stride * 4;
        }
      }
    }
  }
}

@inline function gather4(p: usize, i: i32, last: i32, step: usize): v128 {
  let v = v128.load_splat<f32>(p + <usize>i * step);
  v = v128.load_lane<f32>(p + <usize>min(i + 1, last) * step, v, 1);
  v = v128.load_lane<f32>(p + <usize>min(i + 2, last) * step, v, 2);
  return v128.load_lane<f32>(p + <usize>min(i + 3, last) * step, v, 3);
}

/** See kernels/attention-bwd, second half. Four queries at a time. */
export function attentionBwdKV(qkv: usize, dout: usize, lse: usize, delta: usize, dqkv: usize, rows: i32, ctx: i32, d: i32, heads: i32): void {
  const hd = d / heads;
  const scale = f32x4.splat(1 / sqrt<f32>(<f32>hd));
  const width = <usize>d << 2;
  const stride = width * 3;
  const step = <usize>heads << 2;
  for (let r = 0; r < rows; r++) {
    for (let j = 0; j < ctx; j++) {
      for (let h = 0; h < heads; h++) {
        const col = <usize>(h * hd) << 2;
        const q = qkv + <usize>(r * ctx) * stride + col;
        const o = dout + <usize>(r * ctx) * width + col;
        const k = q + <usize>j * stride + width;
        const dk = dqkv + <usize>(r * ctx + j) * stride + width + col;
        const stat = <usize>(r * ctx * heads + h) << 2;
        zero(dk, hd);
        zero(dk + width, hd);
        for (let i = j; i < ctx; i += 4) {
          // queries past the last are the last again, and then cut
          const i1 = min(i + 1, ctx - 1);
          const i2 = min(i + 2, ctx - 1);
          const i3 = min(i + 3, ctx - 1);
          const q0 = q + <usize>i * stride;
          const q1 = q + <usize>i1 * stride;
          const q2 = q + <usize>i2 * stride;
          const q3 = q + <usize>i3 * stride;
          const o0 = o + <usize>i * width;
          const o1 = o + <usize>i1 * width;
          const o2 = o + <usize>i2 * width;
          const o3 = o + <usize>i3 * width;
          const s = dots4(k, q0, q1, q2, q3, hd);
          const dp = dots4(k + width, o0, o1, o2, o3, hd);
          const p = v128.and(exp4(f32x4.sub(f32x4.mul(s, scale), gather4(lse + stat, i, ctx - 1, step))), firstLanes(ctx - i));
          addRows4(dk, f32x4.mul(f32x4.mul(p, f32x4.sub(dp, gather4(delta + stat, i, ctx - 1, step))), scale), q0, q1, q2, q3, hd);
          addRows4(dk + width, p, o0, o1, o2, o3, hd);
        }
      }
    }
  }
}
