/** The hash as text: "#/lab?key=value&...". Reading is bounded, and never fails. */
import type { Notice } from './notices.ts';
import { listOf } from './notices.ts';

/** characters read of one link */
export const MAX_LINK = 8192;
/** more keys than any link of this lab has */
const MAX_KEYS = 256;

/** Keys and values of a hash; a key given twice keeps its first value. */
export function readParams(hash: string): { params: Map<string, string>; notices: Notice[] } {
  const notices: Notice[] = [];
  if (hash.length > MAX_LINK) notices.push({ kind: 'length', field: 'Link', text: `The link is longer than ${MAX_LINK / 1024} kB; what is beyond that was not read.` });
  const text = hash.slice(0, MAX_LINK);
  const question = text.indexOf('?');
  const params = new Map<string, string>();
  const twice = new Set<string>();
  if (question >= 0) {
    for (const [key, value] of new URLSearchParams(text.slice(question + 1))) {
      if (params.has(key)) twice.add(key);
      else if (params.size < MAX_KEYS) params.set(key, value);
    }
  }
  if (twice.size > 0) notices.push({ kind: 'twice', field: 'Link', text: `Given more than once in the link: ${listOf([...twice])}. The first value counts.` });
  return { params, notices };
}

/** As readable as a link may be: commas stay, spaces become plus signs, and nothing is left that a mail program would cut off. */
const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/%2C/g, ',')
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** "#/lab?key=value&..."; a value of null writes the key alone. */
export function writeParams(params: Iterable<readonly [string, string | null]>): string {
  return `#/lab?${Array.from(params, ([key, value]) => (value === null ? key : `${key}=${escaped(value)}`)).join('&')}`;
}
