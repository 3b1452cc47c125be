/**
 * The loop that drives an experiment's arms side by side, the same for the page's worker and the command line: evaluate and measure when due, one update of every arm in turn, report a few times
 * a second, obey pause and stop. An arm whose training diverges is left behind with its last good weights, and the others go on.
 */
import { breathe } from './breathe.ts';
import type { Experiment } from './experiment/experiment.ts';
import type { Divergence } from './experiment/metrics.ts';
import type { SavedState } from './experiment/saved.ts';
import { allFinite } from './experiment/saved.ts';
import type { MetricPoint } from './protocol.ts';
import { Rate } from './rate.ts';

export interface RunnerEvents {
  /** new points of one arm, at most 3 times a second in all; `updatesPerSecond` (of every arm) over the last few seconds */
  onPoints(points: readonly MetricPoint[], updatesPerSecond: number, secondsLeft: number | null, of: Experiment): void;
  onPaused?(update: number): void;
  onResumed?(update: number): void;
  /** after an evaluation has been read, at most once a second; may read from the experiment */
  onEvaluated?(of: Experiment): Promise<void>;
  /**
   * the state of one arm, whose memory is the receiver's: every point up to it has been given out, and none after it. Soon after the start, at most every ten seconds an arm while running, and
   * whenever the run pauses, stops or ends
   */
  onCheckpoint?(of: Experiment, state: SavedState): void;
  /** one arm diverged and is out; left out, the run is rejected with the reason */
  onDiverged?(of: Experiment, error: DivergedError): void;
}

export class DivergedError extends Error {
  readonly update: number;
  /** updates after which the weights stood that are kept */
  readonly kept: number;

  constructor(arm: string, { update, metric }: Divergence, kept: number) {
    super(`${arm}: training diverged at update ${update}: ${metric} is not a finite number (try a smaller learning rate); the weights after update ${kept} are kept`);
    this.update = update;
    this.kept = kept;
  }
}

/** least time between two readbacks of the metrics, ms: 3 a second leaves one a second for transcripts */
const DRAIN_MS = 334;
const TRANSCRIPT_MS = 1000;
/** least time between two checkpoints of one arm while it runs, ms */
const CHECKPOINT_MS = 10_000;
/** an update that took longer than this is submitted in three parts instead of two */
const SLOW_MS = 300;

interface Lane {
  readonly experiment: Experiment;
  /** how long its last update took, ms */
  millis: number;
  transcriptDue: boolean;
  diverged: boolean;
  /** when it was last saved, and after which update */
  savedAt: number;
  savedUpdate: number;
}

export class Runner {
  private readonly lanes: readonly Lane[];
  private readonly events: RunnerEvents;
  private stopped = false;
  /** updates still to do before pausing by itself; Infinity = run */
  private budget = Infinity;
  private wake: (() => void) | null = null;
  private failure: Error | null = null;
  private onLost: ((e: Error) => void) | null = null;
  private between: (() => Promise<void>)[] = [];
  private lastDrain = -Infinity;
  private lastTranscript = -Infinity;
  /** the lane whose turn it is to be read */
  private turn = 0;
  private readonly rate = new Rate();

  /** The experiments are the arms of one: of equal settings but for the arm. */
  constructor(experiments: readonly Experiment[], events: RunnerEvents) {
    this.lanes = experiments.map((experiment) => ({ experiment, millis: 0, transcriptDue: false, diverged: false, savedAt: -Infinity, savedUpdate: -1 }));
    this.events = events;
    for (const { experiment } of this.lanes)
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

  /** Does some work with the experiments once the updates on hand are done, also while paused. */
  betweenUpdates(work: () => Promise<void>): void {
    this.between.push(work);
    this.wake?.();
  }

  private get live(): Lane[] {
    return this.lanes.filter((l) => !l.diverged);
  }

  /** updates that every arm still in the run has done */
  get update(): number {
    const live = this.live;
    return Math.min(...(live.length > 0 ? live : this.lanes).map((l) => l.experiment.update));
  }

  /** Runs to the last update. Resolves true when finished, false when stopped; rejects when the device is lost, a point cannot be read, or every arm has diverged. */
  async run(startPaused = false): Promise<boolean> {
    const finished = await this.loop(startPaused);
    // before its memory is freed
    if (!finished && this.events.onCheckpoint) for (const lane of this.live) if (await this.drain(lane)) await this.save(lane);
    return finished;
  }

  private async loop(startPaused: boolean): Promise<boolean> {
    if (startPaused) this.budget = 0;
    for (;;) {
      this.throwFailure();
      if (this.stopped) return false;
      for (const lane of this.live) this.look(lane);
      let done = this.isDone();
      if (!done && this.budget > 0) {
        this.budget--;
        this.rate.begin(now());
        for (const lane of this.live) if (!(await this.advance(lane))) return false;
        this.rate.add(now());
        done = this.isDone();
      }
      while (this.between.length > 0) await this.orLost(this.between.shift()!());
      const idle = done || this.budget <= 0;
      await this.report(idle);
      if (done) return true;
      if (idle) await this.sleep();
    }
  }

  private isDone(): boolean {
    return this.live.every(({ experiment: e }) => e.update >= e.settings.updates);
  }

  /** Evaluates and measures if it is time: also the last update, and any before a pause. */
  private look(lane: Lane): void {
    const { experiment: e } = lane;
    if (e.evaluationDue()) {
      e.evaluate();
      lane.transcriptDue = true;
    }
    if (e.measurementDue()) e.measure();
  }

  /** One update of one arm, and what is due after it; false when the run was stopped meanwhile. */
  private async advance(lane: Lane): Promise<boolean> {
    const { experiment: e } = lane;
    if (e.update >= e.settings.updates) return true;
    const t = now();
    e.step(lane.millis > SLOW_MS ? 3 : 2);
    await this.settle(e);
    lane.millis = now() - t;
    this.look(lane);
    this.throwFailure();
    return !this.stopped;
  }

  /** Reads metrics and transcripts: of one arm at a time, so that reading never grows with the number of arms; when idle, of all. */
  private async report(idle: boolean): Promise<void> {
    const live = this.live;
    if (live.length === 0) return;
    const full = live.filter((l) => l.experiment.ringsFull());
    const next = live[this.turn % live.length]!;
    if (idle && full.length === 0) await delay(this.lastDrain + DRAIN_MS - now());
    const due = idle ? live : full.length > 0 ? full : now() - this.lastDrain >= DRAIN_MS ? [next] : [];
    let saves = 0;
    for (const lane of due) {
      if (!(await this.drain(lane))) continue;
      if (idle || now() - lane.savedAt >= CHECKPOINT_MS) saves += await this.save(lane);
    }
    if (due.length > 0) {
      // a checkpoint is a readback like another: it takes the place of one
      this.lastDrain = now() + saves * DRAIN_MS;
      this.turn++;
    }
    const shows = this.live.filter((l) => l.transcriptDue);
    if (shows.length === 0 || !this.events.onEvaluated || !(idle || now() - this.lastTranscript >= TRANSCRIPT_MS)) return;
    for (const lane of idle ? shows : shows.slice(0, 1)) {
      await this.orLost(this.events.onEvaluated(lane.experiment));
      lane.transcriptDue = false;
    }
    this.lastTranscript = now();
  }

  /** Gives out an arm's checkpoint, unless nothing happened since the last one; returns the readbacks it took. To be called right after `drain`. */
  private async save(lane: Lane): Promise<0 | 1> {
    const { experiment: e } = lane;
    if (!this.events.onCheckpoint || lane.savedUpdate === e.update) return 0;
    const state = await this.orLost(e.save());
    lane.savedAt = now();
    if (!allFinite(state)) return 1; // the next drain will tell
    lane.savedUpdate = e.update;
    this.events.onCheckpoint(e, state);
    return 1;
  }

  /** Reads and gives out an arm's points; false when they say that it has diverged. */
  private async drain(lane: Lane): Promise<boolean> {
    const { experiment: e } = lane;
    const points = await this.orLost(e.drain());
    const bad = e.check(points);
    const good = bad ? points.filter((p) => p.update < bad.update) : points;
    if (good.length > 0) this.events.onPoints(good, this.rate.perSecond(), this.rate.secondsLeft(e.settings.updates - this.update), e);
    if (!bad) return true;
    lane.diverged = true;
    const error = new DivergedError(e.settings.arm, bad, e.goodUpdate);
    if (!this.events.onDiverged) throw error;
    this.events.onDiverged(e, error);
    if (this.live.length === 0) throw error;
    return false;
  }

  private async sleep(): Promise<void> {
    this.events.onPaused?.(this.update);
    for (;;) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (this.budget > 0 || this.stopped || this.failure || this.between.length > 0) resolve();
      });
      this.wake = null;
      if (this.budget > 0 || this.stopped || this.failure) break;
      while (this.between.length > 0) await this.orLost(this.between.shift()!());
    }
    this.rate.reset();
    if (!this.stopped && !this.failure) this.events.onResumed?.(this.update);
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }

  /** Waits until the device is done, so that its queue never grows, and lets messages in. */
  private async settle(e: Experiment): Promise<void> {
    await this.orLost(e.backend.sync());
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

const now = (): number => performance.now();
const delay = (ms: number): Promise<void> => (ms > 0 ? new Promise((r) => setTimeout(r, ms)) : Promise.resolve());
