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

/** All scripts with the highest expected reward for one user type, cut where every variant has ended; dynamic programming over (turn, front). */
export function bestScripts(scenario: Scenario, profile: number): number[][] {
  const acts = scenario.policyActs.map((_, a) => a);
  const memo = new Map<string, number>();
  const TIE = 1e-9;
  const valueOf = (front: Front, turn: number, act: number): number => {
    const after = advance(scenario, front, act);
    return gain(scenario, front, after, turn).reward + value(after, turn + 1);
  };
  const value = (front: Front, turn: number): number => {
    if (turn === scenario.maxTurns || isOver(scenario, front)) return 0;
    const key = `${turn}:${front.join()}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const best = Math.max(...acts.map((act) => valueOf(front, turn, act)));
    memo.set(key, best);
    return best;
  };
  const scripts: number[][] = [];
  const collect = (front: Front, turn: number, script: readonly number[]): void => {
    if (turn === scenario.maxTurns || isOver(scenario, front)) {
      scripts.push([...script]);
      return;
    }
    const best = value(front, turn);
    for (const act of acts) if (valueOf(front, turn, act) >= best - TIE) collect(advance(scenario, front, act), turn + 1, [...script, act]);
  };
  collect(startFront(scenario, profile), 0, []);
  return scripts;
}

/** [i, j]: success of the best script of type i with type j; where several scripts are best, the one that fares best with j */
export function crossTable(scenario: Scenario): number[][] {
  const types = scenario.profiles.map((_, i) => i);
  return types.map((i) => {
    const scripts = bestScripts(scenario, i);
    return types.map((j) => Math.max(...scripts.map((s) => playScript(scenario, s, j).success)));
  });
}
