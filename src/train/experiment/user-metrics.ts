/** What the users of the training dialogues were like: collapse error, and who they were. */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { LIST_QUALITY } from '../../gpu-kernels/kernels/list-quality/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { tokenShare } from '../../gpu-kernels/kernels/token-share/kernel.ts';
import { PROFILE_SLOT } from '../../sim/reading.ts';
import type { Rollout } from '../../sim/rollout.ts';
import { createListQuality } from './list-quality.ts';
import type { Source } from './report.ts';

/** sums over a dialogue's decisions; the experiment makes means of them */
const LIST_NAMES: Readonly<Record<(typeof LIST_QUALITY)[number], string>> = { eta: 'sim.etaBar', malformed: 'sim.malformed', collapse: 'sim.epsBar' };

/** [seeds, cols]: the users' error of a dialogue, summed over its decisions, in column `col`: eta where they verbalize, else the collapse error */
export interface UserError {
  readonly buf: Buf<'f32'>;
  readonly cols: number;
  readonly col: number;
}

export interface UserMetrics {
  readonly sources: readonly Source[];
  /** null for users that are no network */
  readonly error: UserError | null;
  record(rec: Recorder): void;
}

/** sim.profile.<type> for all users; sim.epsBar and the number of decisions (from which sim.eps follows) where the users are a network;
 * sim.etaBar and sim.malformed where it verbalizes, for which `base` holds the base simulator's parameters. */
export function createUserMetrics(backend: Backend, rollout: Rollout, seeds: number, base?: Float32Array): UserMetrics {
  const { scenario, user, rows, slots } = rollout;
  const { lo, hi } = scenario.tokens.profiles;
  const f32 = (name: string, n: number) => backend.alloc(name, 'f32', n);
  const profile = f32('sim profile', seeds * (hi - lo));
  const lists = createListQuality(backend, rollout, base);
  const collapse = f32('sim eps sum', seeds * (lists?.columns ?? 1));
  const active = f32('sim decisions', seeds);
  const perSeed = rows / seeds;
  return {
    error: user ? { buf: collapse, cols: lists?.columns ?? 1, col: lists ? LIST_QUALITY.indexOf('eta') : 0 } : null,
    sources: [
      { buf: profile, names: scenario.profiles.map((p) => `sim.profile.${p.id}`) },
      // sums per dialogue: epsBar is the paper's E[sum_t eps_t], eps its mean per decision
      ...(user
        ? [
            // of lists, epsBar is that of the distribution they induce
            { buf: collapse, names: lists ? LIST_QUALITY.map((q) => LIST_NAMES[q]) : ['sim.epsBar'] },
            { buf: active, names: ['sim.decisions'] },
          ]
        : []),
    ],
    record(rec) {
      rec.run(tokenShare, { tokens: rollout.tokens, y: profile }, { models: seeds, rowsPerModel: perSeed, slots, slot: PROFILE_SLOT, lo, n: hi - lo });
      if (!user) return;
      const shape = { segments: seeds, n: perSeed * user.reading.ctx, cols: 1, scale: 1 / perSeed, yOff: 0 };
      lists?.record(rec);
      rec.run(segmentSum, { x: lists?.quality ?? user.collapse, y: collapse }, { ...shape, cols: lists?.columns ?? 1 });
      rec.run(segmentSum, { x: user.active, y: active }, shape);
    },
  };
}
