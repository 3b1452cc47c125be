/** What a reader of a link is told when it could not be taken at its word. */
import { quoted } from '../mistakes.ts';

export interface Notice {
  readonly kind: 'clamped' | 'choice' | 'seeds' | 'arms' | 'unknown' | 'twice' | 'version' | 'length' | 'budget' | 'text' | 'result';
  /** label of the setting, or what else it is about */
  readonly field: string;
  /** as the link has it, cut to a readable length */
  readonly asked?: string;
  readonly used?: string;
  /** one or two whole sentences */
  readonly text: string;
}

export function replaced(kind: Notice['kind'], field: string, asked: string, used: string, why: string): Notice {
  const shown = quoted(asked);
  return { kind, field, asked: shown, used, text: `${field}: the link asks for ${shown === '' ? 'nothing' : shown}; ${used} is used, ${why}.` };
}

/** at most this many names are listed one by one */
const LISTED = 8;

/** "a, b and 3 more" */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).map(quoted);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
