/** Evaluation of the current policies: dialogues with the held-out panel and with real users. Nothing here is trained on. */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createBank, createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import type { Rollout } from '../../sim/rollout.ts';
import { createRollout, EVAL_STREAM } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { HeldoutFamily } from '../models/catalog.ts';
import { simulatorShape } from '../pretrain/recipe.ts';
import type { Settings } from '../settings.ts';
import type { Source } from './report.ts';

/** real users talk to twice as many dialogues as each family, being one group only */
const REAL_SHARE = 2;
/** apart from the panel's streams */
const REAL_STREAM = 2 * EVAL_STREAM;

export interface Evaluator {
  readonly panel: Rollout;
  readonly real: Rollout;
  readonly sources: readonly Source[];
  record(rec: Recorder): void;
}

/** Dialogues per seed and family in one evaluation; real users get REAL_SHARE times as many. */
export function createEvaluator(backend: Backend, scenario: Scenario, settings: Settings, policy: Bank, seeds: Buf<'u32'>, heldout: readonly HeldoutFamily[]): Evaluator {
  const n = settings.evalDialogues;
  const S = policy.models;
  const F = heldout.length;
  const families = createBank(
    backend,
    'held-out panel',
    simulatorShape(scenario),
    F,
    heldout.map((h) => h.weights),
  );
  const panel = createRollout(backend, {
    label: 'held-out evaluation',
    scenario,
    rows: S * F * n,
    perSeed: F * n,
    seeds,
    streamOffset: EVAL_STREAM,
    policy: { kind: 'network', bank: policy, route: createRouting(backend, 'held-out policies', F * n, inOrder(S)), temperature: 1 },
    user: {
      kind: 'network',
      bank: families,
      route: createRouting(
        backend,
        'held-out families',
        n,
        Array.from({ length: S * F }, (_, i) => i % F),
      ),
      temperature: 1,
    },
  });
  const perReal = REAL_SHARE * n;
  const real = createRollout(backend, {
    label: 'evaluation with real users',
    scenario,
    rows: S * perReal,
    perSeed: perReal,
    seeds,
    streamOffset: REAL_STREAM,
    policy: { kind: 'network', bank: policy, route: createRouting(backend, 'real users policies', perReal, inOrder(S)), temperature: 1 },
    user: { kind: 'table' },
  });
  // outcome columns are {reward, success, turns}: sums over dialogues give [seed, family, 3] and [seed, 3]
  const byFamily = backend.alloc('held-out by family', 'f32', S * F * 3);
  const mean = backend.alloc('held-out mean', 'f32', S * 3);
  const byReal = backend.alloc('real users', 'f32', S * 3);
  return {
    panel,
    real,
    sources: [
      { buf: mean, names: ['reward.heldout', 'success.heldout', null] },
      { buf: byReal, names: ['reward.real', 'success.real', null] },
      { buf: byFamily, names: heldout.flatMap((h) => [`reward.heldout.${h.id}`, `success.heldout.${h.id}`, null]) },
    ],
    record(rec) {
      panel.record(rec);
      rec.run(segmentSum, { x: panel.outcome, y: byFamily }, { segments: S * F, n, cols: 3, scale: 1 / n, yOff: 0 });
      rec.run(segmentSum, { x: panel.outcome, y: mean }, { segments: S, n: F * n, cols: 3, scale: 1 / (F * n), yOff: 0 });
      real.record(rec);
      rec.run(segmentSum, { x: real.outcome, y: byReal }, { segments: S, n: perReal, cols: 3, scale: 1 / perReal, yOff: 0 });
    },
  };
}
