/** Checks of what learns: losses, their targets, advantages, the optimiser. */
import { adamw, gradScale, NORM_CHUNK, sumSquares } from '../kernels/adamw/kernel.ts';
import { GAP_CHUNK, biasBound, gradientGap } from '../kernels/gradient-gap/kernel.ts';
import { groupAdvantage } from '../kernels/group-advantage/kernel.ts';
import { maskWeight } from '../kernels/mask-weight/kernel.ts';
import { maskedLogprob } from '../kernels/masked-logprob/kernel.ts';
import { policyLoss } from '../kernels/policy-loss/kernel.ts';
import { sharpen } from '../kernels/sharpen/kernel.ts';
import { simulatorReward } from '../kernels/simulator-reward/kernel.ts';
import { softLoss } from '../kernels/soft-loss/kernel.ts';
import type { FolderChecks } from './check.ts';
import { check, onCpu } from './check.ts';
import { Draw, positionTable } from './inputs.ts';

/** Groups of all kinds, [rows, 3] = reward, success, turns: mixed, all failed, all succeeded alike, all succeeded at different turns. */
function outcomes(groups: number, size: number): Float32Array {
  const draw = new Draw(groups * size);
  return Float32Array.from(
    Array.from({ length: groups * size }, (_, r) => {
      const kind = Math.floor(r / size) % 4;
      const success = kind === 0 ? draw.ints(1, 2)[0]! : kind === 1 ? 0 : 1;
      const turns = kind === 0 || kind === 3 ? 1 + draw.ints(1, 8)[0]! : 5;
      return [success * Math.fround(0.97 ** turns), success, turns];
    }).flat(),
  );
}

const adamwChecks: FolderChecks = {
  folder: 'adamw',
  make: async () => {
    const close = { rtol: 1e-5, atol: 1e-7 };
    const [models, size] = [3, 2057];
    const draw = new Draw(size);
    const grads = draw.floats(models * size);
    const chunks = Math.ceil(size / NORM_CHUNK);
    const norm = { models, size, chunks };
    const squares = { grads, partial: models * chunks };
    const { partial } = await onCpu(sumSquares, squares, norm);
    const n = models * size;
    const hyper = { decayEnd: 1000, beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: 0.1 };
    const state = { params: draw.floats(n), m: draw.floats(n), v: draw.floats(n, 0, 1) };
    return [
      check(sumSquares, norm, squares, norm, close),
      check(gradScale, { models, chunks }, { partial, scale: models * 2 }, { models, chunks, clip: 1 }, close),
      check(adamw, { models, size }, { grads, scale: [0.5, 3, 1, 0.2, 1, 1], optim: [1e-2, 0.1, 0.02, 0], ...state }, { models, size, ...hyper }, { rtol: 1e-5, atol: 1e-6 }),
    ];
  },
};

const gapChecks: FolderChecks = {
  folder: 'gradient-gap',
  make: () => {
    const seeds = 3;
    return [
      ...[7, 2 * GAP_CHUNK + 5].map((size) => {
        const chunks = Math.ceil(size / GAP_CHUNK);
        const draw = new Draw(size);
        const inputs = { a: draw.floats(2 * seeds * size), b: draw.floats(2 * seeds * size), partial: seeds * chunks };
        return check(gradientGap, { seeds, size }, inputs, { seeds, size, chunks }, { rtol: 1e-5, atol: 1e-3 });
      }),
      check(biasBound, { seeds: 2, passes: 2 }, { gap: [4, -1], scores: [1, 9, 4, 0, 16, 2, 25, 1], error: [0, 0.5, 0, 0.1], out: 6 }, { seeds: 2, passes: 2, cols: 2, col: 1, scale: 2.25, rMax: 1 }),
    ];
  },
};

const advantageChecks: FolderChecks = {
  folder: 'group-advantage',
  make: () =>
    [
      { groups: 70, size: 5, kind: 0 },
      { groups: 8, size: 8, kind: 1 },
      { groups: 8, size: 8, kind: 2 },
    ].map((s) => check(groupAdvantage, s, { outcome: outcomes(s.groups, s.size), advantage: s.groups * s.size, groupStats: s.groups * 6 }, s, { rtol: 1e-4, atol: 1e-5 })),
};

const weightChecks: FolderChecks = {
  folder: 'mask-weight',
  make: () =>
    [7, 70].map((n) => {
      const active = Float32Array.from({ length: 3 * n }, (_, i) => (i >= n && i < 2 * n ? 0 : i % 3 === 1 ? 0 : 1));
      const count = [0, 1, 2].map((m) => active.slice(m * n, (m + 1) * n).reduce((a, b) => a + b, 0));
      return check(maskWeight, { models: 3, n }, { active, count, weight: 3 * n }, { models: 3, n });
    }),
};

const logprobChecks: FolderChecks = {
  folder: 'masked-logprob',
  make: () =>
    [
      { rows: 5, ctx: 7, vocab: 13, outOff: 0 },
      { rows: 3, ctx: 30, vocab: 40, outOff: 90 },
    ].map((s) => {
      const draw = new Draw(s.vocab);
      const { positions, tokens, slots } = positionTable(draw, s.rows, s.ctx, s.vocab);
      const n = s.rows * s.ctx;
      const inputs = { logits: draw.floats(n * s.vocab, -8, 8), tokens, positions, logprob: s.outOff + n, entropy: n };
      return check(maskedLogprob, s, inputs, { ...s, slots }, { rtol: 1e-5, atol: 5e-6 });
    }),
};

const policyChecks: FolderChecks = {
  folder: 'policy-loss',
  make: async () => {
    const checks = [
      { rows: 6, ctx: 7, vocab: 11, kind: 0, klBeta: 0.05, entropyCoef: 0.01 },
      { rows: 4, ctx: 20, vocab: 33, kind: 0, klBeta: 0, entropyCoef: 0.1 },
      { rows: 3, ctx: 5, vocab: 9, kind: 1, klBeta: 0, entropyCoef: 0 },
    ].map(async ({ rows, ctx, vocab, ...rest }) => {
      const draw = new Draw(rows + vocab);
      const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
      const n = rows * ctx;
      const shape = { rows, ctx, slots, vocab };
      const logits = draw.floats(n * vocab, -3, 3);
      const { logprob } = await onCpu(maskedLogprob, { logits, tokens, positions, logprob: n, entropy: n }, { ...shape, outOff: 0 });
      // some ratios are clipped on either side, none stands at the very bound
      const ratios = [1.02, 0.9, 1.19, 1.5, 0.5, 1.3, 0.7];
      const oldRef = Float32Array.from({ length: 2 * n }, (_, i) => (i < n ? logprob[i]! - Math.log(ratios[i % 7]!) : logprob[i - n]! + (i % 3) * 0.4 - 0.35));
      const weight = Float32Array.from({ length: n }, (_, i) => (positions[(i % ctx) * 4 + 2] === positions[(i % ctx) * 4 + 3] || i % 5 === 4 ? 0 : 1 / n));
      const advantage = Float32Array.from({ length: rows }, (_, r) => [1.5, -0.7, 0][r % 3]!);
      const inputs = { logits, tokens, positions, weight, advantage, oldRef, dlogits: draw.floats(n * vocab), terms: draw.floats(n * 6) };
      return check(policyLoss, { rows, ctx, vocab, kind: rest.kind }, inputs, { ...shape, clipLow: 0.2, clipHigh: 0.28, ...rest }, { rtol: 2e-5, atol: 1e-6 });
    });
    return Promise.all(checks);
  },
};

const sharpenChecks: FolderChecks = {
  folder: 'sharpen',
  make: () =>
    [
      { rows: 6, rowsPerModel: 2, ctx: 8, vocab: 13, nucleus: 0.9 },
      { rows: 4, rowsPerModel: 4, ctx: 20, vocab: 33, nucleus: 0.6 },
    ].map((s) => {
      const { rows, ctx, vocab } = s;
      const draw = new Draw(vocab);
      const models = rows / s.rowsPerModel;
      const teacherRows = rows - 1;
      const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
      const logits = draw.floats(teacherRows * ctx * vocab, -2, 2);
      const tilt = draw.floats(models * vocab * vocab, -0.5, 0.5);
      const gamma = draw.floats(models, 1, 12);
      return check(sharpen, { rows, ctx, vocab }, { logits, tokens, positions, gamma, tilt, target: draw.floats(rows * ctx * vocab) }, { ...s, teacherRows, slots }, { rtol: 2e-5, atol: 1e-6 });
    }),
};

const rewardChecks: FolderChecks = {
  folder: 'simulator-reward',
  make: () => [0, 1, 2].map((kind) => check(simulatorReward, { groups: 5, size: 3, kind }, { outcome: outcomes(5, 3), simOutcome: 45 }, { groups: 5, size: 3, kind })),
};

const softChecks: FolderChecks = {
  folder: 'soft-loss',
  make: () =>
    [
      { rows: 4, ctx: 9, vocab: 13 },
      { rows: 3, ctx: 25, vocab: 40 },
    ].map((s) => {
      const { rows, ctx, vocab } = s;
      const draw = new Draw(vocab);
      const { positions } = positionTable(draw, rows, ctx, vocab);
      const n = rows * ctx;
      const target = new Float32Array(n * vocab);
      const weight = new Float32Array(n);
      for (let at = 0; at < n; at++) {
        const lo = positions[(at % ctx) * 4 + 2]!;
        const hi = positions[(at % ctx) * 4 + 3]!;
        if (lo === hi) continue;
        weight[at] = at % 4 === 3 ? 0 : 0.1 + 0.05 * (at % 3);
        for (let i = lo; i < hi; i++) target[at * vocab + i] = 1 / (hi - lo);
      }
      return check(softLoss, s, { logits: draw.floats(n * vocab, -3, 3), target, positions, weight, dlogits: draw.floats(n * vocab), terms: draw.floats(n * 2) }, s, { rtol: 2e-5, atol: 1e-6 });
    }),
};

export const trainingChecks: readonly FolderChecks[] = [advantageChecks, weightChecks, logprobChecks, policyChecks, softChecks, sharpenChecks, rewardChecks, gapChecks, adamwChecks];
