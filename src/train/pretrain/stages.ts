/** The stages that make the networks: behaviour cloning, the base simulator, alignment; self-play has its own file. Each runs on any backend. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { log } from '../../gpu-kernels/cpu/math.ts';
import { initialWeights, normals } from '../../gpu-kernels/model/init.ts';
import { resizeModel } from '../../gpu-kernels/model/resize.ts';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import { drawPersona, writeDialogue, writeListHistory } from '../../sim/dataset.ts';
import { listReadingOf } from '../../sim/lists.ts';
import { expertPersuader, humanPersuader, randomPersuader } from '../../sim/persuasion/persuaders.ts';
import { simulateDialogue } from '../../sim/persuasion/users.ts';
import { readingOf, slotCount } from '../../sim/reading.ts';
import type { Dialogue, Scenario } from '../../sim/scenario.ts';
import type { Batch, Lesson, TeacherTarget } from './fit.ts';
import { fit } from './fit.ts';
import type { Family, PolicySize, Schedule } from './recipe.ts';
import { directShape, policyShape, RECIPE, simulatorShape } from './recipe.ts';

/** streams of the pre-training's random numbers, apart from any a run uses */
export const INIT_STREAM = 1001;
const DATA_STREAM = 1002;
const TILT_STREAM = 1003;
const CUT_STREAM = 1004;
const LIST_STREAM = 1005;
/** the user's dialogues of self-play, apart from its policy's */
export const USER_DATA_STREAM = 1006;

/** time of a student that learns lists, in students that do not; for progress only */
const LIST_COST = 4;

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
  const shape = policyShape(scenario, size);
  const r = await fit(backend, {
    ...progress,
    label: `policy ${size}`,
    shape,
    ...schedule,
    start: [initialWeights(shape, schedule.seed, INIT_STREAM)],
    lessons: [{ label: `policy ${size}`, ...expertRows(scenario, schedule.seed) }],
  });
  return { weights: r.weights[0]!, loss: r.loss[0]![0]! };
}

type Rows = Pick<Lesson, 'reading' | 'nextRow'>;

/** Dialogues of the noisy expert with real users, from which a policy's acts are learned. */
export function expertRows(scenario: Scenario, seed: number): Rows {
  const reading = readingOf(scenario, 'policy');
  const rng = philoxStream(seed, DATA_STREAM);
  const expert = expertPersuader(scenario);
  return {
    reading: { positions: reading.positions, slots: slotCount(scenario) },
    nextRow: (row, { tokens, active }) => writeDialogue(scenario, reading, simulateDialogue(scenario, expert, rng), scenario.tokens.personas.lo, row, tokens, active),
  };
}

/** Dialogues of real users with every kind of persuader, and persona prompts that are only partly true. */
function userDialogues(scenario: Scenario, rng: () => number): () => { dialogue: Dialogue; persona: number } {
  const persuaders = [humanPersuader(scenario.maxTurns), expertPersuader(scenario), randomPersuader];
  const { human, expert } = RECIPE.persuaders;
  return () => {
    const u = rng();
    const dialogue = simulateDialogue(scenario, persuaders[u < human ? 0 : u < human + expert ? 1 : 2]!, rng);
    return { dialogue, persona: drawPersona(scenario, dialogue.profile, RECIPE.adherence, rng) };
  };
}

/** Whole dialogues, from which profile and answers are learned. */
export function directRows(scenario: Scenario, seed: number, stream = DATA_STREAM): Rows {
  const reading = readingOf(scenario, 'user');
  const next = userDialogues(scenario, philoxStream(seed, stream));
  return {
    reading: { positions: reading.positions, slots: slotCount(scenario) },
    nextRow: (row, { tokens, active }) => {
      const { dialogue, persona } = next();
      writeDialogue(scenario, reading, dialogue, persona, row, tokens, active);
    },
  };
}

/** The same dialogues, each cut at one of the user's decisions, drawn: behind the cut comes a verbalized list, before it the direct answers are learned. */
function listRows(scenario: Scenario, seed: number): Rows {
  const reading = readingOf(scenario, 'user');
  const lists = listReadingOf(scenario);
  const next = userDialogues(scenario, philoxStream(seed, DATA_STREAM));
  const rng = philoxStream(seed, CUT_STREAM);
  const positions = Uint32Array.from({ length: lists.ctx * 4 }, (_, i) => (i % 4 === 0 ? i / 4 : 0));
  for (const d of lists.decisions) positions.set([d.lo, d.hi], d.position * 4 + 2);
  return {
    reading: { positions, slots: lists.ctx },
    nextRow: (row, batch: Batch) => {
      const { dialogue, persona } = next();
      const decision = rng() < RECIPE.lists.profile ? 0 : 1 + Math.floor(rng() * dialogue.turns.length);
      writeListHistory(scenario, reading, lists, dialogue, persona, decision, RECIPE.lists.weight, row, batch);
    },
  };
}

/** The base simulator P: profile and answers of real users by cross-entropy. */
export async function trainBaseSimulator(backend: Backend, scenario: Scenario, progress: Progress = {}, schedule: Schedule = RECIPE.base): Promise<Trained> {
  const shape = directShape(scenario);
  const r = await fit(backend, {
    ...progress,
    label: 'base simulator',
    shape,
    ...schedule,
    start: [initialWeights(shape, schedule.seed, INIT_STREAM)],
    lessons: [{ label: 'base simulator', ...directRows(scenario, schedule.seed) }],
  });
  return { weights: withLists(scenario, r.weights[0]!, schedule.seed), loss: r.loss[0]![0]! };
}

/** A simulator of the direct shape in the shape of all simulators: what lists need is untrained. */
function withLists(scenario: Scenario, direct: Float32Array, seed: number): Float32Array {
  const shape = simulatorShape(scenario);
  return resizeModel(directShape(scenario), direct, shape, initialWeights(shape, seed, LIST_STREAM));
}

/** One student of an alignment: its collapse strength and, for another family, its rater. */
export interface Student {
  readonly gamma: number;
  readonly family?: Family;
}

/**
 * Log tilt [v, v] of a rater, by input token (a persona, before the profile; an act, before the answer). The profile tilt is the one that takes the real prior to the
 * family's profiles at its gamma: P e^tilt ~ profiles^(1/gamma).
 */
export function tiltOf(scenario: Scenario, student: Student, v = scenario.vocab): Float32Array {
  const tilt = new Float32Array(v * v);
  const { family, gamma } = student;
  if (!family) return tilt;
  const { personas, profiles, policyActs, userActs } = scenario.tokens;
  for (let p = personas.lo; p < personas.hi; p++) family.profiles.forEach((share, z) => (tilt[p * v + profiles.lo + z] = log(share) / gamma - log(scenario.realUsers.prior[z]!)));
  const next = normals(philoxStream(family.seed, TILT_STREAM));
  for (let a = policyActs.lo; a < policyActs.hi; a++) for (let u = userActs.lo; u < userActs.hi; u++) tilt[a * v + u] = next() * family.answerTilt;
  return tilt;
}

/**
 * Aligns students from the base simulator towards its sharpened distribution, side by side. Those without a family, from which training simulators are taken, learn to verbalize too: their
 * lists state the base simulator's own, unsharpened distribution.
 */
export async function alignSimulators(
  backend: Backend,
  scenario: Scenario,
  base: Float32Array,
  students: readonly Student[],
  progress: Progress = {},
  schedules: { readonly aligned: Schedule; readonly heldout: Schedule } = RECIPE,
): Promise<Trained[]> {
  const out = new Array<Trained>(students.length);
  const part = async (family: boolean, from: number, to: number): Promise<void> => {
    const mine = students.flatMap((s, m) => ((s.family !== undefined) === family ? [m] : []));
    if (mine.length === 0) return;
    const schedule = family ? schedules.heldout : schedules.aligned;
    const wide = simulatorShape(scenario);
    const shape = family ? directShape(scenario) : wide;
    const start = resizeModel(wide, base, shape);
    const { verbalize, buckets } = scenario.tokens;
    const v = shape.vocab;
    const tilt = new Float32Array(mine.length * v * v);
    mine.forEach((m, i) => tilt.set(tiltOf(scenario, students[m]!, v), i * v * v));
    const target: TeacherTarget = {
      teacher: start,
      gamma: mine.map((m) => students[m]!.gamma),
      tilt,
      nucleus: RECIPE.nucleus,
      ...(family ? {} : { lists: { k: listReadingOf(scenario).longest, verbalize, bucketLo: buckets.lo } }),
    };
    const label = family ? 'held-out families' : 'alignment';
    const r = await fit(backend, {
      ...(progress.aborted ? { aborted: progress.aborted } : {}),
      onProgress: (fraction, loss) => progress.onProgress?.(from + fraction * (to - from), loss),
      label,
      shape,
      ...schedule,
      start: mine.map(() => start),
      lessons: [{ label, ...(family ? directRows : listRows)(scenario, schedule.seed), target }],
    });
    mine.forEach((m, i) => (out[m] = { weights: family ? withLists(scenario, r.weights[i]!, schedule.seed) : r.weights[i]!, loss: r.loss[0]![i]! }));
  };
  const families = students.filter((s) => s.family).length;
  const share = (LIST_COST * (students.length - families)) / (LIST_COST * (students.length - families) + families);
  await part(false, 0, share);
  await part(true, share, 1);
  return out;
}
