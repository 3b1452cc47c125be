/** A verbalized list as a language model wrote it. Small models wrap it in words, cut it off, or state percentages: what can be read is read, and a list with fewer than two answers is malformed. */

export interface Candidate {
  readonly text: string;
  /** as stated; the entries need not sum to 1 */
  readonly probability: number;
}

/** longest reply that is read: a runaway generation is no list */
const MAX_CHARS = 8000;

function probabilityOf(stated: unknown): number {
  if (typeof stated === 'number') return stated;
  if (typeof stated !== 'string') return NaN;
  const percent = /^\s*([\d.]+)\s*%\s*$/.exec(stated);
  return percent ? Number(percent[1]) / 100 : Number(stated.trim() || NaN);
}

function candidateOf(json: string): Candidate | null {
  try {
    const { text, probability } = JSON.parse(json) as { text?: unknown; probability?: unknown };
    const p = probabilityOf(probability);
    return typeof text === 'string' && text.trim() !== '' && Number.isFinite(p) && p >= 0 ? { text: text.trim(), probability: p } : null;
  } catch {
    return null;
  }
}

/** null: malformed. */
export function readVerbalized(reply: string): Candidate[] | null {
  const found = (reply.slice(0, MAX_CHARS).match(/\{[^{}]*\}/g) ?? []).flatMap((json) => candidateOf(json) ?? []);
  const total = found.reduce((sum, c) => sum + c.probability, 0);
  return found.length >= 2 && total > 0 ? found : null;
}
