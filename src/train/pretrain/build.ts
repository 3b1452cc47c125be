/** Makes the shipped networks in independent jobs, so that they can run side by side, and measures each. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import type { PolicySize, Schedule } from './recipe.ts';
import { HELDOUT, policyShape, RECIPE, simulatorShape } from './recipe.ts';
import type { Student, Trained } from './stages.ts';
import { alignSimulators, clonePolicy, trainBaseSimulator } from './stages.ts';

export type PretrainJob = { readonly kind: 'policy'; readonly size: PolicySize } | { readonly kind: 'simulators' } | { readonly kind: 'measure'; readonly models: readonly MadeModel[] };

export interface MadeModel {
  readonly id: string;
  readonly role: 'policy' | 'base' | 'aligned' | 'heldout';
  readonly label: string;
  readonly shape: ModelShape;
  readonly gamma?: number;
  readonly recipe: Schedule;
  readonly weights: Float32Array;
  readonly metrics: Readonly<Record<string, number | number[]>>;
}
export type PretrainResult = readonly MadeModel[];

/** jobs that need nothing from each other, the longest first */
export const PRETRAIN_JOBS: readonly PretrainJob[] = [{ kind: 'simulators' }, { kind: 'policy', size: 'L' }, { kind: 'policy', size: 'M' }, { kind: 'policy', size: 'S' }];

export async function runPretrainJob(makeBackend: () => Backend, job: PretrainJob, onProgress: (what: string, fraction: number) => void): Promise<PretrainResult> {
  const scenario = buildPersuasion();
  /** progress of one stage that takes the part [from, to] of its job */
  const on = (what: string, from = 0, to = 1) => ({ onProgress: (fraction: number) => onProgress(what, from + fraction * (to - from)) });
  const fresh = async <T>(f: (b: Backend) => Promise<T>): Promise<T> => {
    const b = makeBackend();
    const r = await f(b);
    b.destroy();
    return r;
  };
  switch (job.kind) {
    case 'policy': {
      const r = await fresh((b) => clonePolicy(b, scenario, job.size, on(`policy ${job.size}`)));
      return [
        {
          id: `policy-${job.size}`,
          role: 'policy',
          label: `Cloned persuader, size ${job.size}`,
          shape: policyShape(scenario, job.size),
          recipe: RECIPE.policy[job.size],
          weights: r.weights,
          metrics: { loss: r.loss },
        },
      ];
    }
    case 'simulators': {
      const shape = simulatorShape(scenario);
      const base = await fresh((b) => trainBaseSimulator(b, scenario, on('base simulator', 0, 0.3)));
      const students: Student[] = [...RECIPE.gammas.map((gamma) => ({ gamma })), ...HELDOUT.map((family) => ({ gamma: RECIPE.heldoutGamma, family }))];
      const made = await fresh((b) => alignSimulators(b, scenario, base.weights, students, on('alignment', 0.3, 1)));
      const model = (t: Trained, m: Pick<MadeModel, 'id' | 'role' | 'label' | 'recipe'>, gamma?: number): MadeModel => ({
        ...m,
        shape,
        weights: t.weights,
        metrics: { loss: t.loss },
        ...(gamma === undefined ? {} : { gamma }),
      });
      return [
        model(base, { id: 'base', role: 'base', label: 'Base simulator', recipe: RECIPE.base }),
        ...students.map((s, i) =>
          s.family
            ? model(made[i]!, { id: s.family.id, role: 'heldout', label: s.family.label, recipe: RECIPE.aligned }, s.gamma)
            : model(made[i]!, { id: `aligned-${s.gamma}`, role: 'aligned', label: `Aligned simulator, gamma ${s.gamma}`, recipe: RECIPE.aligned }, s.gamma),
        ),
      ];
    }
    case 'measure': {
      const out: MadeModel[] = [];
      const policies = job.models.filter((m) => m.role === 'policy');
      const asker = policies.find((m) => m.id === 'policy-M')!;
      for (const [i, m] of job.models.entries()) {
        onProgress('measuring', i / job.models.length);
        const size = m.id.replace('policy-', '') as PolicySize;
        const r = await fresh((b) => (m.role === 'policy' ? measure(b, scenario, size, m.weights, null) : measure(b, scenario, 'M', asker.weights, m.weights)));
        out.push({ ...m, metrics: { ...m.metrics, ...named(m.role, r) } });
      }
      return out;
    }
  }
}

/** Metrics by the names of a run: a policy's are with real users, a simulator's with the cloned persuader of size M. */
function named(role: MadeModel['role'], r: Measured): Record<string, number | number[]> {
  if (role === 'policy') return { 'success.real': r.success, 'reward.real': r.reward, 'policy.entropy': r.policyEntropy, turns: r.turns };
  return { 'sim.profile': r.profiles, 'sim.modeMass': Math.max(...r.profiles), 'sim.eps': r.eps!, 'sim.epsBar': r.epsBar!, success: r.success };
}
