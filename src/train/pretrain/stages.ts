/** The three stages that make the networks: behaviour cloning, the base simulator, alignment. Each runs on any backend. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { log } from '../../gpu-kernels/cpu/math.ts';
import { initialWeights, normals } from '../../gpu-kernels/model/init.ts';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import { drawPersona, writeDialogue } from '../../sim/dataset.ts';
import { expertPersuader, humanPersuader, randomPersuader } from '../../sim/persuasion/persuaders.ts';
import { simulateDialogue } from '../../sim/persuasion/users.ts';
import { readingOf } from '../../sim/reading.ts';
import type { Scenario } from '../../sim/scenario.ts';
import { fit } from './fit.ts';
import type { Family, PolicySize, Schedule } from './recipe.ts';
import { policyShape, RECIPE, simulatorShape } from './recipe.ts';

/** streams of the pre-training's random numbers, apart from any a run uses */
const INIT_STREAM = 1001;
const DATA_STREAM = 1002;
const TILT_STREAM = 1003;

export interface Progress {
  readonly onProgress?: (fraction: number, loss: number) => void;
  readonly aborted?: () => boolean;
}

export interface Trained {
  readonly weights: Float32Array;
  readonly loss: number;
}

/** Clones the noisy expert's acts in dialogues with real users. */
export async function clonePolicy(backend: Backend, scenario: Scenario, size: PolicySize, progress: Progress = {}, schedule: Schedule = RECIPE.policy[size]): Promise<Trained> {
  const reading = readingOf(scenario, 'policy');
  const shape = policyShape(scenario, size);
  const rng = philoxStream(schedule.seed, DATA_STREAM);
  const expert = expertPersuader(scenario);
  const r = await fit(backend, {
    ...progress,
    label: `policy ${size}`,
    scenario,
    reading,
    shape,
    ...schedule,
    start: [initialWeights(shape, schedule.seed, INIT_STREAM)],
    nextRow: (row, tokens, active) => writeDialogue(scenario, reading, simulateDialogue(scenario, expert, rng), scenario.tokens.personas.lo, row, tokens, active),
  });
  return { weights: r.weights[0]!, loss: r.loss[0]! };
}

/** Dialogues of real users with every kind of persuader, with persona prompts that are only partly true. */
function userRows(scenario: Scenario, seed: number) {
  const reading = readingOf(scenario, 'user');
  const rng = philoxStream(seed, DATA_STREAM);
  const persuaders = [humanPersuader(scenario.maxTurns), expertPersuader(scenario), randomPersuader];
  const { human, expert } = RECIPE.persuaders;
  return {
    reading,
    nextRow: (row: number, tokens: Uint32Array, active: Float32Array) => {
      const u = rng();
      const persuader = persuaders[u < human ? 0 : u < human + expert ? 1 : 2]!;
      const dialogue = simulateDialogue(scenario, persuader, rng);
      writeDialogue(scenario, reading, dialogue, drawPersona(scenario, dialogue.profile, RECIPE.adherence, rng), row, tokens, active);
    },
  };
}

/** The base simulator P: profile and answers of real users by cross-entropy. */
export async function trainBaseSimulator(backend: Backend, scenario: Scenario, progress: Progress = {}, schedule: Schedule = RECIPE.base): Promise<Trained> {
  const shape = simulatorShape(scenario);
  const r = await fit(backend, {
    ...progress,
    label: 'base simulator',
    scenario,
    shape,
    ...schedule,
    start: [initialWeights(shape, schedule.seed, INIT_STREAM)],
    ...userRows(scenario, schedule.seed),
  });
  return { weights: r.weights[0]!, loss: r.loss[0]! };
}

/** One student of an alignment: its collapse strength and, for another family, its rater. */
export interface Student {
  readonly gamma: number;
  readonly family?: Family;
}

/**
 * Log tilt [vocab, vocab] of a rater, by input token (a persona, before the profile; an act, before the answer). The profile tilt is the one that takes the real prior to the
 * family's profiles at its gamma: P e^tilt ~ profiles^(1/gamma).
 */
export function tiltOf(scenario: Scenario, student: Student): Float32Array {
  const v = scenario.vocab;
  const tilt = new Float32Array(v * v);
  const { family, gamma } = student;
  if (!family) return tilt;
  const { personas, profiles, policyActs, userActs } = scenario.tokens;
  for (let p = personas.lo; p < personas.hi; p++) family.profiles.forEach((share, z) => (tilt[p * v + profiles.lo + z] = log(share) / gamma - log(scenario.realUsers.prior[z]!)));
  const next = normals(philoxStream(family.seed, TILT_STREAM));
  for (let a = policyActs.lo; a < policyActs.hi; a++) for (let u = userActs.lo; u < userActs.hi; u++) tilt[a * v + u] = next() * family.answerTilt;
  return tilt;
}

/** Aligns students from the base simulator towards its sharpened distribution, side by side. */
export async function alignSimulators(
  backend: Backend,
  scenario: Scenario,
  base: Float32Array,
  students: readonly Student[],
  progress: Progress = {},
  schedule: Schedule = RECIPE.aligned,
): Promise<Trained[]> {
  const shape = simulatorShape(scenario);
  const v = scenario.vocab;
  const tilt = new Float32Array(students.length * v * v);
  students.forEach((s, m) => tilt.set(tiltOf(scenario, s), m * v * v));
  const r = await fit(backend, {
    ...progress,
    label: 'alignment',
    scenario,
    shape,
    ...schedule,
    start: students.map(() => base),
    ...userRows(scenario, schedule.seed),
    target: { teacher: base, gamma: students.map((s) => s.gamma), tilt, nucleus: RECIPE.nucleus },
  });
  return r.weights.map((weights, m) => ({ weights, loss: r.loss[m]! }));
}
