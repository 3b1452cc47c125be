/** Whole plans on both executors: a bank of three models of odd shape learns the same on the CPU twin and on WebGPU, and decoding agrees with the training pass. */
import { describe, expect, it } from 'vitest';
import type { Backend } from '../core/backend.ts';
import { createCpuBackend } from '../cpu/backend.ts';
import { policyLoss } from '../kernels/policy-loss/kernel.ts';
import { createGradientBuffers, recordBackward } from '../model/backward.ts';
import { createBank, createRouting, inOrder } from '../model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../model/decode.ts';
import { createActivations, recordForward } from '../model/forward.ts';
import { initialWeights } from '../model/init.ts';
import { createOptimiser, recordAdamW, setStep } from '../model/optimiser.ts';
import { Draw, expectClose, sharedGpu } from '../testing/parity.ts';
import { positionTable } from '../testing/positions.ts';
import { createWebGpuBackend } from './backend.ts';

const shapes = [
  { vocab: 11, d: 18, layers: 2, heads: 3, ctx: 7, mlpRatio: 3, eps: 1e-5 },
  { vocab: 24, d: 16, layers: 1, heads: 8, ctx: 9, mlpRatio: 4, eps: 1e-5 },
];
const models = 3;
const rows = 6;

async function train(backend: Backend, s: (typeof shapes)[number]) {
  const draw = new Draw(s.d);
  const n = rows * s.ctx;
  const weights = [1, 2, 3].map((seed) => initialWeights(s, seed, 0));
  for (const w of weights) w.forEach((v, i) => (w[i] = v + draw.floats(1, -0.05, 0.05)[0]!)); // biases and gains off their special values
  const bank = createBank(backend, 'policy', s, models, weights);
  const route = createRouting(backend, 'policy', rows / models, inOrder(models));
  const table = positionTable(draw, rows, s.ctx, s.vocab);
  const reading = { tokens: backend.alloc('tokens', 'u32', table.tokens.length, table.tokens), slots: table.slots, positions: backend.alloc('positions', 'u32', s.ctx * 4, table.positions) };
  const f32 = (label: string, init: ArrayLike<number>) => backend.alloc(label, 'f32', init.length, init);
  const weight = f32(
    'weight',
    Float32Array.from({ length: n }, (_, i) => (i % s.ctx === 0 ? 0 : 0.1)),
  );
  const advantage = f32('advantage', draw.floats(rows));
  const oldRef = f32('old ref', draw.floats(2 * n, -3, -1));
  const terms = f32('terms', new Float32Array(n * 6));
  const acts = createActivations(backend, 'policy', s, rows);
  const grads = createGradientBuffers(backend, 'policy', bank, rows);
  const optimiser = createOptimiser(backend, 'policy', bank, { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: 0.1, gradClip: 1 });
  const learn = await backend.record('learn', (rec) => {
    recordForward(rec, bank, route, acts, reading);
    const { tokens, slots, positions } = reading;
    const kind = { kind: 0, clipLow: 0.2, clipHigh: 0.28, klBeta: 0.05, entropyCoef: 0.01 };
    rec.run(policyLoss, { logits: acts.logits, tokens, positions, weight, advantage, oldRef, dlogits: grads.dlogits, terms }, { rows, ctx: s.ctx, slots, vocab: s.vocab, ...kind });
    recordBackward(rec, bank, route, acts, grads, reading);
    recordAdamW(rec, bank, grads.grads, optimiser);
  });
  const step = (t: number) => {
    setStep(backend, optimiser, t, 1e-3);
    learn.run(t); // in ever more submits
  };
  step(1);
  const out = { logits: await backend.read(acts.logits), grads: await backend.read(grads.grads), norms: await backend.read(optimiser.scale) };
  const made = { ...backend.counters };
  step(2);
  step(3);
  const params = await backend.read(bank.params);
  expect(backend.counters).toMatchObject({ bindGroups: made.bindGroups, pipelines: made.pipelines });

  // decoding with the trained weights, two positions first and then one at a time, against the training pass
  const cache = createDecodeBuffers(backend, 'cache', s, rows, 2);
  const forward = await backend.record('forward', (rec) => recordForward(rec, bank, route, acts, reading));
  forward.run();
  const whole = await backend.read(acts.logits);
  const decoded: Float32Array[] = [];
  for (let pos = 0; pos < s.ctx; pos += pos === 0 ? 2 : 1) {
    const chunk = pos === 0 ? 2 : 1;
    const plan = await backend.record('decode', (rec) => recordChunk(rec, bank, route, cache, reading, pos, chunk, 'last'));
    plan.run();
    decoded.push(await backend.read(cache.logits));
  }
  backend.destroy();
  return { ...out, params, whole, decoded };
}

describe('whole models', () => {
  it.each(shapes)('vocab $vocab, d $d, $layers layers, $heads heads, ctx $ctx', async (s) => {
    const cpu = await train(createCpuBackend(), s);
    const gpu = await train(createWebGpuBackend(await sharedGpu()), s);
    const again = await train(createWebGpuBackend(await sharedGpu()), s);
    expect(again.params).toEqual(gpu.params); // to the last bit: every sum has a fixed order
    const close = { rtol: 1e-4, atol: 1e-5 };
    expectClose(gpu.logits, cpu.logits, 'logits', close);
    expectClose(gpu.grads, cpu.grads, 'gradients', close);
    expectClose(gpu.norms, cpu.norms, 'norms', close);
    // AdamW divides by sqrt(v): where a gradient is rounding noise a step of the learning rate may point either way, in either executor
    expectClose(gpu.params, cpu.params, 'parameters', { rtol: 1e-3, atol: 1e-3 });
    for (const run of [cpu, gpu])
      run.decoded.forEach((logits, i) => {
        for (let r = 0; r < rows; r++) {
          const at = (r * s.ctx + i + 1) * s.vocab;
          expectClose(logits.slice(r * s.vocab, (r + 1) * s.vocab), run.whole.slice(at, at + s.vocab), `decoded position ${i + 1} of row ${r}`, close);
        }
      });
  });
});
