/**
 * A policy that talks with a person: its distribution over acts at a history, and one act drawn from it. The network, the masking and the draw are those of a rollout;
 * on the CPU twin, whatever trained the policy (one act takes milliseconds).
 */
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import type { Plan } from '../../gpu-kernels/core/backend.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { philoxUniform } from '../../gpu-kernels/random/philox.ts';
import { BOS_SLOT, readingOf, slotCount, slotOf } from '../../sim/reading.ts';
import type { Scenario } from '../../sim/scenario.ts';

/** key = (a conversation's seed, this stream), counter = (0, 0, slot): no run's stream, so that nothing a person hears was drawn in training */
export const PEOPLE_STREAM = 2700;

/** One exchange: indices of the policy's act and of the answer. */
export interface Exchange {
  readonly act: number;
  readonly answer: number;
}

export interface PolicyTurn {
  /** probability of each act after these exchanges; sums to 1 */
  distribution(exchanges: readonly Exchange[]): Promise<Float64Array>;
  /** the act a conversation of this seed goes on with: the same history and seed always give the same act */
  act(exchanges: readonly Exchange[], seed: number): Promise<number>;
  close(): void;
}

const slotsOf = (scenario: Scenario) => ({ act: scenario.turn.findIndex((s) => s.writer === 'policy'), answer: scenario.turn.findIndex((s) => s.writer === 'user') });

/** What lies before turn t as one row of tokens; throws when it is no history of this scenario. */
function write(scenario: Scenario, exchanges: readonly Exchange[]): Uint32Array {
  if (exchanges.length >= scenario.maxTurns) throw new Error(`history: ${exchanges.length} exchanges, a dialogue has ${scenario.maxTurns}`);
  const { policyActs, userActs, bos } = scenario.tokens;
  const at = slotsOf(scenario);
  const inside = (x: number, { lo, hi }: { lo: number; hi: number }, what: string): number => {
    if (!Number.isInteger(x) || x < 0 || x >= hi - lo) throw new Error(`history: ${what} ${x} is not one of ${hi - lo}`);
    return lo + x;
  };
  const tokens = new Uint32Array(slotCount(scenario));
  tokens[BOS_SLOT] = bos;
  exchanges.forEach((e, t) => {
    tokens[slotOf(scenario, t, at.act)] = inside(e.act, policyActs, 'act');
    tokens[slotOf(scenario, t, at.answer)] = inside(e.answer, userActs, 'answer');
  });
  return tokens;
}

/** The act that u in [0, 1) falls on: inverse CDF, acts ascending, as `kernels/sample` draws. */
export function drawAct(probability: ArrayLike<number>, u: number): number {
  let sum = 0;
  for (let i = 0; i < probability.length - 1; i++) {
    sum += probability[i]!;
    if (u < sum) return i;
  }
  return probability.length - 1;
}

/** `temperature`: what the policy was rolled out at. */
export function openPolicy(scenario: Scenario, shape: ModelShape, weights: Float32Array, temperature = 1): PolicyTurn {
  const backend = createCpuBackend();
  const reading = readingOf(scenario, 'policy');
  if (shape.ctx < reading.ctx) throw new Error(`the policy reads ${shape.ctx} positions, the scenario needs ${reading.ctx}`);
  const bank = createBank(backend, 'policy', shape, 1, [weights]);
  const route = createRouting(backend, 'policy', 1, [0]);
  const slots = slotCount(scenario);
  const tokens = backend.alloc('history', 'u32', slots);
  const positions = backend.alloc('positions', 'u32', reading.positions.length, reading.positions);
  const decode = createDecodeBuffers(backend, 'policy', shape, 1, reading.ctx, reading.ctx);
  const { act } = slotsOf(scenario);
  /** one a turn, recorded when that turn is first played */
  const plans = new Map<number, Promise<Plan>>();
  const planOf = (t: number, position: number): Promise<Plan> => {
    const plan = plans.get(t) ?? backend.record(`turn ${t}`, (rec) => recordChunk(rec, bank, route, decode, { tokens, slots, positions }, 0, position + 1, 'last'));
    plans.set(t, plan);
    return plan;
  };

  async function distribution(exchanges: readonly Exchange[]): Promise<Float64Array> {
    const row = write(scenario, exchanges);
    const position = reading.predictedAt.get(slotOf(scenario, exchanges.length, act))!;
    const plan = await planOf(exchanges.length, position);
    backend.write(tokens, row);
    plan.run();
    const lo = reading.positions[position * 4 + 2]!;
    const hi = reading.positions[position * 4 + 3]!;
    const logits = await backend.read(decode.logits, 0, shape.vocab);
    const part = Array.from(logits.subarray(lo, hi), (x) => x / temperature);
    const top = Math.max(...part);
    const e = part.map((x) => Math.exp(x - top));
    const sum = e.reduce((a, b) => a + b, 0);
    if (!(sum > 0 && Number.isFinite(sum))) throw new Error('the policy’s weights are not finite numbers');
    return Float64Array.from(e, (x) => x / sum);
  }

  return {
    distribution,
    async act(exchanges, seed) {
      const p = await distribution(exchanges);
      return drawAct(p, philoxUniform(seed, PEOPLE_STREAM, 0, 0, slotOf(scenario, exchanges.length, act)));
    },
    close: () => backend.destroy(),
  };
}
