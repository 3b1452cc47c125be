/** Finds terms by any of their words. */
export interface Entry {
  readonly id: string;
  readonly term: string;
  readonly text: string;
  readonly formula?: string;
}

const plain = (s: string): string =>
  s
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Entries that hold every word asked for; those whose name holds them first. */
export function matching(entries: readonly Entry[], asked: string): Entry[] {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  const holds = (text: string): boolean => words.every((w) => plain(text).includes(w));
  const found = entries.filter((e) => holds(`${e.term} ${e.text} ${e.formula ?? ''}`));
  return words.length === 0 ? found : [...found.filter((e) => holds(e.term)), ...found.filter((e) => !holds(e.term))];
}
