/** A run as messages: what the runner of an experiment's arms gives out, and the digests of whole series, also of a run that goes on where it was kept. */
import type { Experiment } from './experiment/experiment.ts';
import type { FromWorker, RunSoFar } from './protocol.ts';
import { Runner } from './runner.ts';
import type { Series } from './series.ts';
import { addPoints, digestOf } from './series.ts';
import type { ArmId } from './settings.ts';

/** `transfer`: memory that is moved with the message instead of copied */
export type Send = (message: FromWorker, transfer?: ArrayBuffer[]) => void;

export interface Running {
  readonly runner: Runner;
  /** of every arm's series from update 0, those of arms that stopped by themselves included */
  /** updates behind the weights of arms that diverged */
  readonly kept: ReadonlyMap<ArmId, number>;
  readonly digests: () => Partial<Record<ArmId, string>>;
}

/** The arms that take part: of a run that goes on, all but those that have stopped by themselves. */
export const armsToRun = (arms: readonly ArmId[], soFar: RunSoFar = {}): ArmId[] => arms.filter((arm) => !soFar[arm]?.failed);

/** Puts every arm where it was kept and binds its runner to `send`. Throws when a state is not of its experiment. */
export function startRunning(arms: readonly ArmId[], experiments: readonly Experiment[], send: Send, soFar: RunSoFar = {}): Running {
  const series = new Map<ArmId, Series>();
  const kept = new Map<ArmId, number>();
  const given = new Map<ArmId, number>();
  for (const arm of arms) {
    const points = soFar[arm]?.points ?? [];
    const own: Series = {};
    addPoints(own, points);
    series.set(arm, own);
    given.set(arm, points.length);
  }
  for (const e of experiments) {
    const state = soFar[e.settings.arm]?.state;
    if (state) e.restore(state);
  }
  const runner = new Runner(experiments, {
    onPoints: (points, updatesPerSecond, secondsLeft, of) => {
      const { arm } = of.settings;
      addPoints(series.get(arm)!, points);
      given.set(arm, given.get(arm)! + points.length);
      send({ type: 'metrics', arm, points, updatesPerSecond, secondsLeft });
    },
    onPaused: (update) => send({ type: 'state', state: 'paused', update }),
    onResumed: (update) => send({ type: 'state', state: 'running', update }),
    onEvaluated: async (of) => send({ type: 'transcripts', arm: of.settings.arm, transcripts: await of.transcripts() }),
    onDiverged: (of, error) => {
      kept.set(of.settings.arm, error.kept);
      send({ type: 'armFailed', arm: of.settings.arm, update: error.update, kept: error.kept, message: error.message });
    },
    onCheckpoint: (of, state) => {
      const { arm } = of.settings;
      send({ type: 'checkpoint', arm, state, points: given.get(arm)! }, [...new Set(Object.values(state.buffers).map((b) => b.buffer))]);
    },
  });
  return { runner, kept, digests: () => Object.fromEntries([...series].map(([arm, s]) => [arm, digestOf(s)])) };
}
