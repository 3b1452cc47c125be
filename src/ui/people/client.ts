/** The human study bound to this browser: its storage, the policies’ weights, and the policies themselves on a small CPU backend in the page. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PolicyAct } from '../../sim/persuasion/data.ts';
import { POLICY_ACTS, USER_ACTS } from '../../sim/persuasion/data.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import { weightsDigest } from '../../train/people/digest.ts';
import type { PolicyTurn } from '../../train/people/policy-turn.ts';
import { openPolicy } from '../../train/people/policy-turn.ts';
import type { Study, StudyPolicy } from '../../train/people/schema.ts';
import { seedOf, STUDY_FORMAT, STUDY_VERSION } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { indexOf } from '../../train/people/session.ts';
import type { HeldPolicies } from '../../train/protocol.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { KEY, load, openStorage, save } from './storage.ts';
import type { PeopleState } from './store.ts';
import { createPeople, policyNow } from './store.ts';
import type { Weights } from './weights.ts';
import { findWeights, keepWeights } from './weights.ts';

const scenario = buildPersuasion();

/** the policy that is talking */
let talking: { readonly digest: string; readonly policy: PolicyTurn } | null = null;

async function policyOf(digest: string): Promise<PolicyTurn> {
  if (talking?.digest === digest) return talking.policy;
  const found = await findWeights(digest);
  if (!found) throw new Error('The persuaders of this study are no longer kept in this browser, so it cannot go on. What you rated is kept: stop and reveal to see it.');
  talking?.policy.close();
  const policy = openPolicy(scenario, found.shape, found.weights);
  talking = { digest, policy };
  return policy;
}

async function speak(s: Session): Promise<PolicyAct> {
  const policy = await policyOf(policyNow(s)!.weights);
  const exchanges = s.open.turns.map((t) => ({ act: POLICY_ACTS.indexOf(t.act), answer: USER_ACTS.indexOf(t.answer!) }));
  return POLICY_ACTS[await policy.act(exchanges, seedOf(s.study, indexOf(s)))]!;
}

export const people = createPeople({ load: () => load(openStorage()), save: (kept) => save(openStorage(), kept), speak });

export const usePeople = <T>(select: (s: PeopleState) => T): T => useStore(people.store, select);

/** Lets an interrupted study go on, and notices another tab that continues it. */
export function useStudyUpkeep(): void {
  useEffect(() => {
    people.actions.wake();
    const changed = (e: StorageEvent): void => {
      if (e.key === KEY) people.actions.changedElsewhere();
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, []);
}

/** Random, and of nobody: 16 hex digits. */
const randomId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');
const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Begins a study with these policies as they are now. */
export async function beginStudy(held: HeldPolicies, perArm: number, seed: number | null): Promise<void> {
  const weights = new Map<string, Weights>();
  const policies = held.policies.map((p): StudyPolicy => {
    const digest = weightsDigest(p.weights);
    weights.set(digest, { shape: p.shape, weights: p.weights });
    return { arm: p.id, update: p.update, weights: digest, run: p.digest };
  });
  const kept = await keepWeights(weights);
  const { experiment } = held;
  const study: Study = {
    format: STUDY_FORMAT,
    version: STUDY_VERSION,
    participant: randomId(),
    seed: seed ?? randomSeed(),
    perArm,
    source: { engine: ENGINE_VERSION, scenario: 'persuasion', settings: experiment ? { ...experiment, arms: [...experiment.arms] } : null, policies },
    conversations: [],
  };
  people.actions.begin(study, kept);
}
