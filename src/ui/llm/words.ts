/** Sentences of the page "Ask a language model". */
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import type { FaultKind } from '../../train/llm/protocol.ts';
import { HOSTS } from '../../train/llm/models.ts';
import type { Tally } from '../../train/llm/tally.ts';
import type { Interval } from '../../train/stats.ts';
import { two } from '../charts/annotate.ts';

/** 1629.75 -> "1.6 GB" */
export const memory = (mb: number): string => (mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${Math.round(mb / 10) * 10} MB`);

export const FAULTS: Readonly<Record<FaultKind, { readonly what: string; readonly todo: string }>> = {
  network: {
    what: 'The model could not be downloaded.',
    todo: `It comes from ${HOSTS.join(' and ')}: check the connection, or whether something blocks them, and ask again. What was downloaded is kept.`,
  },
  memory: { what: 'The graphics device has not enough memory.', todo: 'Choose a smaller model, or close other tabs that use the graphics card.' },
  device: { what: 'This graphics device cannot run the model.', todo: 'Language models need more of a device than the lab does. Another model may fit; the lab itself runs regardless.' },
  other: { what: 'The model stopped.', todo: 'Ask again; if it stops again, choose another model.' },
};

/** "0.43 (0.21–0.66)" */
export const withInterval = ({ estimate, lo, hi }: Interval): string => (!Number.isFinite(estimate) ? '–' : Number.isFinite(lo) ? `${two(estimate)} (${two(lo)}–${two(hi)})` : two(estimate));

/** fewer replies say too little to compare two distributions over seven acts */
const ENOUGH = 20;

/** What the two ways of asking came to, in a sentence; claims a difference only where the intervals are apart. */
export function conclusion(direct: Tally, lists: Tally): string {
  if (!direct.probability || !lists.probability) return 'Too little could be read to compare anything.';
  const top = Math.max(...direct.probability);
  const habit = `Asked directly, ${Math.round(top * 100)} % of what it answers is of one kind (${USER_ACTS[direct.probability.indexOf(top)]}).`;
  if (direct.n < ENOUGH || lists.n < 2) return `${habit} With ${direct.n} replies and ${lists.n} lists nothing more can be said.`;
  const [d, l] = [direct.distance, lists.distance];
  if (l.hi < d.lo) return `${habit} What it lists is closer to people than what it answers.`;
  if (d.hi < l.lo) return `${habit} What it lists is farther from people than what it answers.`;
  return `${habit} Whether what it lists is closer to people cannot be told from this many: the intervals overlap.`;
}
