/** What the page "Ask a language model" knows: the worker's messages added up. Pure, so that it can be tested without a worker. */
import type { FaultKind, FromModel } from '../../train/llm/protocol.ts';
import type { Question, ReadList, ReadReply } from '../../train/llm/study.ts';

export interface Asked {
  readonly state: 'idle' | 'loading' | 'asking' | 'done' | 'stopped' | 'failed';
  /** the library's name of the model, and what it was asked; null before anything was */
  readonly model: string | null;
  readonly question: Question | null;
  readonly progress: { readonly fraction: number; readonly text: string; readonly secondsLeft: number | null };
  readonly replies: readonly ReadReply[];
  readonly lists: readonly ReadList[];
  readonly fault: { readonly kind: FaultKind; readonly message: string } | null;
  readonly forgotten: boolean;
  /** ms, when the present phase began */
  readonly since: number;
}

const NOTHING = { fraction: 0, text: '', secondsLeft: null };
export const idle: Asked = { state: 'idle', model: null, question: null, progress: NOTHING, replies: [], lists: [], fault: null, forgotten: false, since: 0 };

export const asking = (model: string, question: Question, now: number): Asked => ({ ...idle, state: 'loading', model, question, progress: { ...NOTHING, text: 'Starting' }, since: now });

/** a time left is said once there is something to tell it from */
const left = (fraction: number, since: number, now: number): number | null => (fraction > 0.02 && now - since > 1500 ? (((now - since) / 1000) * (1 - fraction)) / fraction : null);

export function receive(a: Asked, m: FromModel, now: number): Asked {
  switch (m.type) {
    case 'loading': {
      // the library counts its phases one by one; a bar that goes back tells nothing
      const fraction = Math.max(m.fraction, a.progress.fraction);
      return { ...a, progress: { fraction, text: m.text, secondsLeft: left(fraction, a.since, now) } };
    }
    case 'loaded':
      return { ...a, state: 'asking', progress: { ...NOTHING, text: 'Asking' }, since: now };
    case 'answer': {
      const fraction = m.done / m.of;
      const progress = { fraction, text: `${m.done} of ${m.of} answers`, secondsLeft: left(fraction, a.since, now) };
      return m.answer.kind === 'direct' ? { ...a, progress, replies: [...a.replies, m.answer.reply] } : { ...a, progress, lists: [...a.lists, m.answer.list] };
    }
    case 'done':
      return { ...a, state: 'done' };
    case 'forgotten':
      return { ...a, forgotten: true };
    case 'error':
      return { ...a, state: 'failed', fault: { kind: m.kind, message: m.message } };
  }
}

export const isBusy = (a: Asked): boolean => a.state === 'loading' || a.state === 'asking';
export const stopped = (a: Asked): Asked => (isBusy(a) ? { ...a, state: 'stopped' } : a);
