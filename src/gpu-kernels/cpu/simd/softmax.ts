import { exp, exp4, firstLanes, log, maxLanes, storeTail, sumLanes } from './vector';

// one row's softmax over [lo, hi): what `scan` leaves behind
let top: f32 = 0; // the largest logit
let total: f32 = 0; // sum of e^(x - top)
let logTotal: f64 = 0;
let entropy: f64 = 0;

/** e^(x - top) of n logits into `to`, their sum and the entropy, log S - sum(e (x - top)) / S: both terms are positive, nothing cancels. */
function scan(x: usize, to: usize, n: i32, scale: f32): void {
  let m = f32x4.splat(-Infinity);
  for (let i = 0; i < n; i += 4) m = f32x4.pmax(m, v128.bitselect(v128.load(x + (<usize>i << 2)), f32x4.splat(-Infinity), firstLanes(n - i)));
  top = maxLanes(m);
  m = f32x4.splat(top);
  let s = f32x4.splat(0);
  let t = f32x4.splat(0);
  for (let i = 0; i < n; i += 4) {
    const o = <usize>i << 2;
    const mask = firstLanes(n - i);
    const z = f32x4.div(v128.and(f32x4.sub(v128.load(x + o), m), mask), f32x4.splat(scale));
    const e = v128.and(exp4(z), mask);
    s = f32x4.add(s, e);
    t = f32x4.add(t, f32x4.mul(e, z));
    if (i + 4 <= n) v128.store(to + o, e);
    else storeTail(to + o, e, n - i);
  }
  total = sumLanes(s);
  logTotal = log(<f64>total);
  entropy = logTotal - <f64>sumLanes(t) / <f64>total;
}

@inline function at(p: usize, i: i32): usize {
  return p + (<usize>i << 2);
}

/** log-probability of a token of the row scanned last */
@inline function logprobOf(row: usize, token: i32): f64 {
  return <f64>load<f32>(at(row, token)) - <f64>top - logTotal;
}

/** See kernels/masked-logprob; scratch for vocab floats. */
export function maskedLogprob(logits: usize, tokens: usize, positions: usize, logprob: usize, entropies: usize, scratch: usize, rows: i32, ctx: i32, slots: i32, vocab: i32): void {
  for (let r = 0; r < rows; r++) {
    for (let t = 0; t < ctx; t++) {
      const place = positions + (<usize>t << 4);
      const lo = load<i32>(place, 8);
      const hi = load<i32>(place, 12);
      let lp: f64 = 0;
      let h: f64 = 0;
      if (lo != hi) {
        scan(at(logits, lo), scratch, hi - lo, 1);
        lp = logprobOf(logits, load<i32>(at(tokens, r * slots + load<i32>(place, 4))));
        h = entropy;
      }
      store<f32>(logprob, <f32>lp);
      store<f32>(entropies, <f32>h);
      logits += <usize>vocab << 2;
      logprob += 4;
      entropies += 4;
    }
  }
}

/** See kernels/policy-loss. */
export function policyLoss(logits: usize, tokens: usize, positions: usize, weight: usize, advantage: usize, oldRef: usize, dlogits: usize, terms: usize, rows: i32, ctx: i32, slots: i32, vocab: i32, kind: i32, clipLow: f64, clipHigh: f64, klBeta: f64, entropyCoef: f64): void {
  const all = rows * ctx;
  memory.fill(dlogits, 0, <usize>(all * vocab) << 2);
  memory.fill(terms, 0, <usize>(all * 6) << 2);
  for (let i = 0; i < all; i++) {
    const w = <f64>load<f32>(at(weight, i));
    if (w == 0) continue;
    const r = i / ctx;
    const place = positions + (<usize>(i - r * ctx) << 4);
    const lo = load<i32>(place, 8);
    const n = load<i32>(place, 12) - lo;
    const row = at(logits, i * vocab);
    const d = at(dlogits, i * vocab + lo);
    scan(at(row, lo), d, n, 1);
    const token = load<i32>(at(tokens, r * slots + load<i32>(place, 4)));
    const lp = logprobOf(row, token);
    let policy = -lp;
    let kl: f64 = 0;
    let dlp: f64 = -1;
    let ent: f64 = 0;
    let clipped: f64 = 0;
    if (kind == 0) {
      const a = <f64>load<f32>(at(advantage, r));
      const ratio = exp(lp - <f64>load<f32>(at(oldRef, i)));
      const bounded = min(max(ratio, 1 - clipLow), 1 + clipHigh);
      policy = -min(ratio * a, bounded * a);
      clipped = ratio == bounded ? 0 : 1;
      dlp = ratio * a <= bounded * a ? -a * ratio : 0;
      const x = <f64>load<f32>(at(oldRef, all + i)) - lp;
      const e = exp(x);
      kl = e - x - 1;
      dlp += klBeta * (1 - e);
      ent = entropyCoef;
    }
    const dlps = f32x4.splat(<f32>(w * dlp));
    const ents = f32x4.splat(<f32>(w * ent));
    const shift = f32x4.splat(<f32>(entropy - logTotal));
    for (let j = 0; j < n; j += 4) {
      const o = <usize>j << 2;
      const p = f32x4.div(v128.load(d + o), f32x4.splat(total));
      const l = f32x4.add(f32x4.sub(v128.load(at(row, lo) + o), f32x4.splat(top)), shift); // log p + entropy
      const v = f32x4.mul(p, f32x4.sub(f32x4.mul(ents, l), dlps));
      if (j + 4 <= n) v128.store(d + o, v);
      else storeTail(d + o, v, n - j);
    }
    const own = at(dlogits, i * vocab + token);
    store<f32>(own, load<f32>(own) + <f32>(w * dlp));
    const q = at(terms, i * 6);
    store<f32>(q, <f32>(w * (policy + klBeta * kl - ent * entropy)));
    store<f32>(q, <f32>(w * policy), 4);
    store<f32>(q, <f32>(w * kl), 8);
    store<f32>(q, <f32>(w * entropy), 12);
    store<f32>(q, <f32>(w * clipped), 16);
    store<f32>(q, <f32>(w * lp), 20);
  }
}

/** See kernels/soft-loss. */
export function softLoss(logits: usize, target: usize, positions: usize, weight: usize, dlogits: usize, terms: usize, rows: i32, ctx: i32, vocab: i32): void {
  const all = rows * ctx;
  memory.fill(dlogits, 0, <usize>(all * vocab) << 2);
  for (let i = 0; i < all; i++) {
    const w = load<f32>(at(weight, i));
    let ce: f64 = 0;
    let kl: f64 = 0;
    if (w != 0) {
      const place = positions + (<usize>(i % ctx) << 4);
      const lo = load<i32>(place, 8);
      const n = load<i32>(place, 12) - lo;
      const row = at(logits, i * vocab + lo);
      const goal = at(target, i * vocab + lo);
      const d = at(dlogits, i * vocab + lo);
      scan(row, d, n, 1);
      for (let j = 0; j < n; j++) {
        const q = load<f32>(at(goal, j));
        const lp = logprobOf(row, j);
        ce -= <f64>q * lp;
        if (q > 0) kl += <f64>q * (log(<f64>q) - lp);
        store<f32>(at(d, j), w * (load<f32>(at(d, j)) / total - q));
      }
    }
    store<f32>(terms, <f32>(<f64>w * ce));
    store<f32>(terms, <f32>(<f64>w * kl), 4);
    terms += 8;
  }
}

/**
 * One row of kernels/sample over n logits: returns the token drawn, counted from the first, and writes its log-probability at temperature 1 and the collapse
 * error. Scratch for n floats.
 */
export function sampleRow(x: usize, n: i32, temperature: f32, u: f64, logprob: usize, collapse: usize, scratch: usize): i32 {
  scan(x, scratch, n, temperature);
  const goal = u * <f64>total;
  let sum: f64 = 0;
  let token = 0;
  for (; token < n - 1; token++) {
    sum += <f64>load<f32>(at(scratch, token));
    if (goal < sum) break;
  }
  store<f32>(collapse, <f32>(1 - 1 / <f64>total)); // the mode's term of the sum is e^0 = 1
  if (temperature != 1) scan(x, scratch, n, 1);
  store<f32>(logprob, <f32>logprobOf(x, token));
  return token;
}
