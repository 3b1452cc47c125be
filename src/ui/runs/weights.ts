/** The weights of an arm's policies and of its simulators that learned, from its latest state. */
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { paramLayout } from '../../gpu-kernels/model/layout.ts';
import type { NamedTensor } from '../../gpu-kernels/model/safetensors.ts';
import { writeSafetensors } from '../../gpu-kernels/model/safetensors.ts';
import type { Scenario } from '../../sim/scenario.ts';
import { tensorsOf } from '../../train/models/manifest.ts';
import type { PolicySize } from '../../train/pretrain/recipe.ts';
import { directShape, policyShape, selfPlayShape } from '../../train/pretrain/recipe.ts';
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
    const size = model as PolicySize;
    const shapes: Readonly<Record<string, ModelShape>> = { policy: arm === 'selfplay' ? selfPlayShape(scenario, size) : policyShape(scenario, size), user: directShape(scenario) };
    const tensors = new Map<string, NamedTensor>();
    for (const [role, shape] of Object.entries(shapes)) {
      const flat = state.buffers[role];
      if (!flat) continue;
      const each = paramLayout(shape).size;
      if (flat.length !== each * seeds.length) throw new Error(`${arm}: ${role} has ${flat.length} numbers, ${seeds.length} networks of its shape have ${each * seeds.length}`);
      seeds.forEach((seed, s) => tensorsOf(shape, flat.subarray(s * each, (s + 1) * each), `${role}.seed-${seed}.`).forEach((t, name) => tensors.set(name, t)));
    }
    const metadata = { run: record.name, arm, scenario: id, seeds: list, update: String(state.update), shapes: JSON.stringify(shapes) };
    return { arm, bytes: writeSafetensors(tensors, metadata) };
  });
}
