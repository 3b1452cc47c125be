/**
 * The paper's bounds beside what they bound, for the policies as they are now: the variance split (6) by nested sampling, and the gradient's bias (5). It replays the plan that collects training
 * dialogues, with random numbers no update uses, and leaves nothing behind that training reads.
 */
import type { Backend, Buf, Plan } from '../../gpu-kernels/core/backend.ts';
import { VARIANCE_SPLIT, varianceSplit } from '../../gpu-kernels/kernels/variance-split/kernel.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import type { Player, Rollout, RolloutOptions } from '../../sim/rollout.ts';
import { createRollout } from '../../sim/rollout.ts';
import { simulatorShape } from '../pretrain/recipe.ts';
import { createGradientBias } from './gradient-bias.ts';
import type { Ring, Source } from './report.ts';
import type { UserError } from './user-metrics.ts';

/** random numbers of measurements: updates beyond any a run has */
const NESTED = 1 << 24;
const GRADIENT = 1 << 25;
/** a mode user: softmax at this temperature is an argmax unless two logits agree to five digits */
const MODE_TEMPERATURE = 1e-5;

export interface TheoryOptions {
  readonly training: Rollout;
  /** what the training dialogues were made with */
  readonly rollout: RolloutOptions;
  /** plan that has the training dialogues and the users' metrics, `error` among them */
  readonly collect: Plan;
  readonly policy: Bank;
  readonly error: UserError | null;
  /** [samples of the user's random numbers for each of the policy's] */
  readonly repeats: number;
  /** parameters of the base simulator, which verbalized lists are held against */
  readonly base?: Float32Array | undefined;
}

export interface Theory {
  readonly sources: readonly Source[];
  /** Measures at update `update`; `ring` must have been recorded with `prepare`. */
  run(update: number, line: number): void;
  /** once, after the rings are made */
  prepare(ring: Ring): Promise<void>;
}

/** The users whose gradient is the reference: the mode of the same ones, or P where they verbalize; null for users that are no network. */
function referenceUser(backend: Backend, o: TheoryOptions): Player | null {
  const { user } = o.rollout;
  if (user.kind !== 'network') return null;
  if (!user.lists) return { ...user, temperature: MODE_TEMPERATURE };
  if (!o.base) return null;
  const bank = createBank(backend, 'reference simulator', simulatorShape(o.rollout.scenario), 1, [o.base]);
  return { kind: 'network', bank, route: createRouting(backend, 'reference simulator', o.training.rows, [0]), temperature: 1 };
}

export function createTheory(backend: Backend, o: TheoryOptions): Theory {
  const { training, policy, collect } = o;
  const { world } = training.scenario;
  const seeds = policy.models;
  const draws = training.rows / seeds / o.repeats;
  const rMax = Math.max(...world.reward);
  const split = backend.alloc('variance split', 'f32', seeds * VARIANCE_SPLIT.length);
  const user = referenceUser(backend, o);
  const reference = user && o.error ? createRollout(backend, { ...o.rollout, label: 'reference', user }) : null;
  const bias = reference && o.error ? createGradientBias(backend, { training, reference, policy, error: o.error, rMax }) : null;
  const line: Buf<'u32'> = backend.alloc('theory line', 'u32', 4);
  let plans: { readonly variance: Plan; readonly gradient: Plan | null; readonly report: Plan } | null = null;
  return {
    sources: [...(draws > 1 ? [{ buf: split, names: VARIANCE_SPLIT.map((v) => `variance.${v}`) }] : []), ...(bias ? [bias.source] : [])],
    async prepare(ring) {
      plans = {
        variance: await backend.record('variance split', (rec) => rec.run(varianceSplit, { x: training.outcome, split }, { seeds, draws, repeats: o.repeats, cols: 3 })),
        gradient: bias
          ? await backend.record('gradient bias', (rec) => {
              reference!.record(rec);
              bias.record(rec);
            })
          : null,
        report: await backend.record('theory report', (rec) => ring.record(rec, line)),
      };
    },
    run(update, at) {
      if (!plans) throw new Error('theory: not prepared');
      if (draws > 1) {
        backend.write(training.clock, [NESTED + update, draws, 0, 0]);
        collect.run();
        plans.variance.run();
      }
      if (plans.gradient) {
        backend.write(training.clock, [GRADIENT + update, 0, 0, 0]);
        backend.write(reference!.clock, [GRADIENT + update, 0, 0, 0]);
        collect.run();
        plans.gradient.run();
      }
      backend.write(line, [at, 0, 0, 0]);
      plans.report.run();
    },
  };
}
