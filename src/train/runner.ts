/** The loop that drives an experiment, the same for the page's worker and the command line: evaluate when due, update, report a few times a second, obey pause and stop. */
import type { Experiment } from './experiment/experiment.ts';
import type { MetricPoint } from './protocol.ts';

export interface RunnerEvents {
  /** new points, at most 3 times a second; `updatesPerSecond` over the last few seconds */
  onPoints(points: readonly MetricPoint[], updatesPerSecond: number, secondsLeft: number | null): void;
  onPaused?(update: number): void;
  onResumed?(update: number): void;
  /** after an evaluation has been read, at most once a second; may read from the experiment */
  onEvaluated?(experiment: Experiment): Promise<void>;
}

/** least time between two readbacks of the metrics, ms: 3 a second leaves one a second for transcripts */
const DRAIN_MS = 334;
const TRANSCRIPT_MS = 1000;
/** an update that took longer than this is submitted in three parts instead of two */
const SLOW_MS = 300;

export class Runner {
  private readonly experiment: Experiment;
  private readonly events: RunnerEvents;
  private stopped = false;
  /** updates still to do before pausing by itself; Infinity = run */
  private budget = Infinity;
  private wake: (() => void) | null = null;
  private failure: Error | null = null;
  private onLost: ((e: Error) => void) | null = null;

  constructor(experiment: Experiment, events: RunnerEvents) {
    this.experiment = experiment;
    this.events = events;
    void experiment.backend.lost.then((reason) => {
      this.failure = new Error(`the graphics device was lost: ${reason}`);
      this.wake?.();
      this.onLost?.(this.failure);
    });
  }

  pause(): void {
    this.budget = 0;
    this.wake?.();
  }

  resume(): void {
    this.budget = Infinity;
    this.wake?.();
  }

  /** One update, then pause. */
  stepOnce(): void {
    this.budget = 1;
    this.wake?.();
  }

  stop(): void {
    this.stopped = true;
    this.wake?.();
  }

  /** Runs to the last update. Resolves true when finished, false when stopped; rejects when the device is lost or a point cannot be read. */
  async run(startPaused = false): Promise<boolean> {
    if (startPaused) this.budget = 0;
    const e = this.experiment;
    const rate = new Rate();
    let lastDrain = -Infinity;
    let lastTranscript = -Infinity;
    let transcriptDue = false;
    let millis = 0;
    for (;;) {
      if (this.failure) throw this.failure;
      if (this.stopped) return false;
      const evaluated = e.evaluationDue();
      if (evaluated) {
        e.evaluate();
        transcriptDue = true;
      }
      let done = e.update >= e.settings.updates;
      if (!done && this.budget > 0) {
        const t = now();
        e.step(millis > SLOW_MS ? 3 : 2);
        this.budget--;
        await this.settle();
        millis = now() - t;
        rate.add(now());
        // the last update, and any after which an evaluation is due, is evaluated before pausing or ending
        if (e.evaluationDue()) continue;
        done = e.update >= e.settings.updates;
      }
      const idle = done || this.budget <= 0;
      if (idle || e.ringsFull() || now() - lastDrain >= DRAIN_MS) {
        // when idle the last points must come too, but still no sooner than the limit allows
        if (idle && !e.ringsFull()) await delay(lastDrain + DRAIN_MS - now());
        const points = await this.orLost(e.drain());
        lastDrain = now();
        checkFinite(points);
        if (points.length > 0) this.events.onPoints(points, rate.perSecond(), rate.secondsLeft(e.settings.updates - e.update));
      }
      if (transcriptDue && this.events.onEvaluated && (idle || now() - lastTranscript >= TRANSCRIPT_MS)) {
        await this.orLost(this.events.onEvaluated(e));
        lastTranscript = now();
        transcriptDue = false;
      }
      if (done) return true;
      if (idle) {
        this.events.onPaused?.(e.update);
        await new Promise<void>((resolve) => {
          this.wake = resolve;
          if (this.budget > 0 || this.stopped || this.failure) resolve();
        });
        this.wake = null;
        rate.reset();
        if (!this.stopped && !this.failure) this.events.onResumed?.(e.update);
      }
    }
  }

  /** Waits until the device is done, so that its queue never grows, and lets messages in. */
  private async settle(): Promise<void> {
    await this.orLost(this.experiment.backend.sync());
    await breathe();
  }

  /** A lost device may leave a promise unsettled for ever: whichever comes first. (Not Promise.race, which would keep one more callback on `lost` for every update.) */
  private orLost<T>(p: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.onLost = reject;
      p.then(resolve, reject);
    }).finally(() => {
      this.onLost = null;
    });
  }
}

/** Throws at the first update whose loss or entropy is not a finite number: nothing after it means anything. */
function checkFinite(points: readonly MetricPoint[]): void {
  for (const p of points)
    for (const name of ['loss', 'policy.entropy'])
      if (p.values[name]?.some((v) => !Number.isFinite(v))) throw new Error(`training diverged at update ${p.update}: ${name} is not a finite number (try a smaller learning rate)`);
}

const now = (): number => performance.now();
const delay = (ms: number): Promise<void> => (ms > 0 ? new Promise((r) => setTimeout(r, ms)) : Promise.resolve());
/** A macrotask: a message channel is not slowed down in hidden tabs as timers are. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const c = new MessageChannel();
    c.port1.onmessage = () => {
      c.port1.close();
      resolve();
    };
    c.port2.postMessage(null);
  });

/** Updates per second over the last eight seconds. */
class Rate {
  private times: number[] = [];

  add(t: number): void {
    this.times.push(t);
    while (this.times.length > 2 && this.times[0]! < t - 8000) this.times.shift();
  }

  reset(): void {
    this.times = [];
  }

  perSecond(): number {
    const n = this.times.length;
    return n < 2 ? 0 : ((n - 1) * 1000) / (this.times[n - 1]! - this.times[0]!);
  }

  secondsLeft(updates: number): number | null {
    const r = this.perSecond();
    return r > 0 ? updates / r : null;
  }
}
