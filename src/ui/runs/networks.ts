/** The first seed's networks of a stored run, as the worker takes them: policies a person can talk to, and the simulators that learned. */
import { networksOf } from '../../train/experiment/from-state.ts';
import type { HeldPolicy, ToWorker } from '../../train/protocol.ts';
import type { TrainedSimulator } from '../../train/responses.ts';
import { scenarioOf } from '../../train/scenarios.ts';
import { seedsOf } from '../store/run.ts';
import type { RunsDb } from './records.ts';

/** Null where no state of the run is stored. */
export async function storedNetworks(db: RunsDb, key: string): Promise<Extract<ToWorker, { type: 'hold' }> | null> {
  const [record, checkpoints] = await Promise.all([db.run(key), db.checkpoints(key)]);
  if (!record || checkpoints.length === 0) return null;
  const { experiment } = record;
  const scenario = scenarioOf(experiment);
  const policies: HeldPolicy[] = [];
  const trained: TrainedSimulator[] = [];
  for (const arm of experiment.arms) {
    const state = checkpoints.find((c) => c.arm === arm)?.state;
    if (!state) continue;
    const networks = networksOf(scenario, arm, experiment.model, seedsOf(experiment).length, state);
    // the arm without training is the policy before training
    if (arm !== 'base') policies.push({ id: arm, update: state.update, ...networks.policy, digest: record.digests[arm] ?? null });
    if (networks.trained) trained.push(networks.trained);
  }
  return { type: 'hold', run: key, policies: { experiment, finished: record.state === 'finished', policies }, trained };
}
