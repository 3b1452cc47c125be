/** The training worker of the page: owns the device and the experiment, speaks protocol.ts, and never blocks the page. */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import type { Gpu } from '../gpu-kernels/webgpu/device.ts';
import { NoGpuError, openGpu } from '../gpu-kernels/webgpu/device.ts';
import { checkDevice } from '../gpu-kernels/webgpu/gates.ts';
import { Experiment } from './experiment/experiment.ts';
import { loadStartingModels } from './models/load.ts';
import type { EngineInfo, FromWorker, ToWorker } from './protocol.ts';
import { Runner } from './runner.ts';
import { scenarioOf } from './scenarios.ts';
import type { Series } from './series.ts';
import { addPoints, digestOf } from './series.ts';
import type { Settings } from './settings.ts';
import { checkSettings } from './settings.ts';

const send = (m: FromWorker): void => self.postMessage(m);

/** The shipped networks lie beside the page: the built worker is in assets/, the development server's at /src/train. */
const modelsUrl = import.meta.env.DEV ? new URL('/models/', self.location.origin) : new URL('../models/', self.location.href);

let gpu: Gpu | null = null;
interface Run {
  runner: Runner | null;
  /** aborted when the run is given up, also while files are being fetched */
  readonly abort: AbortController;
  /** what was asked for while the networks were still being loaded */
  wish: 'run' | 'pause' | 'step';
}
let current: Run | null = null;
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

async function runExperiment(settings: Settings, run: Run): Promise<void> {
  send({ type: 'state', state: 'preparing', update: 0 });
  const onProgress = progressSender();
  let backend: Backend | null = null;
  try {
    let info = await engine;
    if (info.backend === 'webgpu' && !gpu) {
      engine = openEngine();
      info = await engine;
      send({ type: 'engine', engine: info });
    }
    const makeBackend = backendMaker(info);
    const scenario = scenarioOf(settings);
    const { signal } = run.abort;
    const models = await loadStartingModels({ read: (file) => readModel(file, signal) }, scenario, settings, { makeBackend, onProgress, aborted: () => signal.aborted });
    if (signal.aborted) throw new Error('stopped');
    onProgress('Compiling the kernels', 0);
    backend = makeBackend();
    const experiment = await Experiment.create(backend, scenario, settings, models);
    const series: Series = {};
    const runner = new Runner(experiment, {
      onPoints: (points, updatesPerSecond, secondsLeft) => {
        addPoints(series, points);
        send({ type: 'metrics', points, updatesPerSecond, secondsLeft });
      },
      onPaused: (update) => send({ type: 'state', state: 'paused', update }),
      onResumed: (update) => send({ type: 'state', state: 'running', update }),
      onEvaluated: async (e) => send({ type: 'transcripts', transcripts: await e.transcripts() }),
    });
    run.runner = runner;
    if (signal.aborted) throw new Error('stopped');
    if (run.wish !== 'pause') send({ type: 'state', state: 'running', update: 0 });
    if (run.wish === 'step') runner.stepOnce();
    if (await runner.run(run.wish === 'pause')) {
      send({ type: 'finished', digest: digestOf(series) });
      send({ type: 'state', state: 'finished', update: settings.updates });
    } else send({ type: 'state', state: 'stopped', update: experiment.update });
  } catch (e) {
    if (run.abort.signal.aborted) send({ type: 'state', state: 'stopped', update: 0 });
    else {
      send({ type: 'error', message: message(e), hint: hintFor(message(e)) });
      send({ type: 'state', state: 'failed', update: 0 });
    }
  } finally {
    backend?.destroy();
    if (current === run) current = null;
  }
}

function hintFor(error: string): string {
  if (/lost/.test(error)) return 'The curves so far are kept. Press Run to start again; if it happens again, choose a smaller model or fewer seeds.';
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

self.onmessage = (e: MessageEvent<ToWorker>): void => {
  const m = e.data;
  switch (m.type) {
    case 'start': {
      const checked = checkSettings(m.settings);
      if (!checked.ok) {
        send({ type: 'error', message: `The settings are not valid: ${checked.error}`, hint: 'Change the setting named and start again.' });
        return;
      }
      stopCurrent();
      const run: Run = { runner: null, abort: new AbortController(), wish: m.paused ? 'pause' : 'run' };
      current = run;
      finishing = finishing.then(() => (run.abort.signal.aborted ? undefined : runExperiment(checked.settings, run)));
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
  }
};
