/** The weights of an arm's policies and of its simulators that learned, from its latest state. */
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import type { NamedTensor } from '../../gpu-kernels/model/safetensors.ts';
import { writeSafetensors } from '../../gpu-kernels/model/safetensors.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Role } from '../../train/experiment/from-state.ts';
import { bankOf, ROLES } from '../../train/experiment/from-state.ts';
import { tensorsOf } from '../../train/models/manifest.ts';
import type { ArmId } from '../../train/settings.ts';
import { seedsOf } from '../store/run.ts';
import type { Checkpoint, RunRecord } from './records.ts';

export interface WeightFile {
  readonly arm: ArmId;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One file an arm; tensors are named "policy.seed-3.wte" and "user.seed-3.wte". Throws when a state is not of the run's shapes. */
export function weightFiles(scenario: Scenario, record: RunRecord, checkpoints: readonly Checkpoint[]): WeightFile[] {
  const { model, scenario: id, seeds: list } = record.experiment;
  const seeds = seedsOf(record.experiment);
  return checkpoints.map(({ arm, state }) => {
    const tensors = new Map<string, NamedTensor>();
    const shapes: Partial<Record<Role, ModelShape>> = {};
    for (const role of ROLES) {
      const bank = bankOf(scenario, arm, model, seeds.length, state, role);
      if (!bank) continue;
      const { shape, each, flat } = bank;
      shapes[role] = shape;
      seeds.forEach((seed, s) => tensorsOf(shape, flat.subarray(s * each, (s + 1) * each), `${role}.seed-${seed}.`).forEach((t, name) => tensors.set(name, t)));
    }
    const metadata = { run: record.name, arm, scenario: id, seeds: list, update: String(state.update), shapes: JSON.stringify(shapes) };
    return { arm, bytes: writeSafetensors(tensors, metadata) };
  });
}
