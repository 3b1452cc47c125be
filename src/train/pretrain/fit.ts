/** Supervised training of a bank on dialogues: cross-entropy to the written tokens, or to a teacher's sharpened distribution. One plan, replayed each step. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { listTarget } from '../../gpu-kernels/kernels/list-target/kernel.ts';
import { maskWeight } from '../../gpu-kernels/kernels/mask-weight/kernel.ts';
import { policyLoss } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { sharpen } from '../../gpu-kernels/kernels/sharpen/kernel.ts';
import { softLoss } from '../../gpu-kernels/kernels/soft-loss/kernel.ts';
import { createGradientBuffers, recordBackward } from '../../gpu-kernels/model/backward.ts';
import { createBank, createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { createOptimiser, recordAdamW, setStep } from '../../gpu-kernels/model/optimiser.ts';
import { BUCKETS } from '../../sim/scenario.ts';

/** What the students of an alignment aim at: the teacher's distribution, tilted and sharpened for each student (see kernels/sharpen). */
export interface AlignmentTarget {
  readonly teacher: Float32Array;
  /** [models] */
  readonly gamma: readonly number[];
  /** [models, vocab, vocab] log tilt by input token */
  readonly tilt: Float32Array;
  readonly nucleus: number;
  /** the students also learn to write lists of the teacher's own distribution behind each history (see kernels/list-target): of k candidates at most */
  readonly lists?: { readonly k: number; readonly verbalize: number; readonly bucketLo: number };
}

/** One step's dialogues. */
export interface Batch {
  /** [batch, slots] */
  readonly tokens: Uint32Array;
  /** [batch, ctx] weight of each position's loss; 0 = not learned from */
  readonly active: Float32Array;
  /** [batch] with lists: the position after which the list begins */
  readonly cut: Uint32Array;
}

export interface FitOptions {
  readonly label: string;
  /** positions [ctx, 4] over tokens of `slots` a row */
  readonly reading: { readonly positions: Uint32Array; readonly slots: number };
  readonly shape: ModelShape;
  /** one model's start each; they are trained side by side on the same dialogues */
  readonly start: readonly Float32Array[];
  /** dialogues per step */
  readonly batch: number;
  readonly steps: number;
  /** falls linearly to a hundredth of itself */
  readonly learningRate: number;
  readonly target?: AlignmentTarget;
  /** writes dialogue `row` of the next batch */
  readonly nextRow: (row: number, batch: Batch) => void;
  readonly onProgress?: (done: number, loss: number) => void;
  readonly aborted?: () => boolean;
}

/** Trains and returns each model's flat parameters and its loss averaged over the last tenth of the steps (nats per token; with a target, the KL from the target). */
export async function fit(backend: Backend, o: FitOptions): Promise<{ weights: Float32Array[]; loss: number[] }> {
  const { reading, shape, batch } = o;
  const models = o.start.length;
  const rows = models * batch;
  const { slots } = reading;
  const { ctx, vocab } = shape;
  const bank = createBank(backend, o.label, shape, models, o.start);
  const route = createRouting(backend, o.label, batch, inOrder(models));
  const f32 = (name: string, n: number, init?: ArrayLike<number>) => backend.alloc(`${o.label} ${name}`, 'f32', n, init);
  const n = rows * ctx;
  const source = { tokens: backend.alloc(`${o.label} tokens`, 'u32', rows * slots), slots, positions: backend.alloc(`${o.label} positions`, 'u32', reading.positions.length, reading.positions) };
  const acts = createActivations(backend, o.label, shape, rows);
  const grads = createGradientBuffers(backend, o.label, bank, rows);
  const optimiser = createOptimiser(backend, o.label, bank, { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: 0.01, gradClip: 1 });
  const cols = o.target ? 2 : 6;
  const active = f32('active', n);
  const count = f32('count', models);
  const weight = f32('weight', n);
  const terms = f32('terms', n * cols);
  const sums = f32('sums', models * cols);
  const zeros = { advantage: f32('advantage', rows), oldRef: f32('old ref', n * 2) };
  const aim = o.target && {
    bank: createBank(backend, `${o.label} teacher`, shape, 1, [o.target.teacher]),
    route: createRouting(backend, `${o.label} teacher`, batch, [0]),
    decode: createDecodeBuffers(backend, `${o.label} teacher`, shape, batch, ctx),
    gamma: f32('gamma', models, o.target.gamma),
    tilt: f32('tilt', o.target.tilt.length, o.target.tilt),
    target: f32('target', n * vocab),
    nucleus: o.target.nucleus,
  };
  const lists = o.target?.lists && {
    ...o.target.lists,
    cut: backend.alloc(`${o.label} cut`, 'u32', batch),
    values: f32('buckets', BUCKETS.length, BUCKETS),
    // what follows a history differs from row to row, so students learn which kind of token comes next as well
    positions: backend.alloc(
      `${o.label} whole vocabulary`,
      'u32',
      ctx * 4,
      Array.from({ length: ctx * 4 }, (_, i) => (i % 4 === 3 ? vocab : 0)),
    ),
  };

  const plan = await backend.record(o.label, (rec) => {
    rec.run(segmentSum, { x: active, y: count }, { segments: models, n: batch * ctx, cols: 1, scale: 1, yOff: 0 });
    rec.run(maskWeight, { active, count, weight }, { models, n: batch * ctx });
    if (aim) {
      recordChunk(rec, aim.bank, aim.route, aim.decode, source, 0, ctx, 'all'); // the first `batch` rows: every model has the same dialogues
      rec.run(
        sharpen,
        { logits: aim.decode.logits, tokens: source.tokens, positions: source.positions, gamma: aim.gamma, tilt: aim.tilt, target: aim.target },
        { rows, teacherRows: batch, rowsPerModel: batch, ctx, slots, vocab, nucleus: aim.nucleus },
      );
      if (lists)
        rec.run(
          listTarget,
          { logits: aim.decode.logits, positions: source.positions, cut: lists.cut, values: lists.values, tokens: source.tokens, target: aim.target },
          { rows, teacherRows: batch, ctx, vocab, k: lists.k, verbalize: lists.verbalize, bucketLo: lists.bucketLo, buckets: BUCKETS.length },
        );
      recordForward(rec, bank, route, acts, source);
      rec.run(softLoss, { logits: acts.logits, target: aim.target, positions: (lists ?? source).positions, weight, dlogits: grads.dlogits, terms }, { rows, ctx, vocab });
    } else {
      recordForward(rec, bank, route, acts, source);
      rec.run(
        policyLoss,
        { logits: acts.logits, tokens: source.tokens, positions: source.positions, weight, ...zeros, dlogits: grads.dlogits, terms },
        { rows, ctx, slots, vocab, kind: 1, clipLow: 0, clipHigh: 0, klBeta: 0, entropyCoef: 0 },
      );
    }
    rec.run(segmentSum, { x: terms, y: sums }, { segments: models, n: batch * ctx, cols, scale: 1, yOff: 0 });
    recordBackward(rec, bank, route, acts, grads, source);
    recordAdamW(rec, bank, grads.grads, optimiser);
  });

  const next: Batch = { tokens: new Uint32Array(batch * slots), active: new Float32Array(batch * ctx), cut: new Uint32Array(batch) };
  const loss = new Array<number>(models).fill(0);
  let counted = 0;
  for (let step = 0; step < o.steps; step++) {
    if (o.aborted?.()) throw new Error('stopped');
    for (let r = 0; r < batch; r++) o.nextRow(r, next);
    for (let m = 0; m < models; m++) {
      backend.write(source.tokens, next.tokens, m * batch * slots);
      backend.write(active, next.active, m * batch * ctx);
    }
    if (lists) backend.write(lists.cut, next.cut);
    setStep(backend, optimiser, step + 1, o.learningRate * (1 - (0.99 * step) / o.steps));
    plan.run();
    const tail = step >= o.steps * 0.9;
    if (tail || step % 20 === 0) {
      const s = await backend.read(sums);
      o.onProgress?.((step + 1) / o.steps, s[0]!);
      if (!tail) continue;
      counted++;
      for (let m = 0; m < models; m++) loss[m]! += s[m * cols + (o.target ? 1 : 0)]!;
    }
  }
  const all = await backend.read(bank.params);
  return { weights: inOrder(models).map((m) => all.slice(m * bank.layout.size, (m + 1) * bank.layout.size)), loss: loss.map((l) => l / counted) };
}
