/** The training worker of the page: owns the device and the experiment, speaks protocol.ts, and never blocks the page. */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import type { Gpu } from '../gpu-kernels/webgpu/device.ts';
import { NoGpuError, openGpu } from '../gpu-kernels/webgpu/device.ts';
import { checkDevice } from '../gpu-kernels/webgpu/gates.ts';
import type { BackendChoice } from './backend-choice.ts';
import type { Over } from './between.ts';
import { notYetOver, readBetween } from './between.ts';
import { otherEngine } from './engine-kind.ts';
import type { Policies } from './experiment/cross-play.ts';
import { measureCrossPlay } from './experiment/cross-play.ts';
import { Experiment } from './experiment/experiment.ts';
import type { ExperimentSettings } from './experiment-settings.ts';
import { checkExperiment, settingsOf } from './experiment-settings.ts';
import { loadShippedPolicy, loadShippedSimulators, loadStartingModels } from './models/load.ts';
import { holdPolicies, holdStart } from './people/held.ts';
import type { PolicySize } from './pretrain/recipe.ts';
import { policyShape } from './pretrain/recipe.ts';
import type { EngineInfo, HeldPolicies, History, RunSoFar, ToWorker } from './protocol.ts';
import type { FrozenSimulators, TrainedSimulator } from './responses.ts';
import { respond } from './responses.ts';
import type { Runner } from './runner.ts';
import type { Send } from './running.ts';
import { armsToRun, startRunning } from './running.ts';
import { scenarioOf } from './scenarios.ts';
import type { Scenario } from '../sim/scenario.ts';
import { slowMotion } from './slow-motion.ts';

const send: Send = (m, transfer) => self.postMessage(m, { transfer: transfer ?? [] });

/** The shipped networks lie beside the page: the built worker is in assets/, the development server's at /src/train. */
const modelsUrl = import.meta.env.DEV ? new URL('/models/', self.location.origin) : new URL('../models/', self.location.href);

let gpu: Gpu | null = null;
interface Run {
  runner: Runner | null;
  /** measures and sends the cross-play of the policies as they are; null until the run is prepared */
  crossPlay: (() => Promise<void>) | null;
  experiments: readonly Experiment[];
  /** its policies as they are; null until the run is prepared */
  policies: (() => Promise<HeldPolicies>) | null;
  /** settled when nothing can be read from its experiments any more */
  readonly over: Over;
  /** aborted when the run is given up, also while files are being fetched */
  readonly abort: AbortController;
  readonly key: string;
  readonly soFar: RunSoFar;
  /** the engine that an interrupted run began on */
  readonly began: EngineInfo | null;
  /** what was asked for while the networks were still being loaded */
  wish: 'run' | 'pause' | 'step';
}
let current: Run | null = null;
/** simulators that histories are put to, by the settings that made them; a handful at most, 100 kB each */
const simulators = new Map<string, FrozenSimulators>();
const simulatorKey = ({ gamma, networks }: ExperimentSettings): string => `${networks} ${gamma}`;
/** what the last finished run's learning simulators had become */
let finished: readonly TrainedSimulator[] = [];
/** its policies */
let finishedPolicies: HeldPolicies | null = null;
/** the run being torn down: a new one waits for it, so that two never share the device's memory */
let finishing: Promise<void> = Promise.resolve();

/** Opens WebGPU, checks its arithmetic, and falls back to the CPU twin with the reason. */
async function openEngine(): Promise<EngineInfo> {
  gpu = null;
  try {
    const opened = await openGpu({ powerPreference: 'high-performance' });
    const fault = await checkDevice(opened);
    if (fault) throw new NoGpuError('device-failed', `the graphics device does not compute as it should: ${fault}`);
    gpu = opened;
    void opened.lost.then(() => {
      if (gpu === opened) gpu = null; // the next run asks for a device again
    });
    return { backend: 'webgpu', name: opened.name, software: opened.software };
  } catch (e) {
    const { info } = createCpuBackend();
    const reason = e instanceof NoGpuError ? e.reason : 'device-failed';
    return { backend: 'cpu', name: info.name, software: true, noGpu: { reason, detail: message(e) } };
  }
}

let engine = openEngine().then((info) => {
  send({ type: 'engine', engine: info });
  return info;
});

const message = (e: unknown): string => (e instanceof Error ? e.message : String(e));

/** What a run is computed by: the CPU twin where that was asked for, else what the machine offers now. */
async function engineFor(choice: BackendChoice): Promise<EngineInfo> {
  if (choice === 'cpu') {
    const info: EngineInfo = { backend: 'cpu', name: createCpuBackend().info.name, software: true };
    send({ type: 'engine', engine: info, forRun: true });
    return info;
  }
  const info = await engine;
  if (info.backend === 'cpu' || gpu) return info;
  engine = openEngine();
  send({ type: 'engine', engine: await engine });
  return engine;
}

/** Backends of the kind this run was announced with: a device lost in between is an error, not a silent change to the CPU twin. */
function backendMaker(info: EngineInfo): () => Backend {
  if (info.backend === 'cpu') return () => createCpuBackend();
  return () => {
    if (!gpu) throw new Error('the graphics device was lost while the run was being prepared');
    return createWebGpuBackend(gpu);
  };
}

/** a connection that gives no answer for this long is given up, ms */
const FETCH_TIMEOUT = 60_000;

async function readModel(file: string, abort: AbortSignal): Promise<Uint8Array> {
  const url = new URL(file, modelsUrl);
  try {
    const r = await fetch(url, { signal: AbortSignal.any([abort, AbortSignal.timeout(FETCH_TIMEOUT)]) });
    if (!r.ok) throw new Error(`${r.status} ${r.statusText}`);
    return new Uint8Array(await r.arrayBuffer());
  } catch (e) {
    throw new Error(`${url.pathname} could not be loaded: ${message(e)}`, { cause: e });
  }
}

/** Progress with the time left, told from the fraction done so far. */
function progressSender(): (what: string, fraction: number) => void {
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

async function runExperiment(config: ExperimentSettings, choice: BackendChoice, run: Run): Promise<void> {
  send({ type: 'state', state: 'preparing', update: 0, run: run.key });
  const backends: Backend[] = [];
  let over = false;
  try {
    const prepared = await prepare(config, choice, run, backends);
    const { experiments, scenario, start } = prepared;
    const { runner, digests: digestsNow, kept } = startRunning(config.arms, experiments, send, run.soFar);
    run.runner = runner;
    run.experiments = experiments;
    run.policies = () => holdPolicies(config, experiments, start, kept);
    run.crossPlay = async () => {
      const crossPlay = await measureCrossPlay(scenario, experiments, start, () => run.abort.signal.aborted);
      if (crossPlay) send({ type: 'crossPlay', crossPlay });
    };
    if (run.abort.signal.aborted) throw new Error('stopped');
    if (run.wish !== 'pause') send({ type: 'state', state: 'running', update: runner.update });
    if (run.wish === 'step') runner.stepOnce();
    if (await runner.run(run.wish === 'pause')) {
      const digests = digestsNow();
      send({ type: 'finished', digests });
      send({ type: 'state', state: 'finished', update: config.updates });
      over = true;
      finished = await trainedSimulators(experiments);
      finishedPolicies = await holdPolicies(config, experiments, start, kept, digests);
      run.over.settle();
      await run.crossPlay();
    } else send({ type: 'state', state: 'stopped', update: runner.update });
  } catch (e) {
    // a device lost while cross-play is measured takes nothing from the run
    if (over) return;
    if (run.abort.signal.aborted) send({ type: 'state', state: 'stopped', update: 0 });
    else {
      send({ type: 'error', message: message(e), hint: hintFor(message(e)) });
      send({ type: 'state', state: 'failed', update: 0 });
    }
  } finally {
    run.over.settle();
    for (const b of backends) b.destroy();
    if (current === run) current = null;
  }
}

/** Loads what every arm starts from and allocates one experiment an arm, each on a backend of its own. */
async function prepare(config: ExperimentSettings, choice: BackendChoice, run: Run, backends: Backend[]): Promise<{ experiments: Experiment[]; scenario: Scenario; start: Policies }> {
  const onProgress = progressSender();
  const info = await engineFor(choice);
  // a device that was lost may not come back
  const other = otherEngine(run.began, info);
  if (other) throw new Error(`This run cannot go on. ${other}`);
  const makeBackend = backendMaker(info);
  const scenario = scenarioOf(config);
  const { signal } = run.abort;
  const arms = armsToRun(config.arms, run.soFar);
  if (arms.length === 0) throw new Error('every arm of this run has stopped by itself: there is nothing to go on with');
  const settings = arms.map((arm) => settingsOf(config, arm));
  const source = { read: (file: string) => readModel(file, signal) };
  const models = await loadStartingModels(source, scenario, settings[0]!, { makeBackend, onProgress, aborted: () => signal.aborted, arms });
  const aligned = models.aligned.get(config.gamma);
  if (models.base && aligned) simulators.set(simulatorKey(config), { base: models.base, aligned, gamma: config.gamma });
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

function hintFor(error: string): string {
  if (/^This run cannot go on/.test(error)) return 'What is stored of it stays as it is. Reload the page: a graphics device may be there again.';
  if (/^checkpoint/.test(error)) return 'The stored state of this run does not fit this version of the lab. Run it again with the same settings.';
  if (/lost/.test(error))
    return 'The run goes on where it was kept last, with the same numbers, when you continue it; Run again begins anew. If it happens again, choose a smaller model or fewer seeds.';
  if (/buffer/.test(error)) return 'The experiment does not fit into memory: choose fewer seeds, groups or dialogues per evaluation, or a smaller model.';
  if (/could not be loaded|damaged|manifest/.test(error)) return 'Check the connection and reload the page, or choose “Train from scratch here” under Settings.';
  return 'The curves so far are kept. Press Run to start again.';
}

function stopCurrent(): void {
  if (!current) return;
  current.abort.abort();
  current.runner?.stop();
}

function steer(wish: 'pause' | 'resume' | 'step'): void {
  if (!current) return;
  const { runner } = current;
  if (!runner) current.wish = wish === 'resume' ? 'run' : wish;
  else if (wish === 'pause') runner.pause();
  else if (wish === 'resume') runner.resume();
  else runner.stepOnce();
}

/** What the simulators would say at a history: the frozen ones from their files, the trained ones as they are now. */
async function answer(id: number, history: History, config: ExperimentSettings): Promise<void> {
  try {
    const scenario = scenarioOf(config);
    const run = current;
    const trained = (await readBetween(run, () => trainedSimulators(run?.experiments ?? []))) ?? finished;
    send({ type: 'responses', id, responses: await respond(scenario, config, history, await frozenSimulators(scenario, config), trained) });
  } catch (e) {
    send({ type: 'responses', id, responses: [], error: message(e) });
  }
}

/** Those of the run on hand, else the shipped ones. */
async function frozenSimulators(scenario: Scenario, config: ExperimentSettings): Promise<FrozenSimulators> {
  const key = simulatorKey(config);
  const known = simulators.get(key);
  if (known) return known;
  const source = { read: (file: string) => readModel(file, new AbortController().signal) };
  const loaded = await loadShippedSimulators(source, scenario, config);
  simulators.set(key, loaded);
  return loaded;
}

/** One group of dialogues and the update it makes, on a CPU backend of its own: whatever trains is not touched. */
async function slow(id: number, seed: number, config: ExperimentSettings): Promise<void> {
  const backend = createCpuBackend();
  try {
    const scenario = scenarioOf(config);
    const settings = { ...settingsOf(config, 'single'), networks: 'shipped', seeds: String(seed), prompts: 1 };
    const source = { read: (file: string) => readModel(file, new AbortController().signal) };
    const models = await loadStartingModels(source, scenario, settings, { makeBackend: () => createCpuBackend(), onProgress: () => undefined });
    send({ type: 'slowMotion', id, result: await slowMotion(backend, scenario, settings, seed, models) });
  } catch (e) {
    send({ type: 'slowMotion', id, result: null, error: message(e) });
  } finally {
    backend.destroy();
  }
}

const NONE = (): Promise<null> => Promise.resolve(null);

/** Those of the run on hand, else of the last finished one, else what a run would start from. */
async function policies(id: number, config: ExperimentSettings): Promise<void> {
  try {
    const source = { read: (file: string) => readModel(file, new AbortController().signal) };
    const scenario = scenarioOf(config);
    const held = (await readBetween(current, current?.policies ?? NONE)) ?? finishedPolicies ?? holdStart(scenario, config, await loadShippedPolicy(source, scenario, config));
    send({ type: 'policies', id, held });
  } catch (e) {
    send({ type: 'policies', id, held: null, error: message(e) });
  }
}

const trainedSimulators = async (experiments: readonly Experiment[]): Promise<TrainedSimulator[]> => (await Promise.all(experiments.map((x) => x.trainedSimulator()))).filter((t) => t !== null);

self.onmessage = (e: MessageEvent<ToWorker>): void => {
  const m = e.data;
  switch (m.type) {
    case 'start': {
      const checked = checkExperiment(m.experiment);
      if (!checked.ok) {
        send({ type: 'error', message: `The settings are not valid: ${checked.error}`, hint: 'Change the setting named and start again.' });
        return;
      }
      stopCurrent();
      const run: Run = {
        runner: null,
        crossPlay: null,
        experiments: [],
        policies: null,
        over: notYetOver(),
        abort: new AbortController(),
        key: m.run,
        soFar: m.resume ?? {},
        began: m.began ?? null,
        wish: m.paused ? 'pause' : 'run',
      };
      current = run;
      finishing = finishing.then(() => (run.abort.signal.aborted ? undefined : runExperiment(checked.experiment, m.backend, run)));
      return;
    }
    case 'pause':
    case 'resume':
    case 'step':
      steer(m.type);
      return;
    case 'stop':
      stopCurrent();
      return;
    case 'crossPlay':
      if (current?.crossPlay) current.runner?.betweenUpdates(current.crossPlay);
      return;
    case 'responses':
      void answer(m.id, m.history, m.experiment);
      return;
    case 'slowMotion':
      void slow(m.id, m.seed, m.experiment);
      return;
    case 'policies':
      void policies(m.id, m.experiment);
      return;
  }
};
