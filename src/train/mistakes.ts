/** What is said of a value that cannot be taken: the value itself, and the nearest one that can. */

/** longest piece of somebody's text that is quoted back */
const QUOTED = 40;

/** Somebody's text as it may be quoted: no control characters, not too long. */
export function quoted(text: string): string {
  const letters = Array.from(text.slice(0, 4 * QUOTED).replace(/[\p{Cc}\p{Cs}]/gu, ' '));
  return letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : letters.join('');
}

/** Any value, quoted. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'nothing' : quoted(value);
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : `an ${typeof value}`;
}

/** Changes of a letter, and swaps of two neighbours, that make one text the other. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      let d = Math.min(last[j]! + 1, now[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, before[j - 2]! + 1);
      now.push(d);
    }
    [before, last] = [last, now];
  }
  return last[b.length]!;
}

/** The name that was probably meant: mistyped, begun, or written in other letters; undefined where none is near. */
export function nearest(asked: string, names: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');
  const wanted = plain(asked.slice(0, QUOTED));
  if (wanted === '') return undefined;
  const begun = names.filter((name) => wanted.length > 1 && plain(name).startsWith(wanted));
  if (begun.length === 1) return begun[0];
  const far = names.map((name) => distance(wanted, plain(name)));
  const least = Math.min(...far);
  return least <= Math.max(1, Math.floor(wanted.length / 3)) ? names[far.indexOf(least)] : undefined;
}

/** "; did you mean gamma?" or nothing */
export function didYouMean(asked: unknown, names: readonly string[]): string {
  const name = typeof asked === 'string' ? nearest(asked, names) : undefined;
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** "must be S, M or L, not XL; did you mean L?" */
export function mustBe(names: readonly string[], asked: unknown): string {
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `must be ${list}, not ${shown(asked)}${didYouMean(asked, names)}`;
}
