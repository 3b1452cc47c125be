/** What the page asks beside a run: what simulators would say, one update step by step, the policies a person can talk to. None of it touches what trains. */
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Over } from '../between.ts';
import { readBetween } from '../between.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { settingsOf } from '../experiment-settings.ts';
import type { StartingModels } from '../models/catalog.ts';
import { loadShippedPolicy, loadShippedSimulators, loadStartingModels } from '../models/load.ts';
import { holdStart } from '../people/held.ts';
import type { HeldPolicies, ToWorker } from '../protocol.ts';
import type { FrozenSimulators, TrainedSimulator } from '../responses.ts';
import { respond } from '../responses.ts';
import type { Runner } from '../runner.ts';
import type { Send } from '../running.ts';
import { scenarioOf } from '../scenarios.ts';
import { slowMotion } from '../slow-motion.ts';
import { shippedFiles } from './files.ts';
import { message } from './words.ts';

type Asked<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>;

/** A run whose networks can be read between two updates. */
export interface Readable {
  readonly key: string;
  readonly runner: Runner | null;
  readonly over: Over;
  readonly experiments: readonly Experiment[];
  /** its policies as they are; null until the run is prepared */
  readonly policies: (() => Promise<HeldPolicies>) | null;
}

/** The networks of a run that rests: the last one that finished here, or one that the page took from storage. */
export interface Resting {
  readonly key: string;
  readonly trained: readonly TrainedSimulator[];
  readonly policies: HeldPolicies;
}

const NONE = (): Promise<null> => Promise.resolve(null);

export const trainedSimulators = async (experiments: readonly Experiment[]): Promise<TrainedSimulator[]> => (await Promise.all(experiments.map((x) => x.trainedSimulator()))).filter((t) => t !== null);

/** What comes from storage has no policy before training; one that was made in its run is not kept. */
async function withStart(held: HeldPolicies, start: () => Promise<HeldPolicies>): Promise<HeldPolicies> {
  if (held.policies[0]?.id === 'start') return held;
  const before = await start().catch(() => null);
  return { ...held, policies: [...(before?.policies ?? []), ...held.policies] };
}

export function createQuestions(send: Send, current: () => Readable | null) {
  /** simulators that histories are put to, by the settings that made them; a handful at most, 100 kB each */
  const simulators = new Map<string, FrozenSimulators>();
  const simulatorKey = ({ gamma, networks }: ExperimentSettings): string => `${networks} ${gamma}`;
  let resting: Resting | null = null;

  /** Of the run asked about, and of no other; without one, of whatever is on hand. */
  const liveOf = (key: string | null): Readable | null => {
    const run = current();
    return run && (key === null || run.key === key) ? run : null;
  };
  const restingOf = (key: string | null): Resting | null => (resting && (key === null || resting.key === key) ? resting : null);

  /** Those of the run on hand, else the shipped ones. */
  async function frozenSimulators(scenario: Scenario, config: ExperimentSettings): Promise<FrozenSimulators> {
    const known = simulators.get(simulatorKey(config));
    if (known) return known;
    const loaded = await loadShippedSimulators(shippedFiles(), scenario, config);
    simulators.set(simulatorKey(config), loaded);
    return loaded;
  }

  return {
    /** a run was prepared with these */
    know(config: ExperimentSettings, { base, aligned }: StartingModels): void {
      const own = aligned.get(config.gamma);
      if (base && own) simulators.set(simulatorKey(config), { base, aligned: own, gamma: config.gamma });
    },
    hold(networks: Resting): void {
      resting = networks;
    },
    /** What the simulators would say at a history: the frozen ones from their files, the trained ones as they are now. */
    async responses({ id, history, experiment, run: key }: Asked<'responses'>): Promise<void> {
      try {
        const scenario = scenarioOf(experiment);
        const run = liveOf(key);
        const trained = (await readBetween(run, () => trainedSimulators(run?.experiments ?? []))) ?? restingOf(key)?.trained ?? [];
        send({ type: 'responses', id, responses: await respond(scenario, experiment, history, await frozenSimulators(scenario, experiment), trained) });
      } catch (e) {
        send({ type: 'responses', id, responses: [], error: message(e) });
      }
    },
    /** One group of dialogues and the update it makes, on a CPU backend of its own: whatever trains is not touched. */
    async slowMotion({ id, seed, experiment }: Asked<'slowMotion'>): Promise<void> {
      const backend = createCpuBackend();
      try {
        const scenario = scenarioOf(experiment);
        const settings = { ...settingsOf(experiment, 'single'), networks: 'shipped', seeds: String(seed), prompts: 1 };
        const models = await loadStartingModels(shippedFiles(), scenario, settings, { makeBackend: () => createCpuBackend(), onProgress: () => undefined });
        send({ type: 'slowMotion', id, result: await slowMotion(backend, scenario, settings, seed, models) });
      } catch (e) {
        send({ type: 'slowMotion', id, result: null, error: message(e) });
      } finally {
        backend.destroy();
      }
    },
    /** Those of the run on hand, else of the one that rests, else what a run would start from. */
    async policies({ id, experiment, run: key }: Asked<'policies'>): Promise<void> {
      try {
        const scenario = scenarioOf(experiment);
        const run = liveOf(key);
        const trained = (await readBetween(run, run?.policies ?? NONE)) ?? restingOf(key)?.policies;
        const start = async (): Promise<HeldPolicies> => holdStart(scenario, experiment, await loadShippedPolicy(shippedFiles(), scenario, experiment));
        send({ type: 'policies', id, held: trained ? await withStart(trained, start) : await start() });
      } catch (e) {
        send({ type: 'policies', id, held: null, error: message(e) });
      }
    },
  };
}
