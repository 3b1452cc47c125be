/** The training worker of the page: owns the device and the experiment, speaks protocol.ts, and never blocks the page. */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import type { BackendChoice } from './backend-choice.ts';
import { notYetOver } from './between.ts';
import { otherEngine } from './engine-kind.ts';
import { measureCrossPlay } from './experiment/cross-play.ts';
import type { ExperimentSettings } from './experiment-settings.ts';
import { checkExperiment } from './experiment-settings.ts';
import type { StartingModels } from './models/catalog.ts';
import { holdPolicies } from './people/held.ts';
import type { EngineInfo, RunSoFar, ToWorker } from './protocol.ts';
import type { Send } from './running.ts';
import { startRunning } from './running.ts';
import { openEngine } from './worker/engine.ts';
import { prepare } from './worker/prepare.ts';
import type { Readable } from './worker/questions.ts';
import { createQuestions, trainedSimulators } from './worker/questions.ts';
import { hintFor, message } from './worker/words.ts';

const send: Send = (m, transfer) => self.postMessage(m, { transfer: transfer ?? [] });

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Run extends Mutable<Readable> {
  /** measures and sends the cross-play of the policies as they are; null until the run is prepared */
  crossPlay: (() => Promise<void>) | null;
  /** aborted when the run is given up, also while files are being fetched */
  readonly abort: AbortController;
  readonly soFar: RunSoFar;
  /** the engine that an interrupted run began on */
  readonly began: EngineInfo | null;
  /** what was asked for while the networks were still being loaded */
  wish: 'run' | 'pause' | 'step';
}
let current: Run | null = null;
/** the run being torn down: a new one waits for it, so that two never share the device's memory */
let finishing: Promise<void> = Promise.resolve();

const engine = openEngine(send);
const questions = createQuestions(send, () => current);

async function runExperiment(config: ExperimentSettings, choice: BackendChoice, run: Run): Promise<void> {
  send({ type: 'state', state: 'preparing', update: 0, run: run.key });
  const backends: Backend[] = [];
  let over = false;
  try {
    const info = await engine.for(choice);
    // a device that was lost may not come back
    const other = otherEngine(run.began, info);
    if (other) throw new Error(`This run cannot go on. ${other}`);
    const makeBackend = engine.backends(info);
    const onModels = (models: StartingModels): void => questions.know(config, models);
    const { experiments, scenario, start } = await prepare(config, { makeBackend, soFar: run.soFar, signal: run.abort.signal, backends, send, onModels });
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
      questions.hold({ key: run.key, trained: await trainedSimulators(experiments), policies: await holdPolicies(config, experiments, start, kept, digests) });
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
    case 'hold':
      questions.hold({ key: m.run, trained: m.trained, policies: m.policies });
      return;
    case 'responses':
      void questions.responses(m);
      return;
    case 'slowMotion':
      void questions.slowMotion(m);
      return;
    case 'policies':
      void questions.policies(m);
      return;
  }
};
