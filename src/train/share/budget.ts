/** No link may ask for more memory than a computer is likely to have. Settings above the budget come down one after the other, none below what is usual here, until all fits. */
import type { ExperimentSettings } from '../experiment-settings.ts';
import { parseSeeds, SETTINGS } from '../settings.ts';
import { armBytes } from './memory.ts';
import type { Notice } from './notices.ts';
import { replaced } from './notices.ts';

/** bytes for all arms together, and for one of them: the CPU twin holds at most 4 GiB */
export const BUDGET = 8 * 2 ** 30;
export const ARM_BUDGET = 3.5 * 2 ** 30;

function fits(e: ExperimentSettings): boolean {
  const arms = e.arms.map((arm) => armBytes(e, arm));
  return Math.max(...arms) <= ARM_BUDGET && arms.reduce((a, b) => a + b, 0) <= BUDGET;
}

/** what each of these may come down to */
const FLOOR = { evalDialogues: SETTINGS.evalDialogues.default, prompts: SETTINGS.prompts.default, group: SETTINGS.group.default } as const;
const FLOOR_MODEL = 'M';
const FLOOR_SEEDS = parseSeeds(SETTINGS.seeds.default)!.length;

/** The largest value from `lo` to `hi` that fits, or `lo`. */
function largest(lo: number, hi: number, ok: (x: number) => boolean): number {
  while (lo < hi) {
    const middle = Math.ceil((lo + hi) / 2);
    if (ok(middle)) lo = middle;
    else hi = middle - 1;
  }
  return lo;
}

/** The experiment within the budget, and a notice for each setting that had to come down. */
export function withinBudget(asked: ExperimentSettings): { experiment: ExperimentSettings; notices: Notice[] } {
  let e = asked;
  const notices: Notice[] = [];
  const why = `because all of it together would take more than ${BUDGET / 2 ** 30} GB of memory, or one arm more than ${ARM_BUDGET / 2 ** 30} GB`;
  const put = (label: string, from: string, to: string, next: ExperimentSettings): void => {
    if (from === to) return;
    e = next;
    notices.push(replaced('budget', label, from, to, why));
  };
  for (const key of ['evalDialogues', 'prompts', 'group'] as const) {
    if (fits(e) || e[key] <= FLOOR[key]) continue;
    const value = largest(FLOOR[key], e[key], (x) => fits({ ...e, [key]: x }));
    put(SETTINGS[key].label, String(e[key]), String(value), { ...e, [key]: value });
  }
  if (!fits(e) && e.model !== FLOOR_MODEL && e.model !== 'S') put(SETTINGS.model.label, e.model, FLOOR_MODEL, { ...e, model: FLOOR_MODEL });
  const seeds = parseSeeds(e.seeds) ?? [];
  if (!fits(e) && seeds.length > FLOOR_SEEDS) {
    const first = (n: number): string => seeds.slice(0, n).join(',');
    const n = largest(FLOOR_SEEDS, seeds.length, (x) => fits({ ...e, seeds: first(x) }));
    put(SETTINGS.seeds.label, e.seeds, first(n), { ...e, seeds: first(n) });
  }
  return { experiment: e, notices };
}
