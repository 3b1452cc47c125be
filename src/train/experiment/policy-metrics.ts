/** What the training dialogues say about the policy as a distribution over whole act sequences: how many it plays, and how much of it exploits the mode (Corollary 3.5). */
import type { Backend, Recorder } from '../../gpu-kernels/core/backend.ts';
import { STRATEGY_STATS, strategyRows, strategyStats } from '../../gpu-kernels/kernels/strategies/kernel.ts';
import { exploitTrie } from '../../sim/persuasion/scripts.ts';
import { slotOf } from '../../sim/reading.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Source } from './report.ts';

/** The profile an aligned simulator collapses to: alignment sharpens the prior of real users, so it is the prior's mode. */
export function modalProfile(scenario: Scenario): number {
  const prior = Array.from(scenario.realUsers.prior);
  return prior.indexOf(Math.max(...prior));
}

export interface PolicyMetrics {
  readonly sources: readonly Source[];
  /** after the dialogues */
  record(rec: Recorder): void;
}

export function createPolicyMetrics(backend: Backend, rollout: Rollout, seeds: number): PolicyMetrics {
  const { scenario, rows, slots, tokens, outcome } = rollout;
  const acts = scenario.tokens.policyActs;
  const trie = exploitTrie(scenario, modalProfile(scenario));
  const next = backend.alloc('mode-exploit strategies', 'u32', trie.length, trie);
  const perRow = backend.alloc('strategies', 'f32', rows * 2);
  const stats = backend.alloc('strategy stats', 'f32', seeds * STRATEGY_STATS.length);
  const perSeed = rows / seeds;
  const firstSlot = slotOf(
    scenario,
    0,
    scenario.turn.findIndex((s) => s.writer === 'policy'),
  );
  return {
    sources: [{ buf: stats, names: STRATEGY_STATS.map((s) => `policy.${s}`) }],
    record(rec) {
      rec.run(strategyRows, { tokens, outcome, next, perRow }, { rows, slots, perSeed, firstSlot, stride: scenario.turn.length, lo: acts.lo, acts: acts.hi - acts.lo });
      rec.run(strategyStats, { perRow, stats }, { seeds, perSeed });
    },
  };
}
