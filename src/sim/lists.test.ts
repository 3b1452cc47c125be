import { describe, expect, test } from 'vitest';
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createBank, createRouting } from '../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../gpu-kernels/model/decode.ts';
import { initialWeights } from '../gpu-kernels/model/init.ts';
import { at, paramLayout } from '../gpu-kernels/model/layout.ts';
import { philoxUniform } from '../gpu-kernels/random/philox.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../gpu-kernels/webgpu/node.ts';
import { listReadingOf } from './lists.ts';
import { buildPersuasion } from './persuasion/scenario.ts';
import { readingOf, slotCount } from './reading.ts';
import { createRollout, STREAM } from './rollout.ts';
import { BUCKETS } from './scenario.ts';

const scenario = buildPersuasion();
const reading = readingOf(scenario, 'user');
const lists = listReadingOf(scenario);
const small = { d: 16, layers: 2, heads: 2, mlpRatio: 4, eps: 1e-5 };
const userShape = { ...small, vocab: scenario.vocab, ctx: lists.ctx };
const policyShape = { ...small, vocab: scenario.tokens.buckets.lo, ctx: readingOf(scenario, 'policy').ctx };
const ROWS = 24;
const SEED = 9;
const UPDATE = 3;

/** random weights with a decided head: far from ties, so that both backends pick the same tokens */
const decided = (seed: number): Float32Array => {
  const w = initialWeights(userShape, seed, 1);
  const head = at(paramLayout(userShape), 'lm_head.weight');
  for (let i = 0; i < userShape.d * userShape.vocab; i++) w[head + i]! *= 40;
  return w;
};

/** Dialogues of random networks; with the direct logits of every position recomputed in one pass over the finished history. */
async function talk(backend: Backend, k: number, draw: 'prob' | 'random') {
  const user = { kind: 'network', bank: createBank(backend, 'user', userShape, 1, [decided(2)]), route: createRouting(backend, 'user', ROWS, [0]), temperature: 1 } as const;
  const rollout = createRollout(backend, {
    label: 'test',
    scenario,
    rows: ROWS,
    perSeed: ROWS,
    seeds: backend.alloc('seeds', 'u32', 1, [SEED]),
    streamOffset: 0,
    policy: { kind: 'network', bank: createBank(backend, 'policy', policyShape, 1, [initialWeights(policyShape, 1, 1)]), route: createRouting(backend, 'policy', ROWS, [0]), temperature: 1 },
    user: { ...user, lists: { k, draw } },
  });
  const again = createDecodeBuffers(backend, 'again', userShape, ROWS, reading.ctx, reading.ctx);
  const plan = await backend.record('talk', (rec) => {
    rollout.record(rec);
    recordChunk(rec, user.bank, user.route, again, { tokens: rollout.tokens, slots: rollout.slots, positions: rollout.user!.positions }, 0, reading.ctx, 'all');
  });
  backend.write(rollout.clock, [UPDATE, 0, 0, 0]);
  plan.run();
  const l = rollout.lists!;
  const { user: u } = rollout;
  return {
    width: l.width,
    tokens: await backend.read(rollout.tokens),
    lists: await backend.read(l.tokens),
    induced: await backend.read(l.induced),
    active: await backend.read(u!.active),
    collapse: await backend.read(u!.collapse),
    logits: await backend.read(again.logits),
  };
}

type Talk = Awaited<ReturnType<typeof talk>>;
const gpu = openNodeGpu();

/** What row r's list for a decision says. */
function listOf(t: Talk, r: number, decision: number) {
  const d = lists.decisions[decision]!;
  const k = (t.width - 1) / 2;
  const from = (r * lists.decisions.length + decision) * t.width;
  const n = Math.min(k, d.hi - d.lo);
  const entries = Array.from({ length: n }, (_, i) => ({ candidate: t.lists[from + 1 + 2 * i]!, bucket: t.lists[from + 2 + 2 * i]! }));
  const p = entries.map((e) => BUCKETS[e.bucket - scenario.tokens.buckets.lo]!);
  const malformed = new Set(entries.map((e) => e.candidate)).size < n || p.every((x) => x === 0);
  return { d, entries, p, malformed, start: t.lists[from] };
}

function checkTalk(t: Talk, draw: 'prob' | 'random'): { malformed: number; used: number } {
  const count = { malformed: 0, used: 0 };
  const { buckets, verbalize } = scenario.tokens;
  const slots = slotCount(scenario);
  for (let r = 0; r < ROWS; r++)
    for (let i = 0; i < lists.decisions.length; i++) {
      const { d, entries, p, malformed, start } = listOf(t, r, i);
      const pos = r * reading.ctx + d.position;
      if (t.active[pos] === 0) continue;
      expect(start).toBe(verbalize);
      for (const e of entries) {
        expect(e.candidate >= d.lo && e.candidate < d.hi).toBe(true);
        expect(e.bucket >= buckets.lo && e.bucket < buckets.hi).toBe(true);
      }
      const induced = t.induced.slice(pos * (scenario.vocab + 1), (pos + 1) * (scenario.vocab + 1));
      expect(induced[scenario.vocab]).toBe(malformed ? 1 : 0);
      // the direct distribution of this decision, from a fresh pass over the history alone: had a list joined it, the two would differ
      const logits = [...t.logits.slice(pos * scenario.vocab + d.lo, pos * scenario.vocab + d.hi)];
      const total = logits.reduce((sum, l) => sum + Math.exp(l), 0);
      expect(Math.abs(t.collapse[pos]! - (1 - Math.exp(Math.max(...logits)) / total))).toBeLessThan(2e-5);
      count[malformed ? 'malformed' : 'used']++;
      if (malformed) {
        logits.forEach((l, c) => expect(Math.abs(induced[d.lo + c]! - Math.exp(l) / total)).toBeLessThan(2e-5));
        continue;
      }
      const weights = p.map((x) => (draw === 'random' ? 1 : x));
      const sum = weights.reduce((a, b) => a + b, 0);
      let left = philoxUniform(SEED, STREAM.lists, UPDATE, r, d.slot) * sum;
      expect(t.tokens[r * slots + d.slot]).toBe(entries[weights.findIndex((w) => (left -= w) < 0)]!.candidate);
      entries.forEach((e, c) => expect(induced[e.candidate]).toBeCloseTo(weights[c]! / sum, 6));
    }
  return count;
}

describe('verbalized lists', () => {
  test('take their room behind the longest history', () => {
    expect(lists.longest).toBe(7);
    expect(lists.ctx).toBe(reading.ctx + 14);
    expect(lists.decisions.map((d) => d.position)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16]);
    expect(lists.decisions[0]).toMatchObject(scenario.tokens.profiles);
    expect(BUCKETS).toHaveLength(scenario.tokens.buckets.hi - scenario.tokens.buckets.lo);
  });

  test.each([
    [1, 'prob'],
    [3, 'random'],
    [5, 'prob'],
    [7, 'prob'],
  ] as const)('k = %i, draw %s: what is drawn is what the list says, and no list joins the history', async (k, draw) => {
    const t = await talk(createCpuBackend(), k, draw);
    const count = checkTalk(t, draw);
    expect(count.used + count.malformed).toBeGreaterThan(ROWS);
    if (k === 1) expect(count.used).toBeGreaterThan(0);
    if (k === 7) expect(count.malformed).toBeGreaterThan(0); // random networks repeat themselves
  });

  test('both backends write the same lists and draw the same answers', { timeout: 180_000 }, async () => {
    const backend = createWebGpuBackend(await gpu);
    const [cpu, webgpu] = [await talk(createCpuBackend(), 2, 'prob'), await talk(backend, 2, 'prob')];
    checkTalk(webgpu, 'prob');
    expect(webgpu.tokens).toEqual(cpu.tokens);
    expect(webgpu.lists).toEqual(cpu.lists);
    backend.destroy();
  });

  test('a network without room for lists is refused by name', () => {
    const backend = createCpuBackend();
    const shape = { ...userShape, ctx: reading.ctx };
    const user = { kind: 'network', bank: createBank(backend, 'user', shape, 1, []), route: createRouting(backend, 'user', 2, [0]), temperature: 1, lists: { k: 0, draw: 'prob' } } as const;
    const policy = { kind: 'network', bank: createBank(backend, 'policy', policyShape, 1, []), route: createRouting(backend, 'policy', 2, [0]), temperature: 1 } as const;
    const seeds = backend.alloc('seeds', 'u32', 1);
    expect(() => createRollout(backend, { label: 'training', scenario, rows: 2, perSeed: 2, seeds, streamOffset: 0, policy, user })).toThrow(/training: .*lists/);
  });
});
