/** What comes before the first update: the networks that every arm starts from, and one experiment an arm, each on a backend of its own. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Policies } from '../experiment/cross-play.ts';
import { Experiment } from '../experiment/experiment.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { settingsOf } from '../experiment-settings.ts';
import type { StartingModels } from '../models/catalog.ts';
import { loadStartingModels } from '../models/load.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { policyShape } from '../pretrain/recipe.ts';
import type { RunSoFar } from '../protocol.ts';
import type { Send } from '../running.ts';
import { armsToRun } from '../running.ts';
import { scenarioOf } from '../scenarios.ts';
import { shippedFiles } from './files.ts';

export interface Prepared {
  readonly experiments: readonly Experiment[];
  readonly scenario: Scenario;
  /** the policies before training */
  readonly start: Policies;
}

/** Progress with the time left, told from the fraction done so far. */
function progressSender(send: Send): (what: string, fraction: number) => void {
  let started = performance.now();
  let last = '';
  let sent = 0;
  return (what, fraction) => {
    const t = performance.now();
    if (what !== last) started = t;
    else if (t - sent < 250) return;
    last = what;
    sent = t;
    send({ type: 'progress', what, fraction, secondsLeft: fraction > 0.02 ? ((t - started) / 1000 / fraction) * (1 - fraction) : null });
  };
}

export interface Preparation {
  readonly makeBackend: () => Backend;
  readonly soFar: RunSoFar;
  readonly signal: AbortSignal;
  /** collects what must be destroyed at the end, also when this throws */
  readonly backends: Backend[];
  readonly send: Send;
  readonly onModels: (models: StartingModels) => void;
}

export async function prepare(config: ExperimentSettings, { makeBackend, soFar, signal, backends, send, onModels }: Preparation): Promise<Prepared> {
  const onProgress = progressSender(send);
  const scenario = scenarioOf(config);
  const arms = armsToRun(config.arms, soFar);
  if (arms.length === 0) throw new Error('every arm of this run has stopped by itself: there is nothing to go on with');
  const settings = arms.map((arm) => settingsOf(config, arm));
  const models = await loadStartingModels(shippedFiles(signal), scenario, settings[0]!, { makeBackend, onProgress, aborted: () => signal.aborted, arms });
  onModels(models);
  const experiments: Experiment[] = [];
  for (const [i, s] of settings.entries()) {
    if (signal.aborted) throw new Error('stopped');
    onProgress('Compiling the kernels', i / settings.length);
    const backend = makeBackend();
    backends.push(backend);
    experiments.push(await Experiment.create(backend, scenario, s, models));
  }
  return { experiments, scenario, start: { shape: policyShape(scenario, config.model as PolicySize), params: [models.policy] } };
}
