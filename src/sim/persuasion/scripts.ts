/**
 * Scripts: fixed act sequences played whatever the user answers. A policy that has collapsed onto one kind of user is one, so the best script of each type, and how
 * it fares with the other types, says how far collapse can go in this world. Exact: users' answers cannot change the world, so only the variants are averaged over.
 */
import type { Scenario } from '../scenario.ts';

/** where each variant of one user type stands, [variants] automaton states */
type Front = readonly number[];

const startFront = ({ world }: Scenario, profile: number): Front => Array.from({ length: world.variants }, (_, v) => world.init[profile * world.variants + v]!);

const isOver = ({ world }: Scenario, front: Front): boolean => front.every((s) => world.final[s] === 1);

const advance = ({ world, vocab, tokens }: Scenario, front: Front, act: number): Front => front.map((s) => world.next[s * vocab + tokens.policyActs.lo + act]!);

/** expected discounted reward, and success, that fall due in the turn that leads from one front to the next */
function gain({ world }: Scenario, before: Front, after: Front, turn: number): { reward: number; success: number } {
  let reward = 0;
  let success = 0;
  after.forEach((s, v) => {
    if (world.final[before[v]!] === 1 || world.reward[s] === 0) return;
    reward += world.variantProbability[v]! * world.reward[s]! * world.discount ** turn;
    success += world.variantProbability[v]!;
  });
  return { reward, success };
}

/** Success and reward of a script with one user type. A script shorter than `maxTurns` starts over, as a policy that knows nothing else would. */
export function playScript(scenario: Scenario, script: readonly number[], profile: number): { reward: number; success: number } {
  const sum = { reward: 0, success: 0 };
  let front = startFront(scenario, profile);
  for (let turn = 0; turn < scenario.maxTurns; turn++) {
    const after = advance(scenario, front, script[turn % script.length]!);
    const got = gain(scenario, front, after, turn);
    sum.reward += got.reward;
    sum.success += got.success;
    front = after;
  }
  return sum;
}

const TIE = 1e-9;

/** The most that can still be earned from a front at a turn: dynamic programming over (turn, front). */
function bestToGo(scenario: Scenario): (front: Front, turn: number) => number {
  const acts = scenario.policyActs.map((_, a) => a);
  const memo = new Map<string, number>();
  const best = (front: Front, turn: number): number => {
    if (turn === scenario.maxTurns || isOver(scenario, front)) return 0;
    const key = `${turn}:${front.join()}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const value = Math.max(
      ...acts.map((act) => {
        const after = advance(scenario, front, act);
        return gain(scenario, front, after, turn).reward + best(after, turn + 1);
      }),
    );
    memo.set(key, value);
    return value;
  };
  return best;
}

/**
 * All scripts whose expected reward with one user type is at least `share` of the best one's, cut where every variant has ended: a search that
 * leaves a branch as soon as the best end it can still have is too low. share 1 gives the best scripts alone.
 */
export function goodScripts(scenario: Scenario, profile: number, share = 1): number[][] {
  const acts = scenario.policyActs.map((_, a) => a);
  const best = bestToGo(scenario);
  const start = startFront(scenario, profile);
  const enough = share * best(start, 0) - TIE;
  const scripts: number[][] = [];
  const collect = (front: Front, turn: number, script: readonly number[], earned: number): void => {
    if (earned + best(front, turn) < enough) return;
    if (turn === scenario.maxTurns || isOver(scenario, front)) {
      scripts.push([...script]);
      return;
    }
    for (const act of acts) {
      const after = advance(scenario, front, act);
      collect(after, turn + 1, [...script, act], earned + gain(scenario, front, after, turn).reward);
    }
  };
  collect(start, 0, [], 0);
  return scripts;
}

/** All scripts with the highest expected reward for one user type. */
export const bestScripts = (scenario: Scenario, profile: number): number[][] => goodScripts(scenario, profile);

/** a policy exploits the mode when it earns at least this share of what the best script earns with the mode's user */
export const EXPLOIT_SHARE = 0.9;

/**
 * The mode-exploit strategies (Corollary 3.5) as a trie over acts, next [nodes, acts]: node 1 is the start, 0 is outside, the last one is a finished script, where everything stays. Acts lead to 0 as
 * soon as the reward still to be had with a user of this type falls below `share` of the best script's.
 */
export function exploitTrie(scenario: Scenario, profile: number, share = EXPLOIT_SHARE): Uint32Array {
  const acts = scenario.policyActs.map((_, a) => a);
  const toGo = bestToGo(scenario);
  const start = startFront(scenario, profile);
  const enough = share * toGo(start, 0) - TIE;
  const nodes: number[][] = [acts.map(() => 0)];
  const known = new Map<string, number>();
  const END = -1;
  const visit = (front: Front, turn: number, earned: number): number => {
    if (earned + toGo(front, turn) < enough) return 0;
    if (turn === scenario.maxTurns || isOver(scenario, front)) return END;
    const key = `${turn}:${front.join()}:${earned.toFixed(9)}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const node = nodes.length;
    known.set(key, node);
    nodes.push([]);
    nodes[node] = acts.map((act) => {
      const after = advance(scenario, front, act);
      return visit(after, turn + 1, earned + gain(scenario, front, after, turn).reward);
    });
    return node;
  };
  visit(start, 0, 0);
  const end = nodes.length;
  nodes.push(acts.map(() => end));
  return Uint32Array.from(nodes.flatMap((row) => row.map((n) => (n === END ? end : n))));
}

/** [i, j]: success of the best script of type i with type j; where several scripts are best, the one that fares best with j */
export function crossTable(scenario: Scenario): number[][] {
  const types = scenario.profiles.map((_, i) => i);
  return types.map((i) => {
    const scripts = bestScripts(scenario, i);
    return types.map((j) => Math.max(...scripts.map((s) => playScript(scenario, s, j).success)));
  });
}
