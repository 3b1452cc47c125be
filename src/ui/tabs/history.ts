/** A history built step by step: who the user is, finished exchanges, and the act to be answered. */
import type { History } from '../../train/protocol.ts';

/** exchanges that can come before the act to be answered */
export const MAX_EXCHANGES = 3;

export interface Draft {
  /** ask who the user is, or how it answers */
  readonly about: 'profile' | 'answer';
  readonly profile: number;
  readonly exchanges: readonly { readonly act: number; readonly answer: number }[];
  /** the act to be answered */
  readonly act: number;
}

export const firstDraft: Draft = { about: 'profile', profile: 0, exchanges: [], act: 0 };

export const historyOf = (d: Draft): History =>
  d.about === 'profile' ? { profile: d.profile, acts: [], answers: [] } : { profile: d.profile, acts: [...d.exchanges.map((e) => e.act), d.act], answers: d.exchanges.map((e) => e.answer) };

/** The act on hand was answered so: it becomes an exchange, and another act can be chosen. */
export const answered = (d: Draft, answer: number): Draft => (d.exchanges.length >= MAX_EXCHANGES ? d : { ...d, exchanges: [...d.exchanges, { act: d.act, answer }] });

/** The last exchange is taken back; its act is on hand again. */
export function takeBack(d: Draft): Draft {
  const last = d.exchanges.at(-1);
  return last ? { ...d, exchanges: d.exchanges.slice(0, -1), act: last.act } : d;
}
