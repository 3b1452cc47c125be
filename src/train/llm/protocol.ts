/** Messages between the page and the worker that holds the language model. */
import type { Answer, Question } from './study.ts';

export type ToModel =
  /** loads the model if it is another one than before, then asks */
  | { readonly type: 'ask'; readonly model: string; readonly question: Question }
  /** removes the downloaded files from the browser's cache */
  | { readonly type: 'forget'; readonly model: string };

export type FaultKind = 'network' | 'memory' | 'device' | 'other';

export type FromModel =
  /** `fraction` of loading, with the library's own words */
  | { readonly type: 'loading'; readonly fraction: number; readonly text: string }
  | { readonly type: 'loaded' }
  | { readonly type: 'answer'; readonly answer: Answer; readonly done: number; readonly of: number }
  | { readonly type: 'done' }
  | { readonly type: 'forgotten' }
  | { readonly type: 'error'; readonly kind: FaultKind; readonly message: string };
