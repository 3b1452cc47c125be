/** Makes the shipped networks in independent jobs, so that they can run side by side, and measures each. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import type { PolicySize, Schedule } from './recipe.ts';
import { HELDOUT, policyShape, RECIPE, simulatorShape } from './recipe.ts';
import type { Student } from './stages.ts';
import { alignSimulators, clonePolicy, trainBaseSimulator } from './stages.ts';

export type PretrainJob =
  | { readonly kind: 'policy'; readonly size: PolicySize }
  | { readonly kind: 'base' }
  | { readonly kind: 'align'; readonly base: Float32Array; readonly students: readonly Student[] }
  /** dialogues of each model with `policy` (size M), lists held against `base` */
  | { readonly kind: 'measure'; readonly models: readonly MadeModel[]; readonly policy: Float32Array; readonly base: Float32Array };

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

/** Makes everything: `run` does jobs that need nothing from each other, side by side if it can, and keeps their results in order. The longest come first. */
export async function makeAllModels(run: (what: string, jobs: readonly PretrainJob[]) => Promise<PretrainResult[]>): Promise<MadeModel[]> {
  const first = (await run('Policies and base simulator', [{ kind: 'policy', size: 'L' }, { kind: 'base' }, { kind: 'policy', size: 'M' }, { kind: 'policy', size: 'S' }])).flat();
  const weightsOf = (id: string): Float32Array => first.find((m) => m.id === id)!.weights;
  const base = weightsOf('base');
  const aligned = RECIPE.gammas.map((gamma) => ({ gamma }));
  const families = HELDOUT.map((family) => ({ gamma: RECIPE.heldoutGamma, family }));
  const half = Math.ceil(aligned.length / 2);
  const students: Student[][] = [aligned.slice(0, half), aligned.slice(half), families];
  const simulators = (
    await run(
      'Alignment',
      students.map((part) => ({ kind: 'align', base, students: part })),
    )
  ).flat();
  const policies = ['L', 'M', 'S'].map((size) => first.find((m) => m.id === `policy-${size}`)!);
  const all = [first.find((m) => m.id === 'base')!, ...simulators, ...policies];
  const middle = Math.ceil(all.length / 2);
  const measured = await run(
    'Measuring',
    [all.slice(0, middle), all.slice(middle)].map((models) => ({ kind: 'measure', models, policy: weightsOf('policy-M'), base })),
  );
  return measured.flat();
}

export async function runPretrainJob(makeBackend: () => Backend, job: PretrainJob, onProgress: (what: string, fraction: number) => void): Promise<PretrainResult> {
  const scenario = buildPersuasion();
  const on = (what: string) => ({ onProgress: (fraction: number) => onProgress(what, fraction) });
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
    case 'base': {
      const r = await fresh((b) => trainBaseSimulator(b, scenario, on('base simulator')));
      return [{ id: 'base', role: 'base', label: 'Base simulator', shape: simulatorShape(scenario), recipe: RECIPE.base, weights: r.weights, metrics: { loss: r.loss } }];
    }
    case 'align': {
      const made = await fresh((b) => alignSimulators(b, scenario, job.base, job.students, on('alignment')));
      return job.students.map(({ gamma, family }, i) => ({
        ...(family
          ? ({ id: family.id, role: 'heldout', label: family.label, recipe: RECIPE.heldout } as const)
          : ({ id: `aligned-${gamma}`, role: 'aligned', label: `Aligned simulator, gamma ${gamma}`, recipe: RECIPE.aligned } as const)),
        shape: simulatorShape(scenario),
        weights: made[i]!.weights,
        metrics: { loss: made[i]!.loss },
        gamma,
      }));
    }
    case 'measure': {
      const out: MadeModel[] = [];
      for (const [i, m] of job.models.entries()) {
        onProgress('measuring', i / job.models.length);
        const size = m.id.replace('policy-', '') as PolicySize;
        const r = await fresh((b) => (m.role === 'policy' ? measure(b, scenario, size, m.weights, null) : measure(b, scenario, 'M', job.policy, m.weights)));
        const lists = m.role === 'aligned' ? await fresh((b) => measure(b, scenario, 'M', job.policy, m.weights, { options: RECIPE.measuredLists, base: job.base })) : null;
        out.push({ ...m, metrics: { ...m.metrics, ...named(m.role, r), ...(lists ? { 'sim.eta': lists.eta!, 'sim.malformed': lists.malformed!, 'sim.profile.lists': lists.profiles } : {}) } });
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
