/** What simulators would say next at a chosen history: exact distributions, one decision, on the CPU twin whatever trains (a simulator is small, and one answer takes milliseconds). */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createBank, createRouting } from '../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../gpu-kernels/model/decode.ts';
import type { ModelShape } from '../gpu-kernels/model/layout.ts';
import type { ListOptions } from '../sim/lists.ts';
import { createLists, listReadingOf, readList } from '../sim/lists.ts';
import { PERSONA_SLOT, PROFILE_SLOT, readingOf, slotCount, slotOf } from '../sim/reading.ts';
import type { Scenario } from '../sim/scenario.ts';
import { ARM_WORDS } from './arms/words.ts';
import { simulatorShape } from './pretrain/recipe.ts';
import type { History, Response, TranscriptList } from './protocol.ts';
import type { ArmId, Settings } from './settings.ts';

/** A simulator that learns, as it is now (the first seed's). */
export interface TrainedSimulator {
  readonly arm: ArmId;
  readonly shape: ModelShape;
  readonly weights: Float32Array;
}

/** The frozen simulators a history is put to. */
export interface FrozenSimulators {
  readonly base: Float32Array;
  readonly aligned: Float32Array;
  readonly gamma: number;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** The history as one row of tokens; throws when it is not one. */
function writeHistory(scenario: Scenario, h: History): Uint32Array {
  const { personas, profiles, policyActs, userActs, world } = scenario.tokens;
  const fail = (what: string): never => {
    throw new Error(`history: ${what}`);
  };
  const inside = (x: number, n: number, what: string): number => (Number.isInteger(x) && x >= 0 && x < n ? x : fail(`${what} ${x} is not one of ${n}`));
  if (h.acts.length > scenario.maxTurns) fail(`${h.acts.length} acts, a dialogue has ${scenario.maxTurns}`);
  if (h.answers.length !== Math.max(0, h.acts.length - 1)) fail('every act but the last needs an answer');
  const tokens = new Uint32Array(slotCount(scenario));
  tokens[PERSONA_SLOT] = personas.lo;
  tokens[PROFILE_SLOT] = profiles.lo + inside(h.profile, profiles.hi - profiles.lo, 'profile');
  for (const t of range(h.acts.length))
    scenario.turn.forEach((s, i) => {
      const answer = h.answers[t];
      const token =
        s.writer === 'policy'
          ? policyActs.lo + inside(h.acts[t]!, policyActs.hi - policyActs.lo, 'act')
          : s.writer === 'world'
            ? world.lo
            : answer === undefined
              ? 0
              : userActs.lo + inside(answer, userActs.hi - userActs.lo, 'answer');
      tokens[slotOf(scenario, t, i)] = token;
    });
  return tokens;
}

interface Answer {
  readonly probability: number[];
  readonly list?: TranscriptList;
}

/** One simulator's next decision: its own distribution, or the one its list induces. */
export async function decide(backend: Backend, scenario: Scenario, shape: ModelShape, weights: Float32Array, history: History, lists?: ListOptions): Promise<Answer> {
  const row = writeHistory(scenario, history);
  const reading = readingOf(scenario, 'user');
  const turn = history.acts.length - 1;
  const slot =
    turn < 0
      ? PROFILE_SLOT
      : slotOf(
          scenario,
          turn,
          scenario.turn.findIndex((s) => s.writer === 'user'),
        );
  const position = reading.predictedAt.get(slot)!;
  const lo = reading.positions[position * 4 + 2]!;
  const hi = reading.positions[position * 4 + 3]!;
  const bank = createBank(backend, 'simulator', shape, 1, [weights]);
  const route = createRouting(backend, 'simulator', 1, [0]);
  const slots = row.length;
  const tokens = backend.alloc('history', 'u32', slots, row);
  const positions = backend.alloc('positions', 'u32', reading.positions.length, reading.positions);
  const decode = createDecodeBuffers(backend, 'simulator', shape, 1, Math.max(1, position), reading.ctx + 2 * (lists?.k ?? 0));
  const u32 = (label: string, data: number[]) => backend.alloc(label, 'u32', data.length, data);
  const made = lists
    ? createLists({
        ...{ backend, label: 'response', scenario, rows: 1, options: lists, bank, route, temperature: 1, decode, slots, perSeed: 1, stream: 0 },
        buffers: { tokens, alive: u32('alive', [1]), clock: u32('clock', [0, 0, 0, 0]), seeds: u32('seeds', [0]) },
      })
    : null;
  const plan = await backend.record('response', (rec) => {
    // two chunks: one of the whole context would have its logits laid out for every position
    if (position > 0) recordChunk(rec, bank, route, decode, { tokens, slots, positions }, 0, position, 'none');
    recordChunk(rec, bank, route, decode, { tokens, slots, positions }, position, 1, 'last');
    made?.record(rec, slot);
  });
  plan.run();
  if (!made) {
    const l = (await backend.read(decode.logits)).slice(lo, hi);
    const top = Math.max(...l);
    const e = Array.from(l, (x) => Math.exp(x - top));
    const sum = e.reduce((a, b) => a + b, 0);
    return { probability: e.map((x) => x / sum) };
  }
  const { decisions } = listReadingOf(scenario);
  const at = decisions.findIndex((d) => d.slot === slot);
  const written = (await backend.read(made.tokens)).subarray(at * made.width, (at + 1) * made.width);
  const list = readList(scenario, written, decisions[at]!);
  const induced = (await backend.read(made.induced)).subarray(position * (shape.vocab + 1), (position + 1) * (shape.vocab + 1));
  return {
    probability: Array.from(induced.subarray(lo, hi)),
    list: { malformed: list.malformed, candidates: list.candidates.map((c) => ({ ...c, token: c.token - lo })) },
  };
}

/** Total variation of two distributions. */
export const totalVariation = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, x, i) => sum + Math.abs(x - q[i]!), 0) / 2;

/** The base simulator, the aligned one asked directly and for a list, and every simulator that learns, at one history. */
export async function respond(scenario: Scenario, settings: Pick<Settings, 'vsK' | 'vsDraw'>, history: History, frozen: FrozenSimulators, trained: readonly TrainedSimulator[]): Promise<Response[]> {
  const wide = simulatorShape(scenario);
  const asked = async (shape: ModelShape, weights: Float32Array, lists?: ListOptions): Promise<Answer> => {
    const backend = createCpuBackend();
    try {
      return await decide(backend, scenario, shape, weights, history, lists);
    } finally {
      backend.destroy();
    }
  };
  const p = await asked(wide, frozen.base);
  const response = (id: Response['id'], label: string, a: Answer): Response => ({ id, label, ...a, distance: totalVariation(a.probability, p.probability) });
  const lists: ListOptions = { k: settings.vsK, draw: settings.vsDraw === 'random' ? 'random' : 'prob' };
  return [
    response('base', 'Before alignment, P', p),
    response('aligned', `Aligned, γ ${frozen.gamma}`, await asked(wide, frozen.aligned)),
    response('verbalized', 'The same, asked for a list', await asked(wide, frozen.aligned, lists)),
    ...(await Promise.all(trained.map(async (t) => response('trained', ARM_WORDS[t.arm].label, await asked(t.shape, t.weights))))),
  ];
}
