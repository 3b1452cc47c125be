/** Makes the shipped networks in independent jobs, so that they can run side by side, and measures each. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import type { PolicySize, Schedule } from './recipe.ts';
import { HELDOUT, policyShape, RECIPE, selfPlayShape, simulatorShape } from './recipe.ts';
import { trainSelfPlay } from './selfplay.ts';
import type { Student } from './stages.ts';
import { alignSimulators, clonePolicy, trainBaseSimulator } from './stages.ts';

export type PretrainJob =
  | { readonly kind: 'policy'; readonly size: PolicySize }
  | { readonly kind: 'base' }
  | { readonly kind: 'align'; readonly base: Float32Array; readonly students: readonly Student[] }
  /** one network for both roles, from the policy of its size */
  | { readonly kind: 'selfplay'; readonly size: PolicySize; readonly policy: Float32Array; readonly base: Float32Array }
  /** dialogues of each model with `policy` (size M), lists held against `base` */
  | { readonly kind: 'measure'; readonly models: readonly MadeModel[]; readonly policy: Float32Array; readonly base: Float32Array };

export interface MadeModel {
  readonly id: string;
  readonly role: 'policy' | 'base' | 'aligned' | 'heldout' | 'selfplay';
  readonly label: string;
  readonly shape: ModelShape;
  readonly gamma?: number;
  readonly recipe: Schedule;
  readonly weights: Float32Array;
  readonly metrics: Readonly<Record<string, number | number[]>>;
}
export type PretrainResult = readonly MadeModel[];

const SIZES: readonly PolicySize[] = ['L', 'M', 'S'];

/** Makes everything: `run` does jobs that need nothing from each other, side by side if it can, and keeps their results in order. The longest come first. */
export async function makeAllModels(run: (what: string, jobs: readonly PretrainJob[]) => Promise<PretrainResult[]>): Promise<MadeModel[]> {
  const first = (await run('Policies and base simulator', [{ kind: 'policy', size: 'L' }, { kind: 'base' }, { kind: 'policy', size: 'M' }, { kind: 'policy', size: 'S' }])).flat();
  const weightsOf = (id: string): Float32Array => first.find((m) => m.id === id)!.weights;
  const base = weightsOf('base');
  const aligned = RECIPE.gammas.map((gamma) => ({ gamma }));
  const families = HELDOUT.map((family) => ({ gamma: RECIPE.heldoutGamma, family }));
  const half = Math.ceil(aligned.length / 2);
  const students: Student[][] = [aligned.slice(0, half), aligned.slice(half), families];
  const selfPlay = (size: PolicySize): PretrainJob => ({ kind: 'selfplay', size, policy: weightsOf(`policy-${size}`), base });
  const second = await run('Alignment and self-play', [...students.map((part): PretrainJob => ({ kind: 'align', base, students: part })), selfPlay('L'), selfPlay('M'), selfPlay('S')]);
  const policies = SIZES.map((size) => first.find((m) => m.id === `policy-${size}`)!);
  const all = [first.find((m) => m.id === 'base')!, ...second.slice(0, students.length).flat(), ...policies, ...second.slice(students.length).flat()];
  const part = Math.ceil(all.length / 4);
  const measured = await run(
    'Measuring',
    [0, 1, 2, 3].map((i) => ({ kind: 'measure', models: all.slice(i * part, (i + 1) * part), policy: weightsOf('policy-M'), base })),
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
    case 'selfplay': {
      const { size } = job;
      const r = await fresh((b) => trainSelfPlay(b, scenario, size, job.policy, job.base, on(`self-play ${size}`)));
      return [
        {
          id: `selfplay-${size}`,
          role: 'selfplay',
          label: `Both roles in one network, size ${size}`,
          shape: selfPlayShape(scenario, size),
          gamma: RECIPE.selfPlayGamma,
          recipe: RECIPE.selfPlay[size],
          weights: r.weights,
          metrics: { loss: r.loss, 'sim.loss': r.userLoss },
        },
      ];
    }
    case 'measure': {
      const out: MadeModel[] = [];
      const policy = { shape: policyShape(scenario, 'M'), weights: job.policy };
      for (const [i, m] of job.models.entries()) {
        onProgress('measuring', i / job.models.length);
        const asPolicy = m.role === 'policy' || m.role === 'selfplay' ? await fresh((b) => measure(b, scenario, m, null)) : null;
        const asUser = m.role === 'policy' ? null : await fresh((b) => measure(b, scenario, policy, m));
        const lists = m.role === 'aligned' ? await fresh((b) => measure(b, scenario, policy, m, { options: RECIPE.measuredLists, base: job.base })) : null;
        out.push({
          ...m,
          metrics: {
            ...m.metrics,
            ...(asPolicy ? policyMetrics(asPolicy) : {}),
            ...(asUser ? userMetrics(asUser) : {}),
            ...(lists ? { 'sim.eta': lists.eta!, 'sim.malformed': lists.malformed!, 'sim.profile.lists': lists.profiles } : {}),
          },
        });
      }
      return out;
    }
  }
}

type Metrics = Readonly<Record<string, number | number[]>>;

/** By the names of a run: what a policy does with real users. */
const policyMetrics = (r: Measured): Metrics => ({ 'success.real': r.success, 'reward.real': r.reward, 'policy.entropy': r.policyEntropy, turns: r.turns });

/** What a simulator does with the cloned persuader of size M. */
const userMetrics = (r: Measured): Metrics => ({ 'sim.profile': r.profiles, 'sim.modeMass': Math.max(...r.profiles), 'sim.eps': r.eps!, 'sim.epsBar': r.epsBar!, success: r.success });
