/**
 * One experiment: an arm's users, a bank of policies (one per seed), and three plans recorded once: collect dialogues, learn from them, evaluate.
 * After the first update nothing is allocated, compiled or bound again.
 */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { storedShape } from '../../gpu-kernels/model/bank.ts';
import { setStep } from '../../gpu-kernels/model/optimiser.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { StartingModels } from '../models/catalog.ts';
import type { MetricPoint, Transcript } from '../protocol.ts';
import type { TrainedSimulator } from '../responses.ts';
import type { Settings } from '../settings.ts';
import type { Evaluator } from './evaluator.ts';
import type { Divergence } from './metrics.ts';
import { derived, divergenceOf } from './metrics.ts';
import type { Ring } from './report.ts';
import { EVAL_LINES, readLine, UPDATE_LINES } from './report.ts';
import type { SavedState } from './saved.ts';
import { readState, writeState } from './saved.ts';
import type { Parts } from './parts.ts';
import { buildParts } from './parts.ts';

export class Experiment {
  readonly backend: Backend;
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly seeds: readonly number[];
  /** updates done */
  update = 0;
  /** the held-out panel */
  readonly families: StartingModels['heldout'];
  /** [seeds models] */
  readonly policy: Bank;
  /** dialogues with the training users, with the held-out panel and with real users */
  readonly rollout: Rollout;
  readonly evaluator: Evaluator;
  private evaluations: number[] = [];
  private measurements: number[] = [];
  private readonly parts: Parts;
  private readUpdates = 0;
  private readEvaluations = 0;
  private readMeasurements = 0;

  private constructor(backend: Backend, scenario: Scenario, settings: Settings, parts: Parts) {
    this.backend = backend;
    this.scenario = scenario;
    this.settings = settings;
    this.seeds = parts.seeds;
    this.families = parts.families;
    this.policy = parts.policy;
    this.rollout = parts.rollout;
    this.evaluator = parts.evaluator;
    this.parts = parts;
  }

  /** Allocates everything and records the plans. Throws when memory does not suffice, naming the buffer. */
  static async create(backend: Backend, scenario: Scenario, settings: Settings, models: StartingModels): Promise<Experiment> {
    return new Experiment(backend, scenario, settings, await buildParts(backend, scenario, settings, models));
  }

  /** Enqueues one update. `submits` (2 or 3) command buffers in all: dialogues take most of the time, so they are split first. */
  step(submits = 2): void {
    const { rollout, collect, learn, optimiser, users, userLearner } = this.parts;
    users.prepare?.(this.update);
    this.backend.write(rollout.clock, [this.update, 0, 0, 0]);
    collect.run(Math.max(1, submits - 1));
    const { epochs, learningRate } = this.settings;
    for (let e = 0; e < epochs; e++) {
      const t = this.update * epochs + e + 1;
      setStep(this.backend, optimiser, t, learningRate);
      userLearner?.setStep(t);
      learn.run(); // the log-probabilities of the rollout stay, so the ratio departs from 1 at the second step
    }
    this.update++;
    users.finish?.(this.update);
  }

  /** Enqueues an evaluation of the policies as they are now. */
  evaluate(): void {
    const clock = [this.update, 0, 0, 0];
    const { evaluator, evaluate, evalLine } = this.parts;
    this.backend.write(evaluator.panel.clock, clock);
    this.backend.write(evaluator.real.clock, clock);
    this.backend.write(evalLine, [this.evaluations.length, 0, 0, 0]);
    evaluate.run();
    this.evaluations.push(this.update);
  }

  /** Enqueues training dialogues that nobody learns from, with the random numbers of `round`. */
  playTraining(round: number): void {
    this.backend.write(this.rollout.clock, [round, 0, 0, 0]);
    this.parts.collect.run();
  }

  /** Enqueues the evaluation's dialogues with the random numbers of `round`; nothing is reported. */
  playEvaluation(round: number): void {
    this.backend.write(this.evaluator.panel.clock, [round, 0, 0, 0]);
    this.backend.write(this.evaluator.real.clock, [round, 0, 0, 0]);
    this.parts.play.run();
  }

  /** The first seed's simulator, where one learns. */
  async trainedSimulator(): Promise<TrainedSimulator | null> {
    const { trained } = this.parts.users;
    if (!trained) return null;
    return { arm: this.settings.arm, shape: storedShape(trained.bank), weights: await this.backend.read(trained.bank.params, 0, trained.bank.layout.size) };
  }

  /** The first seed's policy as it is now. */
  policyWeights(): Promise<Float32Array> {
    return this.backend.read(this.policy.params, 0, this.policy.layout.size);
  }

  /** True where another policy cannot take the place of this arm's own without changing its users. */
  get onlyOwnPolicy(): boolean {
    return this.parts.users.trained?.bank.params === this.policy.params;
  }

  /** True when an evaluation is due now: at 0, every `evalEvery` updates and at the end. */
  evaluationDue(): boolean {
    return this.evaluations.at(-1) !== this.update && (this.update % this.settings.evalEvery === 0 || this.update === this.settings.updates);
  }

  /** Enqueues the measurements of the theory for the policies as they are now. */
  measure(): void {
    this.parts.theory?.run(this.update, this.measurements.length);
    this.measurements.push(this.update);
  }

  /** True when a measurement is due now: at 0, every `theoryEvery` updates and at the end. */
  measurementDue(): boolean {
    const { theoryEvery, updates } = this.settings;
    return theoryEvery > 0 && this.measurements.at(-1) !== this.update && (this.update % theoryEvery === 0 || this.update === updates);
  }

  /** True when the rings must be read before anything more is enqueued. */
  ringsFull(): boolean {
    const full = (written: number, read: number, size: number): boolean => written - read >= size;
    return full(this.update, this.readUpdates, UPDATE_LINES) || full(this.evaluations.length, this.readEvaluations, EVAL_LINES) || full(this.measurements.length, this.readMeasurements, EVAL_LINES);
  }

  /** Dialogues set aside by the last evaluation, as text: one readback. */
  transcripts(): Promise<Transcript[]> {
    return this.parts.snapshot.read(this.evaluations.at(-1) ?? 0);
  }

  /** Reads every line written since the last call: one readback, none when there is nothing new. A point at update u was measured with the policies after u updates. */
  async drain(): Promise<MetricPoint[]> {
    const [updates, evals, theory] = this.parts.rings as [Ring, Ring, Ring];
    const to = this.update;
    const evalTo = this.evaluations.length;
    const theoryTo = this.measurements.length;
    if (to === this.readUpdates && evalTo === this.readEvaluations && theoryTo === this.readMeasurements) return [];
    const data = await this.backend.read(updates.report);
    const S = this.seeds.length;
    const rMax = Math.max(...this.scenario.world.reward);
    const points: MetricPoint[] = [];
    for (let u = this.readUpdates; u < to; u++) points.push(derived(readLine(updates, data, u, u, S), rMax));
    for (let e = this.readEvaluations; e < evalTo; e++) points.push(readLine(evals, data, e, this.evaluations[e]!, S));
    for (let m = this.readMeasurements; m < theoryTo; m++) points.push(readLine(theory, data, m, this.measurements[m]!, S));
    this.readUpdates = to;
    this.readEvaluations = evalTo;
    this.readMeasurements = theoryTo;
    return points.sort((a, b) => a.update - b.update);
  }

  /** What `drain` gave is looked at: while all is finite the weights are kept aside now and then; else the last good ones come back and the update at fault is named. */
  check(points: readonly MetricPoint[]): Divergence | null {
    const { checkpoints } = this.parts;
    const bad = divergenceOf(points);
    if (bad) checkpoints.restore();
    else checkpoints.confirm(this.update, this.readUpdates - 1);
    return bad;
  }

  /** updates after which the weights stood that `check` brings back */
  get goodUpdate(): number {
    return this.parts.checkpoints.good;
  }

  /** The state after the updates done. Whoever keeps it must have drained every point before. */
  async save(): Promise<SavedState> {
    const { update } = this;
    return { update, evaluated: this.evaluations.at(-1) ?? null, measured: this.measurements.at(-1) ?? null, buffers: await readState(this.backend, this.parts.state) };
  }

  /** Goes on from a saved state: the series that follow are those of a run that was never interrupted. Throws when the state is of another experiment. */
  restore({ update, evaluated, measured, buffers }: SavedState): void {
    if (!Number.isInteger(update) || update < 0 || update > this.settings.updates) throw new Error(`checkpoint: update ${update} is not one of 0 to ${this.settings.updates}`);
    writeState(this.backend, this.parts.state, buffers);
    this.update = this.readUpdates = update;
    this.evaluations = evaluated === null ? [] : [evaluated];
    this.measurements = measured === null ? [] : [measured];
    this.readEvaluations = this.evaluations.length;
    this.readMeasurements = this.measurements.length;
    this.parts.checkpoints.reset(update);
  }
}
