/** A few dialogues of the current policy, copied aside by every evaluation so that the page reads them in one go. */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { dialogueSeed, sayDialogue } from '../../sim/persuasion/sentences.ts';
import { listReadingOf, readList } from '../../sim/lists.ts';
import { PROFILE_SLOT, slotOf } from '../../sim/reading.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Transcript, TranscriptList } from '../protocol.ts';

interface Excerpt {
  readonly against: string;
  readonly rollout: Rollout;
  /** first row, rows */
  readonly from: number;
  readonly count: number;
}

export interface TranscriptSnapshot {
  record(rec: Recorder): void;
  /** one readback; dialogues with the training users are those of the update before the evaluation, and so by the policies of one update earlier */
  read(update: number): Promise<Transcript[]>;
}

/** Dialogues of the first seed: `train` with the training users, `real` with real users, `perFamily` with each held-out family (its rows are `familyRows` apart). */
export function createSnapshot(backend: Backend, seed: number, train: Rollout, real: Rollout, panel: Rollout, families: readonly string[], familyRows: number): TranscriptSnapshot {
  const wanted = { train: 8, real: 8, perFamily: 2 };
  const excerpts: Excerpt[] = [
    { against: 'train', rollout: train, from: 0, count: Math.min(wanted.train, train.rows) },
    { against: 'real', rollout: real, from: 0, count: Math.min(wanted.real, real.rows) },
    ...families.map((against, i) => ({ against, rollout: panel, from: i * familyRows, count: Math.min(wanted.perFamily, familyRows) })),
  ];
  const { slots, scenario } = train;
  const total = excerpts.reduce((n, e) => n + e.count, 0);
  // the training users' lists lie behind all dialogues
  const { lists } = train;
  const { decisions } = listReadingOf(scenario);
  const listSlots = lists ? decisions.length * lists.width : 0;
  const trainRows = excerpts[0]!.count;
  const buf: Buf<'u32'> = backend.alloc('transcripts', 'u32', total * slots + trainRows * listSlots);
  const listsOf = (data: Uint32Array, row: number, turns: number): TranscriptList[] =>
    decisions.slice(0, 1 + turns).map((d, i) => {
      const from = total * slots + row * listSlots + i * lists!.width;
      return readList(scenario, data.subarray(from, from + lists!.width), d);
    });
  return {
    record(rec) {
      let at = 0;
      for (const e of excerpts) {
        rec.copy(e.rollout.tokens, e.from * slots, buf, at * slots, e.count * slots);
        at += e.count;
      }
      if (lists) rec.copy(lists.tokens, 0, buf, total * slots, trainRows * listSlots);
    },
    async read(update) {
      const data = await backend.read(buf);
      let row = 0;
      return excerpts.flatMap((e) =>
        Array.from({ length: e.count }, (_, i): Transcript | null => {
          const t = transcriptOf(scenario, data.subarray(row * slots, ++row * slots), {
            update: e.against === 'train' ? Math.max(0, update - 1) : update,
            seed,
            against: e.against,
            index: e.from + i,
          });
          return t && lists && e.rollout === train ? { ...t, lists: listsOf(data, i, t.turns.length) } : t;
        }).filter((t) => t !== null),
      );
    },
  };
}

/** One row of tokens as a transcript; null when no dialogue has been written there yet. */
function transcriptOf(scenario: Scenario, tokens: Uint32Array, at: { update: number; seed: number; against: string; index: number }): Transcript | null {
  const { lo, hi } = scenario.tokens.profiles;
  const profile = tokens[PROFILE_SLOT]!;
  if (profile < lo || profile >= hi) return null;
  const turns: number[][] = [];
  let reward = 0;
  for (let t = 0; t < scenario.maxTurns; t++) {
    const turn = scenario.turn.map((_, i) => tokens[slotOf(scenario, t, i)]!);
    turns.push(turn);
    const end = endOf(scenario, turn);
    if (end === null) continue;
    reward = end * scenario.world.discount ** t;
    break;
  }
  const text = sayDialogue(scenario, turns, dialogueSeed(at.seed, at.index));
  return { update: at.update, seed: at.seed, against: at.against, profile: profile - lo, turns: turns.map((t, i) => ({ tokens: t, text: text[i]! })), reward };
}

/** Reward before the discount when this turn's world token ends the dialogue, else null. All final states that emit one token pay alike. */
function endOf(scenario: Scenario, turn: readonly number[]): number | null {
  const { world } = scenario;
  const token = turn[scenario.turn.findIndex((s) => s.writer === 'world')]!;
  const state = world.final.findIndex((f, s) => f === 1 && world.emit[s] === token);
  return state < 0 ? null : world.reward[state]!;
}
