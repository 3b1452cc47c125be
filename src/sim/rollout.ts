/** Whole dialogues on the device: policy, user and world take their slots in turn; nothing returns to the host between turns. */
import type { Backend, Buf, Recorder } from '../gpu-kernels/core/backend.ts';
import { automatonEmit, automatonStart, automatonStep } from '../gpu-kernels/kernels/automaton/kernel.ts';
import { sample } from '../gpu-kernels/kernels/sample/kernel.ts';
import { sampleTable } from '../gpu-kernels/kernels/sample-table/kernel.ts';
import type { Bank, Routing } from '../gpu-kernels/model/bank.ts';
import type { DecodeBuffers } from '../gpu-kernels/model/decode.ts';
import { createDecodeBuffers, recordChunk } from '../gpu-kernels/model/decode.ts';
import type { ListOptions, Lists } from './lists.ts';
import { createLists } from './lists.ts';
import type { RoleReading, Role } from './reading.ts';
import { BOS_SLOT, PERSONA_SLOT, PROFILE_SLOT, readingOf, slotCount, slotOf } from './reading.ts';
import type { Scenario, TokenRange } from './scenario.ts';

/** Streams of random numbers: key = (seed, stream). Evaluations add EVAL_STREAM, so that training's dialogues do not depend on how often one evaluates. */
export const STREAM = { policy: 1, user: 2, world: 3, persona: 4, opponent: 5, lists: 6 } as const;
export const EVAL_STREAM = 16;

/** A network that writes one role's slots. */
export interface NetPlayer {
  readonly kind: 'network';
  readonly bank: Bank;
  readonly route: Routing;
  readonly temperature: number;
  /** users only: Verbalized Sampling instead of direct answers */
  readonly lists?: ListOptions;
}
/** Real users: the generating program. */
export interface TablePlayer {
  readonly kind: 'table';
}

export type Player = NetPlayer | TablePlayer;

/** One network's part in a rollout. */
export interface NetState {
  readonly player: NetPlayer;
  readonly reading: RoleReading;
  readonly positions: Buf<'u32'>;
  readonly decode: DecodeBuffers;
  /** [rows, ctx]: log-probability of each token this network wrote, at the position that predicted it; with lists, that of the direct answer they replace */
  readonly logprob: Buf<'f32'>;
  /** [rows, ctx]: 1 where the network wrote while the dialogue went on */
  readonly active: Buf<'f32'>;
  /** [rows, ctx]: 1 - probability of the mode, where active; with lists, of the direct distribution */
  readonly collapse: Buf<'f32'>;
}

export interface Rollout {
  readonly scenario: Scenario;
  readonly rows: number;
  readonly slots: number;
  /** [rows, slots] */
  readonly tokens: Buf<'u32'>;
  /** [4] = {update, m, ...}, written by the host before each run; with m > 0 dialogues equal modulo m share the policy's and the world's random numbers, and differ in the user's alone */
  readonly clock: Buf<'u32'>;
  /** [rows, 3] = {reward, success, turns} */
  readonly outcome: Buf<'f32'>;
  readonly policy: NetState;
  readonly user: NetState | null;
  /** what a user that verbalizes wrote before it answered */
  readonly lists: Lists | null;
  record(rec: Recorder): void;
}

export interface RolloutOptions {
  readonly label: string;
  readonly scenario: Scenario;
  readonly rows: number;
  /** rows of one seed, consecutive */
  readonly perSeed: number;
  /** [rows / perSeed] */
  readonly seeds: Buf<'u32'>;
  readonly policy: NetPlayer;
  readonly user: Player;
  /** probability of each persona prompt [personas], drawn per dialogue; left out: none is given */
  readonly personas?: ArrayLike<number>;
  /** probability of each profile [profiles], drawn by the world instead of the user (domain randomisation) */
  readonly profilePrior?: ArrayLike<number>;
  /** added to every stream number */
  readonly streamOffset: number;
}

function netState(backend: Backend, o: RolloutOptions, role: Role, player: NetPlayer): NetState {
  const reading = readingOf(o.scenario, role);
  if (reading.ctx > player.bank.shape.ctx) throw new Error(`${o.label}: the ${role} network reads ${player.bank.shape.ctx} positions, the scenario needs ${reading.ctx}`);
  // a network is fed once per own slot; between two of them lie at most the slots of one turn and, at the start, its two opening slots
  const maxChunk = Math.min(reading.ctx - 1, Math.max(2, o.scenario.turn.length));
  const ctx = reading.ctx + 2 * (player.lists?.k ?? 0);
  return {
    player,
    reading,
    positions: backend.alloc(`${o.label} ${role} positions`, 'u32', reading.positions.length, reading.positions),
    decode: createDecodeBuffers(backend, `${o.label} ${role}`, player.bank.shape, o.rows, maxChunk, ctx),
    logprob: backend.alloc(`${o.label} ${role} logprob`, 'f32', o.rows * reading.ctx),
    active: backend.alloc(`${o.label} ${role} active`, 'f32', o.rows * reading.ctx),
    collapse: backend.alloc(`${o.label} ${role} collapse`, 'f32', o.rows * reading.ctx),
  };
}

/** Allocates what dialogues of `rows` rows need; `record` then appends one whole set of dialogues to a plan. */
export function createRollout(backend: Backend, o: RolloutOptions): Rollout {
  const { scenario, rows, label } = o;
  const slots = slotCount(scenario);
  const { tokens: range, world } = scenario;
  const initial = new Uint32Array(rows * slots);
  for (let r = 0; r < rows; r++) {
    initial[r * slots + BOS_SLOT] = range.bos;
    initial[r * slots + PERSONA_SLOT] = range.personas.lo;
  }
  const u32 = (name: string, data: ArrayLike<number>) => backend.alloc(`${label} ${name}`, 'u32', data.length, data);
  const f32 = (name: string, data: ArrayLike<number>) => backend.alloc(`${label} ${name}`, 'f32', data.length, data);
  const tokens = u32('tokens', initial);
  const clock = u32('clock', new Uint32Array(4));
  const state = u32('state', new Uint32Array(rows));
  const alive = u32('alive', new Uint32Array(rows).fill(1));
  const outcome = f32('outcome', new Float32Array(rows * 3));
  const tables = {
    init: u32('world init', world.init),
    next: u32('world next', world.next),
    emit: u32(
      'world emit',
      Array.from({ length: world.states * 2 }, (_, i) => (i % 2 ? world.final : world.emit)[i >> 1]!),
    ),
    reward: f32('world reward', world.reward),
    variants: f32('world variants', world.variantProbability),
  };
  const real = o.user.kind === 'table' ? { prior: f32('prior', scenario.realUsers.prior), answers: f32('answers', scenario.realUsers.answers) } : null;
  const given = { personas: o.personas && f32('personas', o.personas), profiles: o.profilePrior && f32('profile prior', o.profilePrior) };
  const policy = netState(backend, o, 'policy', o.policy);
  const user = o.user.kind === 'network' ? netState(backend, o, 'user', o.user) : null;
  const seeds = o.seeds;
  const draw = { rows, slots, perSeed: o.perSeed };
  const lists = user?.player.lists
    ? createLists({
        ...{ backend, label, scenario, rows, slots, perSeed: o.perSeed, stream: o.streamOffset + STREAM.lists, ...user.player, decode: user.decode },
        options: user.player.lists,
        buffers: { tokens, alive, clock, seeds },
      })
    : null;
  /** positions of each network already in its cache */
  let done = { policy: 0, user: 0 };

  function writeByNetwork(rec: Recorder, net: NetState, role: Role, slot: number, lo: number, hi: number): void {
    const pos = net.reading.predictedAt.get(slot);
    if (pos === undefined) throw new Error(`${label}: the ${role} does not predict slot ${slot}`);
    const { bank, route, temperature } = net.player;
    recordChunk(rec, bank, route, net.decode, { tokens, slots, positions: net.positions }, done[role], pos + 1 - done[role], 'last');
    done = { ...done, [role]: pos + 1 };
    rec.run(
      sample,
      { logits: net.decode.logits, alive, clock, seeds, tokens, logprob: net.logprob, active: net.active, collapse: net.collapse },
      { ...draw, vocab: bank.shape.vocab, lo, hi, slot, ctx: net.reading.ctx, pos, stream: o.streamOffset + STREAM[role], nested: role === 'policy' ? 1 : 0, temperature },
    );
    if (role === 'user') lists?.record(rec, slot);
  }

  /** tokens[r, slot] drawn from one table for all rows */
  function drawFrom(rec: Recorder, table: Buf<'f32'>, slot: number, { lo, hi }: TokenRange, stream: number): void {
    rec.run(sampleTable, { table, alive, clock, seeds, tokens }, { ...draw, n: hi - lo, lo, slot, useRow: 0, slotA: 0, loA: 0, strideA: 0, slotB: 0, loB: 0, stream: o.streamOffset + stream });
  }

  function profile(rec: Recorder): void {
    const { lo, hi } = range.profiles;
    if (given.personas) drawFrom(rec, given.personas, PERSONA_SLOT, range.personas, STREAM.persona);
    const table = given.profiles ?? real?.prior;
    if (table) drawFrom(rec, table, PROFILE_SLOT, range.profiles, STREAM.user);
    else if (user) writeByNetwork(rec, user, 'user', PROFILE_SLOT, lo, hi);
    rec.run(
      automatonStart,
      { tokens, init: tables.init, variantProbability: tables.variants, clock, seeds, state, alive, outcome },
      { ...draw, profileSlot: PROFILE_SLOT, profileLo: lo, variants: world.variants, maxTurns: scenario.maxTurns, stream: o.streamOffset + STREAM.world },
    );
  }

  function answerFromTable(rec: Recorder, slot: number, act: number, lo: number, hi: number): void {
    const { policyActs, profiles } = range;
    rec.run(
      sampleTable,
      { table: real!.answers, alive, clock, seeds, tokens },
      { ...draw, n: hi - lo, lo, slot, useRow: 1, slotA: PROFILE_SLOT, loA: profiles.lo, strideA: policyActs.hi - policyActs.lo, slotB: act, loB: policyActs.lo, stream: o.streamOffset + STREAM.user },
    );
  }

  function record(rec: Recorder): void {
    done = { policy: 0, user: 0 };
    // everyone is alive while profiles are drawn: the last run left its own ends behind
    rec.copy(ones, 0, alive, 0, rows);
    profile(rec);
    let discount = 1;
    for (let t = 0; t < scenario.maxTurns; t++, discount *= world.discount) {
      let act = 0;
      scenario.turn.forEach((s, i) => {
        const slot = slotOf(scenario, t, i);
        const { lo, hi } = s.range;
        if (s.writer === 'world') {
          rec.run(automatonEmit, { state, emit: tables.emit, reward: tables.reward, tokens, alive, outcome }, { rows, slots, slot, turn: t, discount });
          return;
        }
        if (s.writer === 'policy') {
          writeByNetwork(rec, policy, 'policy', slot, lo, hi);
          act = slot;
        } else if (user) writeByNetwork(rec, user, 'user', slot, lo, hi);
        else answerFromTable(rec, slot, act, lo, hi);
        rec.run(automatonStep, { tokens, next: tables.next, alive, state }, { rows, slots, slot, vocab: scenario.vocab });
      });
    }
  }
  const ones = u32('ones', new Uint32Array(rows).fill(1));
  return { scenario, rows, slots, tokens, clock, outcome, policy, user, lists, record };
}
