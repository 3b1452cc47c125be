/** How much memory an experiment's buffers take, from its settings alone: within a factor of two of what the engine allocates, for every arm (`memory.test.ts`). */
import type { ExperimentSettings } from '../experiment-settings.ts';
import type { ArmId } from '../settings.ts';
import { parseSeeds } from '../settings.ts';

interface Net {
  readonly vocab: number;
  readonly ctx: number;
  readonly d: number;
  readonly layers: number;
  readonly heads: number;
}

/** sizes of a scenario, so that the page need not load it */
export interface Dims {
  readonly policy: Omit<Net, 'd' | 'layers'>;
  readonly simulator: Net;
  /** positions of the user's direct reading */
  readonly userCtx: number;
  readonly directVocab: number;
  readonly slots: number;
  /** of the user, each with a list where it verbalizes */
  readonly decisions: number;
  readonly families: number;
  /** elements of the world's tables */
  readonly world: number;
}
export const DIMS: Readonly<Record<string, Dims>> = {
  persuasion: {
    policy: { vocab: 34, ctx: 15, heads: 4 },
    simulator: { vocab: 54, ctx: 31, d: 32, layers: 2, heads: 4 },
    userCtx: 17,
    directVocab: 34,
    slots: 27,
    decisions: 9,
    families: 6,
    world: 39_000,
  },
};
const SIZES: Readonly<Record<string, Pick<Net, 'd' | 'layers'>>> = { S: { d: 32, layers: 2 }, M: { d: 64, layers: 2 }, L: { d: 128, layers: 4 } };

const MLP = 4;
const parameters = (s: Net): number => 2 * s.vocab * s.d + s.ctx * s.d + s.vocab + s.layers * (s.d * s.d * (4 + 2 * MLP) + s.d * (9 + MLP)) + 2 * s.d;

/** model/decode.ts: `ctx` positions in the cache, `chunk` at a time */
const decode = (s: Net, rows: number, chunk: number, ctx: number): number =>
  rows * chunk * (s.d * (3 + MLP) + s.heads) + s.layers * rows * ctx * 3 * s.d + (chunk < ctx ? rows : rows * chunk) * s.vocab;
/** model/forward.ts */
const activations = (s: Net, rows: number): number => rows * s.ctx * (s.layers * (s.d * (8 + 2 * MLP) + 4 + s.heads) + 2 * s.d + 2 + s.vocab);
/** model/backward.ts */
const gradients = (s: Net, rows: number, models: number): number => models * parameters(s) + rows * s.ctx * (s.vocab + s.d * (6 + 2 * MLP) + s.heads);

/** whole dialogues; `lists`: candidates of a list, 0 for a user that answers directly, null for one that is no network */
function rollout(dims: Dims, policy: Net, user: Net | null, rows: number, k: number): number {
  const side = (s: Net, ctx: number) => decode(s, rows, 3, ctx + (s === user ? 2 * k : 0)) + rows * ctx * 3;
  const lists = user && k > 0 ? rows * (dims.decisions * (1 + 2 * k) + user.vocab + dims.userCtx * (user.vocab + 1)) : 0;
  return rows * (dims.slots + 6) + dims.world + side(policy, policy.ctx) + (user ? side(user, dims.userCtx) : 0) + lists;
}

/** experiment/learner.ts: the KL reference, the training pass and AdamW */
const learner = (s: Net, rows: number, models: number): number => decode(s, rows, s.ctx, s.ctx) + activations(s, rows) + gradients(s, rows, models) + 2 * models * parameters(s) + rows * s.ctx * 10;

/** Bytes of one arm's buffers. */
export function armBytes(e: ExperimentSettings, arm: ArmId): number {
  const dims = DIMS[e.scenario] ?? DIMS.persuasion!;
  const seeds = parseSeeds(e.seeds)?.length ?? 1;
  const perSeed = e.prompts * e.group;
  const rows = seeds * perSeed;
  const policy: Net = { ...dims.policy, ...(SIZES[e.model] ?? SIZES.M!) };
  // in self-play the policy's own network is the user, and learns a second time
  const selfplay = arm === 'selfplay';
  const learns = selfplay || arm === 'cotrain' || arm === 'population';
  const direct: Net = { ...(selfplay ? policy : dims.simulator), vocab: dims.directVocab, ctx: dims.userCtx };
  const user = arm === 'oracle' ? null : learns ? direct : dims.simulator;
  const k = arm === 'verbalized' ? e.vsK : 0;
  let n = dims.world + 2 * seeds * parameters(policy);
  n += rollout(dims, policy, user, rows, k);
  n += learner(policy, rows, seeds);
  // evaluation: the held-out panel, and real users with twice as many dialogues as a family
  n += dims.families * parameters(dims.simulator) + rollout(dims, policy, dims.simulator, seeds * dims.families * e.evalDialogues, 0) + rollout(dims, policy, null, seeds * 2 * e.evalDialogues, 0);
  // weights, and two checkpoints of them
  n += 2 * seeds * parameters(policy);
  if (user) n += parameters(user);
  if (learns) n += learner(direct, rows, seeds) + (selfplay ? 0 : 3 * seeds * parameters(direct));
  if (arm === 'population') n += seeds * e.population * parameters(direct);
  if (k > 0) n += 2 * parameters(dims.simulator) + decode(dims.simulator, rows, dims.userCtx, dims.userCtx);
  if (e.theoryEvery > 0 && user) {
    n += rollout(dims, policy, user, rows, 0);
    if (perSeed % 2 === 0 && perSeed >= 4) {
      const twins = 2 * seeds;
      n += 2 * twins * parameters(policy) + activations(policy, rows) + gradients(policy, rows, twins) + rows * policy.ctx * 9;
      n += activations(policy, twins) + gradients(policy, twins, twins);
    }
  }
  return 4 * n;
}

/** Bytes of all arms: they are held side by side. */
export const experimentBytes = (e: ExperimentSettings): number => e.arms.reduce((sum, arm) => sum + armBytes(e, arm), 0);
