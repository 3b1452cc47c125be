/**
 * Supervised training of a bank on dialogues: cross-entropy to the written tokens, or to a teacher's sharpened distribution. One plan a lesson, replayed each step; a network that plays
 * several roles has a lesson for each and takes them in turn.
 */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { listTarget } from '../../gpu-kernels/kernels/list-target/kernel.ts';
import { maskWeight } from '../../gpu-kernels/kernels/mask-weight/kernel.ts';
import { policyLoss } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { sharpen } from '../../gpu-kernels/kernels/sharpen/kernel.ts';
import { softLoss } from '../../gpu-kernels/kernels/soft-loss/kernel.ts';
import { createGradientBuffers, recordBackward } from '../../gpu-kernels/model/backward.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createBank, createRouting, inOrder, withContext } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import { createOptimiser, recordAdamW, setStep } from '../../gpu-kernels/model/optimiser.ts';
import { BUCKETS } from '../../sim/scenario.ts';
import { breather } from '../breathe.ts';

/** What students aim at: the teacher's distribution, tilted and sharpened for each student (see kernels/sharpen). */
export interface TeacherTarget {
  readonly teacher: Float32Array;
  /** the students' own when left out; of their vocabulary and the reading's length in any case */
  readonly teacherShape?: ModelShape;
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

/** What is learned, and from which dialogues. */
export interface Lesson {
  readonly label: string;
  /** positions [ctx, 4] over tokens of `slots` a row; ctx at most the network's */
  readonly reading: { readonly positions: Uint32Array; readonly slots: number };
  /** left out: the written tokens */
  readonly target?: TeacherTarget;
  /** writes dialogue `row` of the next batch */
  readonly nextRow: (row: number, batch: Batch) => void;
}

export interface FitOptions {
  readonly label: string;
  readonly shape: ModelShape;
  /** one model's start each; they are trained side by side on the same dialogues */
  readonly start: readonly Float32Array[];
  /** in every step the models take one optimiser step on each */
  readonly lessons: readonly Lesson[];
  /** dialogues per lesson and step */
  readonly batch: number;
  readonly steps: number;
  /** falls linearly to a hundredth of itself */
  readonly learningRate: number;
  readonly onProgress?: (done: number, loss: number) => void;
  readonly aborted?: () => boolean;
}

interface Prepared {
  /** one optimiser step on the next batch */
  step(): void;
  /** of the last batch: each model's loss, and the first model's cross-entropy to show while training */
  read(): Promise<{ readonly losses: number[]; readonly shown: number }>;
}

/** Trains and returns each model's flat parameters and, by lesson, its loss averaged over the last tenth of the steps (nats per token; with a target, the KL from the target). */
export async function fit(backend: Backend, o: FitOptions): Promise<{ weights: Float32Array[]; loss: number[][] }> {
  const models = o.start.length;
  const bank = createBank(backend, o.label, o.shape, models, o.start);
  const optimiser = createOptimiser(backend, o.label, bank, { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: 0.01, gradClip: 1 });
  const lessons: Prepared[] = [];
  for (const lesson of o.lessons) lessons.push(await prepare(backend, lesson, bank, optimiser, o.batch));

  const loss = lessons.map(() => new Array<number>(models).fill(0));
  let counted = 0;
  const breath = breather();
  for (let step = 0; step < o.steps; step++) {
    await breath();
    if (o.aborted?.()) throw new Error('stopped');
    const tail = step >= o.steps * 0.9;
    for (const [l, lesson] of lessons.entries()) {
      setStep(backend, optimiser, step * lessons.length + l + 1, o.learningRate * (1 - (0.99 * step) / o.steps));
      lesson.step();
      if (!tail && step % 20 !== 0) continue;
      const { shown, losses } = await lesson.read();
      if (l === lessons.length - 1) o.onProgress?.((step + 1) / o.steps, shown);
      if (tail) losses.forEach((x, m) => (loss[l]![m]! += x));
    }
    if (tail) counted++;
  }
  const all = await backend.read(bank.params);
  return { weights: inOrder(models).map((m) => all.slice(m * bank.layout.size, (m + 1) * bank.layout.size)), loss: loss.map((models) => models.map((l) => l / counted)) };
}

/** Allocates what one lesson needs and records its step. */
async function prepare(backend: Backend, o: Lesson, whole: Bank, optimiser: Optimiser, batch: number): Promise<Prepared> {
  const { reading } = o;
  const bank = withContext(whole, reading.positions.length / 4);
  const { models, shape } = bank;
  const rows = models * batch;
  const { slots } = reading;
  const { ctx, vocab } = shape;
  const route = createRouting(backend, o.label, batch, inOrder(models));
  const f32 = (name: string, n: number, init?: ArrayLike<number>) => backend.alloc(`${o.label} ${name}`, 'f32', n, init);
  const n = rows * ctx;
  const source = { tokens: backend.alloc(`${o.label} tokens`, 'u32', rows * slots), slots, positions: backend.alloc(`${o.label} positions`, 'u32', reading.positions.length, reading.positions) };
  const acts = createActivations(backend, o.label, shape, rows);
  const grads = createGradientBuffers(backend, o.label, bank, rows);
  const cols = o.target ? 2 : 6;
  const active = f32('active', n);
  const count = f32('count', models);
  const weight = f32('weight', n);
  const terms = f32('terms', n * cols);
  const sums = f32('sums', models * cols);
  const zeros = { advantage: f32('advantage', rows), oldRef: f32('old ref', n * 2) };
  const teacherShape = o.target?.teacherShape ?? shape;
  if (teacherShape.ctx !== ctx || teacherShape.vocab !== vocab) throw new Error(`${o.label}: the teacher is of another vocabulary or length`);
  const aim = o.target && {
    bank: createBank(backend, `${o.label} teacher`, teacherShape, 1, [o.target.teacher]),
    route: createRouting(backend, `${o.label} teacher`, batch, [0]),
    decode: createDecodeBuffers(backend, `${o.label} teacher`, teacherShape, batch, ctx),
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
  return {
    step() {
      for (let r = 0; r < batch; r++) o.nextRow(r, next);
      for (let m = 0; m < models; m++) {
        backend.write(source.tokens, next.tokens, m * batch * slots);
        backend.write(active, next.active, m * batch * ctx);
      }
      if (lists) backend.write(lists.cut, next.cut);
      plan.run();
    },
    async read() {
      const s = await backend.read(sums);
      return { shown: s[0]!, losses: inOrder(models).map((m) => s[m * cols + (o.target ? 1 : 0)]!) };
    },
  };
}
