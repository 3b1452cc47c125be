/**
 * Verbalized Sampling (the paper's Proposition 3.7): before each of its decisions the simulator is prompted with `verbalize` and writes a list of k candidates, each with how
 * probable it is; one of them is drawn. The list is scratch: it lies in the cache behind the history, where the real tokens are fed next, and only the drawn token joins the dialogue.
 */
import type { Backend, Buf, Recorder } from '../gpu-kernels/core/backend.ts';
import { argmaxToken } from '../gpu-kernels/kernels/argmax-token/kernel.ts';
import { drawVerbalized } from '../gpu-kernels/kernels/draw-verbalized/kernel.ts';
import type { Bank, Routing } from '../gpu-kernels/model/bank.ts';
import type { DecodeBuffers } from '../gpu-kernels/model/decode.ts';
import { recordChunk } from '../gpu-kernels/model/decode.ts';
import { readingOf } from './reading.ts';
import type { Scenario } from './scenario.ts';
import { BUCKETS } from './scenario.ts';

/** How lists are written and used. */
export interface ListOptions {
  /** candidates of a list; fewer where there are fewer tokens to choose from */
  readonly k: number;
  /** draw by the verbalized probabilities, or each candidate alike */
  readonly draw: 'prob' | 'random';
}

export interface ListDecision {
  /** the slot decided, and the position that predicts it directly: `verbalize` follows there */
  readonly slot: number;
  readonly position: number;
  readonly lo: number;
  readonly hi: number;
}

export interface ListReading {
  /** most candidates a list can have */
  readonly longest: number;
  /** positions a simulator needs to write the longest list after the longest history (the last bucket is never read) */
  readonly ctx: number;
  /** the user's decisions in order: its profile, then its answers */
  readonly decisions: readonly ListDecision[];
}

export function listReadingOf(scenario: Scenario): ListReading {
  const reading = readingOf(scenario, 'user');
  const decisions = [...reading.predictedAt].map(([slot, position]) => ({ slot, position, lo: reading.positions[position * 4 + 2]!, hi: reading.positions[position * 4 + 3]! }));
  const longest = Math.max(...decisions.map((d) => d.hi - d.lo));
  return { longest, ctx: reading.ctx + 2 * longest, decisions };
}

export interface Lists {
  readonly options: ListOptions;
  /** 1 + 2k tokens of a list: verbalize, then candidate and bucket by turns */
  readonly width: number;
  /** [rows, decisions, width]: every list of every dialogue, as generated; the entries beyond a shorter list stay 0 */
  readonly tokens: Buf<'u32'>;
  /** [rows*ctx, vocab + 1]: the distribution each list induced at the position that predicts its slot, and whether it was malformed; ctx of the direct reading */
  readonly induced: Buf<'f32'>;
  /** Appends the list for `slot` and the draw. The history must be in the cache up to the position that predicts it, and the direct answer's logits and token written. */
  record(rec: Recorder, slot: number): void;
}

/** What a list [width] says, as generated: its candidates with their stated probabilities, and whether it is malformed (a candidate repeated, or nothing but zeros). */
export function readList(scenario: Scenario, list: ArrayLike<number>, decision: ListDecision): { candidates: { token: number; probability: number }[]; malformed: boolean } {
  const n = Math.min((list.length - 1) / 2, decision.hi - decision.lo);
  const candidates = Array.from({ length: n }, (_, i) => ({ token: list[1 + 2 * i]!, probability: BUCKETS[list[2 + 2 * i]! - scenario.tokens.buckets.lo]! }));
  return { candidates, malformed: new Set(candidates.map((c) => c.token)).size < n || candidates.every((c) => c.probability === 0) };
}

export interface ListContext {
  readonly backend: Backend;
  readonly label: string;
  readonly scenario: Scenario;
  readonly rows: number;
  readonly options: ListOptions;
  readonly bank: Bank;
  readonly route: Routing;
  readonly temperature: number;
  readonly decode: DecodeBuffers;
  /** of the rollout: tokens [rows, slots], and what a draw needs */
  readonly slots: number;
  readonly perSeed: number;
  readonly stream: number;
  readonly buffers: { readonly tokens: Buf<'u32'>; readonly alive: Buf<'u32'>; readonly clock: Buf<'u32'>; readonly seeds: Buf<'u32'> };
}

export function createLists(c: ListContext): Lists {
  const { backend, label, scenario, rows, options, bank, route, decode } = c;
  const { k } = options;
  const { verbalize, buckets } = scenario.tokens;
  const { vocab } = bank.shape;
  const { decisions, ctx: needed } = listReadingOf(scenario);
  if (bank.shape.ctx < needed || vocab < buckets.hi) throw new Error(`${label}: this network was not made to write verbalized lists`);
  const { ctx } = readingOf(scenario, 'user');
  const width = 1 + 2 * k;
  const listSlots = decisions.length * width;
  const blank = Uint32Array.from({ length: rows * listSlots }, (_, i) => (i % width === 0 ? verbalize : 0));
  const tokens = backend.alloc(`${label} lists`, 'u32', blank.length, blank);
  const values = backend.alloc(`${label} buckets`, 'f32', BUCKETS.length, BUCKETS);
  const direct = backend.alloc(`${label} direct logits`, 'f32', rows * vocab);
  const induced = backend.alloc(`${label} induced`, 'f32', rows * ctx * (vocab + 1));
  /** by decision, the position table [ctx, 4] that reads its list right behind the history */
  const tables = decisions.map((d, i) => {
    const table = new Uint32Array(decode.ctx * 4);
    for (let j = 0; j < width; j++) if (d.position + 1 + j < decode.ctx) table[(d.position + 1 + j) * 4] = i * width + j;
    return backend.alloc(`${label} list positions ${i}`, 'u32', table.length, table);
  });

  function record(rec: Recorder, slot: number): void {
    const i = decisions.findIndex((d) => d.slot === slot);
    const d = decisions[i];
    if (!d) throw new Error(`${label}: slot ${slot} is not the user's`);
    const n = Math.min(k, d.hi - d.lo);
    rec.copy(decode.logits, 0, direct, 0, rows * vocab);
    for (let j = 0; j < 2 * n; j++) {
      recordChunk(rec, bank, route, decode, { tokens, slots: listSlots, positions: tables[i]! }, d.position + 1 + j, 1, 'last');
      // the most probable token: a list is what the network thinks, one for each history, so what it induces is exact
      const { lo, hi } = j % 2 === 0 ? d : buckets;
      rec.run(argmaxToken, { logits: decode.logits, tokens }, { rows, vocab, lo, hi, slots: listSlots, slot: i * width + 1 + j });
    }
    rec.run(
      drawVerbalized,
      { lists: tokens, values, direct, ...c.buffers, induced },
      {
        rows,
        k: n,
        equal: options.draw === 'random' ? 1 : 0,
        listSlots,
        first: i * width + 1,
        bucketLo: buckets.lo,
        vocab,
        lo: d.lo,
        hi: d.hi,
        slots: c.slots,
        slot,
        ctx,
        pos: d.position,
        perSeed: c.perSeed,
        stream: c.stream,
        temperature: c.temperature,
      },
    );
  }
  return { options, width, tokens, induced, record };
}
