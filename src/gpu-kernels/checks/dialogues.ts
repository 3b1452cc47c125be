/** Checks of what plays and measures dialogues: sampling, the world, verbalized lists, counting. Random numbers are part of them, to the last bit. */
import { argmaxToken } from '../kernels/argmax-token/kernel.ts';
import { automatonEmit, automatonStart, automatonStep } from '../kernels/automaton/kernel.ts';
import { drawVerbalized } from '../kernels/draw-verbalized/kernel.ts';
import { listQuality } from '../kernels/list-quality/kernel.ts';
import { listTarget } from '../kernels/list-target/kernel.ts';
import { ring } from '../kernels/ring/kernel.ts';
import { sample } from '../kernels/sample/kernel.ts';
import { sampleTable } from '../kernels/sample-table/kernel.ts';
import { segmentSum } from '../kernels/segment-sum/kernel.ts';
import { strategyRows, strategyStats } from '../kernels/strategies/kernel.ts';
import { tokenShare } from '../kernels/token-share/kernel.ts';
import { varianceSplit } from '../kernels/variance-split/kernel.ts';
import type { FolderChecks } from './check.ts';
import { check, onCpu } from './check.ts';
import { Draw, positionTable } from './inputs.ts';

const every = (n: number, k: number): Uint32Array => Uint32Array.from({ length: n }, (_, r) => (r % k === k - 1 ? 0 : 1));

const sampleChecks: FolderChecks = {
  folder: 'sample',
  make: () =>
    [
      { rows: 70, vocab: 7, lo: 2, hi: 6, perSeed: 30, temperature: 1 },
      { rows: 40, vocab: 33, lo: 0, hi: 33, perSeed: 20, temperature: 0.3 },
    ].map((of) => {
      const s = { ...of, slots: 3, slot: 1, ctx: 2, pos: 1, stream: 5, nested: 0 };
      const draw = new Draw(s.rows);
      const n = s.rows * s.ctx;
      const inputs = { logits: draw.floats(s.rows * s.vocab, -2, 2), alive: every(s.rows, 4), clock: [42, 0], seeds: [11, 22, 0xffffffff], tokens: draw.ints(s.rows * s.slots, 99) };
      return check(sample, { rows: s.rows, vocab: s.vocab }, { ...inputs, logprob: draw.floats(n), active: n, collapse: n }, s, { rtol: 1e-5, atol: 1e-5 });
    }),
};

const tableChecks: FolderChecks = {
  folder: 'sample-table',
  make: () =>
    [1, 0].map((useRow) => {
      const [rows, na, nb, n, slots] = [100, 3, 4, 5, 4];
      const draw = new Draw(useRow + 1);
      const table = Float32Array.from({ length: na * nb * n }, (_, i) => [0.1, 0.3, 0.25, 0.15, 0.2][(i + Math.floor(i / n)) % n]!);
      const tokens = Uint32Array.from({ length: rows * slots }, (_, i) => (i % slots === 1 ? 8 + draw.ints(1, na)[0]! : i % slots === 3 ? 30 + draw.ints(1, nb)[0]! : 77));
      const s = { rows, n, lo: 20, slots, slot: 2, useRow, slotA: 1, loA: 8, strideA: nb, slotB: 3, loB: 30, perSeed: 50, stream: 9 };
      return check(sampleTable, { rows, n, useRow }, { table, alive: every(rows, 5), clock: [5], seeds: [3, 0x80000001], tokens }, s);
    }),
};

const argmaxChecks: FolderChecks = {
  folder: 'argmax-token',
  make: () =>
    [
      { rows: 70, vocab: 33, lo: 5, hi: 33 },
      { rows: 9, vocab: 7, lo: 3, hi: 4 },
    ].map((of) => {
      const draw = new Draw(of.rows);
      return check(argmaxToken, of, { logits: draw.floats(of.rows * of.vocab, -2, 2), tokens: draw.ints(of.rows * 3, 99) }, { ...of, slots: 3, slot: 1 });
    }),
};

const worldChecks: FolderChecks = {
  folder: 'automaton',
  make: () => {
    const [rows, slots, states, vocab] = [75, 4, 9, 6];
    const draw = new Draw(1);
    const alive = every(rows, 3);
    const tokens = Uint32Array.from({ length: rows * slots }, () => 2 + draw.ints(1, 3)[0]!);
    const init = Uint32Array.from({ length: 9 }, (_, i) => 100 + i);
    const emit = Uint32Array.from({ length: states * 2 }, (_, i) => (i % 2 === 0 ? 10 + i : i % 4 === 3 ? 1 : 0));
    const reward = Float32Array.from({ length: states }, (_, i) => (i % 2 === 1 ? (i - 1) / 8 : 0));
    const state = draw.ints(rows, states);
    const start = { tokens, init, variantProbability: [0.25, 0.5, 0.25], clock: [3, 0], seeds: [5, 6, 7], state: rows, alive: rows, outcome: rows * 3 };
    return [
      check(automatonStart, { rows }, start, { rows, slots, profileSlot: 1, profileLo: 2, variants: 3, maxTurns: 10, perSeed: 25, stream: 4 }),
      check(automatonStep, { rows, states }, { tokens: draw.ints(rows * slots, vocab), next: draw.ints(states * vocab, states), alive, state }, { rows, slots, slot: 3, vocab }),
      check(automatonEmit, { rows, states }, { state, emit, reward, tokens: draw.ints(rows * slots, 5), alive, outcome: draw.floats(rows * 3) }, { rows, slots, slot: 2, turn: 4, discount: 0.9 }),
    ];
  },
};

const verbalizedChecks: FolderChecks = {
  folder: 'draw-verbalized',
  make: () =>
    [
      { rows: 70, k: 2, equal: 0 },
      { rows: 33, k: 5, equal: 1 },
    ].map((of) => {
      const { rows, k } = of;
      const [vocab, lo, buckets] = [12, 2, 5];
      const draw = new Draw(rows);
      const lists = Uint32Array.from({ length: rows * (1 + 2 * k) }, (_, i) => {
        const at = i % (1 + 2 * k);
        return at === 0 ? 99 : at % 2 === 1 ? lo + draw.ints(1, 5)[0]! : 7 + draw.ints(1, buckets)[0]!;
      });
      const s = { ...of, bucketLo: 7, vocab, lo, hi: 7, slots: 3, slot: 1, ctx: 2, pos: 1, stream: 4, temperature: 1, listSlots: 1 + 2 * k, first: 1, perSeed: Math.ceil(rows / 2) };
      const inputs = { lists, values: [0, 0.1, 0.2, 0.5, 1], direct: draw.floats(rows * vocab, -2, 2), alive: every(rows, 6), clock: [42], seeds: [11, 0xffffffff] };
      return check(drawVerbalized, of, { ...inputs, tokens: new Uint32Array(rows * 3).fill(6), induced: new Float32Array(rows * 2 * (vocab + 1)).fill(9) }, s);
    }),
};

const qualityChecks: FolderChecks = {
  folder: 'list-quality',
  make: () =>
    [
      { rows: 5, ctx: 9, vocab: 13 },
      { rows: 3, ctx: 25, vocab: 40 },
    ].map((s) => {
      const { rows, ctx, vocab } = s;
      const draw = new Draw(vocab);
      const { positions } = positionTable(draw, rows, ctx, vocab);
      const n = rows * ctx;
      const active = Float32Array.from({ length: n }, (_, i) => (positions[(i % ctx) * 4 + 2] === positions[(i % ctx) * 4 + 3] || i % 4 === 3 ? 0 : 1));
      return check(listQuality, s, { induced: draw.floats(n * (vocab + 1), 0, 1), logits: draw.floats(n * vocab, -3, 3), positions, active, quality: draw.floats(n * 3) }, s);
    }),
};

const targetChecks: FolderChecks = {
  folder: 'list-target',
  make: () =>
    [
      { rows: 2, teacherRows: 1, ctx: 12, vocab: 20, k: 2 },
      { rows: 12, teacherRows: 4, ctx: 20, vocab: 40, k: 5 },
    ].map((s) => {
      const { rows, teacherRows, ctx, vocab, k } = s;
      const draw = new Draw(vocab);
      const positions = new Uint32Array(ctx * 4);
      for (let t = 0; t < ctx; t++) positions.set([3, 4 + (t % 5)], t * 4 + 2);
      const values = [0, 0.1, 0.3, 0.6, 1];
      const inputs = { logits: draw.floats(teacherRows * ctx * vocab, -2, 2), positions, cut: draw.ints(teacherRows, ctx - 2 * k), values };
      const scalars = { ...s, verbalize: 0, bucketLo: vocab - values.length, buckets: values.length };
      return check(listTarget, s, { ...inputs, tokens: draw.ints(rows * ctx, vocab), target: draw.floats(rows * ctx * vocab) }, scalars);
    }),
};

const ringChecks: FolderChecks = {
  folder: 'ring',
  make: () =>
    [6, 4000000003].map((clock) => check(ring, { clock, size: 4 }, { values: [1, 2, 3], clock: [clock], ring: new Float32Array(22).fill(9) }, { n: 3, base: 2, offset: 1, width: 5, size: 4 })),
};

const sumChecks: FolderChecks = {
  folder: 'segment-sum',
  make: () =>
    [
      { segments: 5, n: 65, cols: 6 },
      { segments: 2, n: 700, cols: 3 },
    ].map((s) => {
      const draw = new Draw(s.n);
      return check(segmentSum, s, { x: draw.floats(s.segments * s.n * s.cols), y: draw.floats(4 + s.segments * s.cols + 1) }, { ...s, scale: 0.5, yOff: 4 }, { rtol: 1e-5, atol: 1e-5 });
    }),
};

const strategyChecks: FolderChecks = {
  folder: 'strategies',
  make: async () => {
    const s = { rows: 300, slots: 9, perSeed: 100, firstSlot: 2, stride: 3, lo: 0, acts: 2 };
    const draw = new Draw(3);
    const tokens = draw.ints(300 * 9, 2);
    const outcome = Array.from({ length: 900 }, (_, i) => (i % 3 === 2 ? 1 + draw.ints(1, 2)[0]! : 0));
    const inputs = { tokens, outcome, next: [0, 0, 2, 0, 0, 3, 3, 3], perRow: 600 };
    const { perRow } = await onCpu(strategyRows, inputs, s);
    return [check(strategyRows, { rows: 300, acts: 2 }, inputs, s), check(strategyStats, { seeds: 3, perSeed: 100 }, { perRow, stats: 9 }, { seeds: 3, perSeed: 100 })];
  },
};

const shareChecks: FolderChecks = {
  folder: 'token-share',
  make: () => {
    const s = { models: 3, rowsPerModel: 70, slots: 4, slot: 1, lo: 2, n: 5 };
    return [check(tokenShare, { models: 3, rowsPerModel: 70, n: 5 }, { tokens: new Draw(4).ints(3 * 70 * 4, 8), y: 15 }, s)];
  },
};

const varianceChecks: FolderChecks = {
  folder: 'variance-split',
  make: () => {
    const s = { seeds: 6, draws: 40, repeats: 25, cols: 1 };
    return [check(varianceSplit, s, { x: new Draw(5).floats(6 * 40 * 25, 0, 1), split: 18 }, s, { rtol: 1e-5, atol: 1e-5 })];
  },
};

export const dialogueChecks: readonly FolderChecks[] = [
  sampleChecks,
  tableChecks,
  argmaxChecks,
  worldChecks,
  verbalizedChecks,
  targetChecks,
  qualityChecks,
  ringChecks,
  sumChecks,
  strategyChecks,
  shareChecks,
  varianceChecks,
];
