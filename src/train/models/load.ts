/** Gets the networks of a run: the shipped ones, an alignment at a gamma that is not shipped, or everything trained from scratch here. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Needs } from '../arms/arm.ts';
import { ARM_TABLE } from '../arms/index.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { ensembleFamilies, HELDOUT, policyShape, RECIPE, selfPlayShape, simulatorShape } from '../pretrain/recipe.ts';
import { trainSelfPlay } from '../pretrain/selfplay.ts';
import type { Progress, Student } from '../pretrain/stages.ts';
import { alignSimulators, clonePolicy, trainBaseSimulator } from '../pretrain/stages.ts';
import type { ArmId, Settings } from '../settings.ts';
import type { FrozenSimulators } from '../responses.ts';
import type { StartingModels } from './catalog.ts';
import type { Manifest } from './manifest.ts';
import { parseManifest, setDigest, unpackModel } from './manifest.ts';

export interface ModelSource {
  /** reads a file of public/models */
  read(file: string): Promise<Uint8Array>;
}

export interface LoadOptions {
  /** a fresh backend for training networks before the run; it is destroyed afterwards */
  readonly makeBackend: () => Backend;
  /** what is being done, and the fraction done */
  readonly onProgress: (what: string, fraction: number) => void;
  readonly aborted?: () => boolean;
  /** arms that start from the same set; left out: the settings' arm alone */
  readonly arms?: readonly ArmId[];
}

/** What all arms of a run need together. */
function needsOf(settings: Settings, { arms = [settings.arm] }: LoadOptions): Needs {
  const all = arms.map((arm) => ARM_TABLE[arm].needs({ ...settings, arm }));
  return { gammas: [...new Set(all.flatMap((n) => n.gammas ?? []))], base: all.some((n) => n.base), ensemble: all.some((n) => n.ensemble), selfplay: all.some((n) => n.selfplay) };
}

/** Throws one clear line when a file is missing or damaged, or 'stopped' when aborted. */
export async function loadStartingModels(source: ModelSource, scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  return settings.networks === 'scratch' ? trainFromScratch(scenario, settings, o) : loadShipped(source, scenario, settings, o);
}

async function loadShipped(source: ModelSource, scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  const manifest = parseManifest(new TextDecoder().decode(await source.read('manifest.json')));
  if (manifest.scenario !== scenario.id) throw new Error(`models/manifest.json is for ${manifest.scenario}, not ${scenario.id}`);
  checkManifest(manifest, scenario, settings);
  const needs = needsOf(settings, o);
  const isShipped = (gamma: number) => manifest.models.some((m) => m.role === 'aligned' && m.gamma === gamma);
  const gammas = needs.gammas ?? [];
  const students: Student[] = [...gammas.filter((g) => !isShipped(g)).map((gamma) => ({ gamma })), ...ensembleStudents(scenario, settings, needs)];
  const ids = [
    `policy-${settings.model}`,
    ...gammas.filter(isShipped).map((g) => `aligned-${g}`),
    ...(needs.selfplay ? [`selfplay-${settings.model}`] : []),
    ...(needs.base || students.length > 0 ? ['base'] : []),
    ...manifest.models.filter((m) => m.role === 'heldout').map((m) => m.id),
  ];
  const weights = new Map<string, Float32Array>();
  for (const [i, id] of ids.entries()) {
    o.onProgress('Loading the networks', i / ids.length);
    weights.set(id, await loadOne(source, manifest, id));
  }
  const base = weights.get('base');
  const made = students.length === 0 ? [] : await withBackend(o, (b) => alignSimulators(b, scenario, base!, students, progress(o, 'Aligning the simulators')));
  return {
    policy: weights.get(ids[0]!)!,
    ...collect(
      students,
      made.map((m) => m.weights),
      gammas.filter(isShipped).map((g) => [g, weights.get(`aligned-${g}`)!]),
    ),
    ...(base ? { base } : {}),
    ...(needs.selfplay ? { selfplay: weights.get(`selfplay-${settings.model}`)! } : {}),
    heldout: manifest.models.filter((m) => m.role === 'heldout').map((m) => ({ id: m.id, label: m.label, weights: weights.get(m.id)! })),
  };
}

/** The base simulator and the aligned one of a run's settings from the shipped files; throws when they are not there but made when a run begins. */
export async function loadShippedSimulators(source: ModelSource, scenario: Scenario, { gamma, networks }: Pick<Settings, 'gamma' | 'networks'>): Promise<FrozenSimulators> {
  const manifest = parseManifest(new TextDecoder().decode(await source.read('manifest.json')));
  const id = `aligned-${gamma}`;
  if (networks !== 'shipped' || manifest.scenario !== scenario.id || !manifest.models.some((m) => m.id === id))
    throw new Error(`the simulator of γ ${gamma} is made when a run begins, and not kept: it answers once a run has begun (Run or Step)`);
  return { base: await loadOne(source, manifest, 'base'), aligned: await loadOne(source, manifest, id), gamma };
}

/** The policy a run of these settings starts from, from the shipped files; throws when it is made when a run begins. */
export async function loadShippedPolicy(source: ModelSource, scenario: Scenario, { model, networks }: Pick<Settings, 'model' | 'networks'>): Promise<Float32Array> {
  if (networks !== 'shipped') throw new Error('the policy is trained from scratch when a run begins: press Run (or Step) first');
  const manifest = parseManifest(new TextDecoder().decode(await source.read('manifest.json')));
  if (manifest.scenario !== scenario.id) throw new Error(`models/manifest.json is for ${manifest.scenario}, not ${scenario.id}`);
  return loadOne(source, manifest, `policy-${model}`);
}

const ensembleStudents = (scenario: Scenario, settings: Settings, needs: Needs): Student[] =>
  needs.ensemble ? ensembleFamilies(scenario, settings.gamma).map((family) => ({ gamma: settings.gamma, family })) : [];

/** Students without a family are simulators by gamma, those with one belong to the ensemble. */
function collect(students: readonly Student[], weights: readonly Float32Array[], loaded: readonly (readonly [number, Float32Array])[]): Pick<StartingModels, 'aligned' | 'ensemble'> {
  return {
    aligned: new Map([...loaded, ...students.flatMap((s, i) => (s.family ? [] : [[s.gamma, weights[i]!] as const]))]),
    ensemble: students.flatMap((s, i) => (s.family ? [weights[i]!] : [])),
  };
}

/** The manifest must describe the networks this version expects: the held-out panel of the recipe, every id once, shapes as the scenario needs them. */
function checkManifest(manifest: Manifest, scenario: Scenario, settings: Settings): void {
  const fail = (what: string): never => {
    throw new Error(`models/manifest.json ${what}; make the networks again with npm run pretrain`);
  };
  const ids = manifest.models.map((m) => m.id);
  if (new Set(ids).size !== ids.length) fail('names a network twice');
  const panel = manifest.models.filter((m) => m.role === 'heldout').map((m) => m.id);
  if (panel.join() !== HELDOUT.map((f) => f.id).join()) fail('has another held-out panel than this version');
  if (setDigest(manifest.models) !== manifest.digest) fail('does not match its own digest');
  for (const m of manifest.models) {
    const sized = m.role === 'policy' ? policyShape : m.role === 'selfplay' ? selfPlayShape : null;
    if (sized && m.id !== `${m.role}-${settings.model}`) continue;
    const wanted = sized ? sized(scenario, settings.model as PolicySize) : simulatorShape(scenario);
    const differs = (Object.keys(wanted) as (keyof typeof wanted)[]).find((k) => m.shape[k] !== wanted[k]);
    if (differs) fail(`gives ${m.id} ${differs} ${m.shape[differs]}, this version needs ${wanted[differs]}`);
  }
}

async function loadOne(source: ModelSource, manifest: Manifest, id: string): Promise<Float32Array> {
  const e = manifest.models.find((m) => m.id === id);
  if (!e) throw new Error(`models/manifest.json has no network ${id}`);
  return unpackModel(e, await source.read(e.file));
}

async function trainFromScratch(scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  const needs = needsOf(settings, o);
  const size = settings.model as PolicySize;
  const stages = needs.selfplay ? 4 : 3;
  const policy = await withBackend(o, (b) => clonePolicy(b, scenario, size, progress(o, `Cloning the persuader (1 of ${stages})`)));
  const base = await withBackend(o, (b) => trainBaseSimulator(b, scenario, progress(o, `Training the base simulator (2 of ${stages})`)));
  const selfplay = needs.selfplay
    ? await withBackend(o, (b) => trainSelfPlay(b, scenario, size, policy.weights, base.weights, progress(o, `Training one network for both roles (3 of ${stages})`)))
    : null;
  const own: Student[] = [...(needs.gammas ?? []).map((gamma) => ({ gamma })), ...ensembleStudents(scenario, settings, needs)];
  const students = [...own, ...HELDOUT.map((family) => ({ gamma: RECIPE.heldoutGamma, family }))];
  const made = await withBackend(o, (b) => alignSimulators(b, scenario, base.weights, students, progress(o, `Aligning the simulators (${stages} of ${stages})`)));
  return {
    policy: policy.weights,
    ...collect(
      own,
      made.map((m) => m.weights),
      [],
    ),
    base: base.weights,
    ...(selfplay ? { selfplay: selfplay.weights } : {}),
    heldout: HELDOUT.map((f, i) => ({ id: f.id, label: f.label, weights: made[own.length + i]!.weights })),
  };
}

const progress = (o: LoadOptions, what: string): Progress => ({ onProgress: (fraction) => o.onProgress(what, fraction), ...(o.aborted ? { aborted: o.aborted } : {}) });

async function withBackend<T>(o: LoadOptions, f: (b: Backend) => Promise<T>): Promise<T> {
  const b = o.makeBackend();
  try {
    return await f(b);
  } finally {
    b.destroy();
  }
}
