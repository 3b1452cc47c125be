/** A small benchmark: the default experiment with policies of size S, both executors in turn, so that a machine that grows warm or busy slows both. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { StartingModels } from '../models/catalog.ts';
import type { Settings } from '../settings.ts';
import { defaultSettings } from '../settings.ts';
import { Experiment } from '../experiment/experiment.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Bench, Speed } from './protocol.ts';

export const BENCH_SETTINGS: Settings = { ...defaultSettings, model: 'S', theoryEvery: 0, updates: 2000 };

/** each executor gets this long in every round */
const ROUND_SECONDS = 3;
const ROUNDS = 2;
export const BENCH_SECONDS = 2 * ROUNDS * ROUND_SECONDS;

export interface BenchOptions {
  readonly webgpu: () => Backend;
  readonly cpu: () => Backend;
  readonly scenario: Scenario;
  readonly models: StartingModels;
  readonly settings?: Settings;
  readonly roundSeconds?: number;
  onProgress(fraction: number): void;
  readonly now?: () => number;
}

/** One executor's share: updates until its time is over, at least one a round. */
class Lane {
  updates = 0;
  seconds = 0;
  private readonly experiment: Experiment;

  constructor(experiment: Experiment) {
    this.experiment = experiment;
  }

  async one(): Promise<void> {
    this.experiment.step();
    await this.experiment.backend.sync();
    if (this.experiment.ringsFull()) await this.experiment.drain();
  }

  async round(seconds: number, now: () => number): Promise<void> {
    const start = now();
    let spent: number;
    do {
      await this.one();
      this.updates++;
      spent = (now() - start) / 1000;
    } while (spent < seconds);
    this.seconds += spent;
  }

  get speed(): Speed {
    return { updates: this.updates, seconds: this.seconds, updatesPerSecond: this.updates / this.seconds };
  }
}

export async function benchmark(o: BenchOptions): Promise<Bench> {
  const settings = o.settings ?? BENCH_SETTINGS;
  const now = o.now ?? (() => performance.now());
  const backends = [o.webgpu(), o.cpu()] as const;
  try {
    const lanes = [];
    for (const [i, backend] of backends.entries()) {
      const lane = new Lane(await Experiment.create(backend, o.scenario, settings, o.models));
      await lane.one(); // the first update compiles and warms up
      lanes.push(lane);
      o.onProgress(0.1 * (i + 1));
    }
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, lane] of lanes.entries()) {
        await lane.round(o.roundSeconds ?? ROUND_SECONDS, now);
        o.onProgress(0.2 + (0.8 * (round * 2 + i + 1)) / (2 * ROUNDS));
      }
    const [webgpu, cpu] = lanes.map((l) => l.speed) as [Speed, Speed];
    const what = `arm ${settings.arm}, policy ${settings.model}, seeds ${settings.seeds}, ${settings.prompts} groups of ${settings.group} dialogues a seed and update`;
    return { what, webgpu, cpu, ratio: webgpu.updatesPerSecond / cpu.updatesPerSecond };
  } finally {
    for (const b of backends) b.destroy();
  }
}
