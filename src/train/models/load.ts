/** Gets the networks of a run: the shipped ones, an alignment at a gamma that is not shipped, or everything trained from scratch here. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { HELDOUT, RECIPE } from '../pretrain/recipe.ts';
import type { Progress } from '../pretrain/stages.ts';
import { alignSimulators, clonePolicy, trainBaseSimulator } from '../pretrain/stages.ts';
import type { Settings } from '../settings.ts';
import type { StartingModels } from './catalog.ts';
import type { Manifest } from './manifest.ts';
import { parseManifest, unpackModel } from './manifest.ts';

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
}

/** Throws one clear line when a file is missing or damaged, or 'stopped' when aborted. */
export async function loadStartingModels(source: ModelSource, scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  return settings.networks === 'scratch' ? trainFromScratch(scenario, settings, o) : loadShipped(source, scenario, settings, o);
}

async function loadShipped(source: ModelSource, scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  const manifest = parseManifest(new TextDecoder().decode(await source.read('manifest.json')));
  if (manifest.scenario !== scenario.id) throw new Error(`models/manifest.json is for ${manifest.scenario}, not ${scenario.id}`);
  const shippedGamma = manifest.models.some((m) => m.role === 'aligned' && m.gamma === settings.gamma);
  const wanted = [`policy-${settings.model}`, 'base', ...(shippedGamma ? [`aligned-${settings.gamma}`] : []), ...manifest.models.filter((m) => m.role === 'heldout').map((m) => m.id)];
  const weights = new Map<string, Float32Array>();
  for (const [i, id] of wanted.entries()) {
    o.onProgress('Loading the networks', i / wanted.length);
    weights.set(id, await loadOne(source, manifest, id));
  }
  const heldout = manifest.models.filter((m) => m.role === 'heldout').map((m) => ({ id: m.id, label: m.label, weights: weights.get(m.id)! }));
  const policy = weights.get(wanted[0]!)!;
  const base = weights.get('base')!;
  if (shippedGamma) return { policy, base, simulator: weights.get(`aligned-${settings.gamma}`)!, heldout };
  const [simulator] = await withBackend(o, (b) => alignSimulators(b, scenario, base, [{ gamma: settings.gamma }], progress(o, `Aligning a simulator at gamma ${settings.gamma}`)));
  return { policy, base, simulator: simulator!.weights, heldout };
}

async function loadOne(source: ModelSource, manifest: Manifest, id: string): Promise<Float32Array> {
  const e = manifest.models.find((m) => m.id === id);
  if (!e) throw new Error(`models/manifest.json has no network ${id}`);
  return unpackModel(e, await source.read(e.file));
}

async function trainFromScratch(scenario: Scenario, settings: Settings, o: LoadOptions): Promise<StartingModels> {
  const policy = await withBackend(o, (b) => clonePolicy(b, scenario, settings.model as PolicySize, progress(o, 'Cloning the persuader (1 of 3)')));
  const base = await withBackend(o, (b) => trainBaseSimulator(b, scenario, progress(o, 'Training the base simulator (2 of 3)')));
  const students = [{ gamma: settings.gamma }, ...HELDOUT.map((family) => ({ gamma: RECIPE.heldoutGamma, family }))];
  const aligned = await withBackend(o, (b) => alignSimulators(b, scenario, base.weights, students, progress(o, 'Aligning the simulators (3 of 3)')));
  return { policy: policy.weights, base: base.weights, simulator: aligned[0]!.weights, heldout: HELDOUT.map((f, i) => ({ id: f.id, label: f.label, weights: aligned[i + 1]!.weights })) };
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
