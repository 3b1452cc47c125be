/** Keeps a study in this browser, so that it can be interrupted. What cannot be kept is said, and stays in the page as long as it is open. */
import { z } from 'zod';
import { LIMITS } from '../../train/people/gather.ts';
import { faultOf, studySchema } from '../../train/people/schema.ts';
import { sessionSchema } from '../../train/people/session.ts';

export const KEY = 'thaw.people';
/** what could not be read is put there, not thrown away */
export const DAMAGED_KEY = 'thaw.people.damaged';

const keptSchema = z.strictObject({
  version: z.literal(1),
  session: sessionSchema.nullable(),
  /** studies finished on this device */
  past: z.array(studySchema).max(LIMITS.studies),
});
export type Kept = z.infer<typeof keptSchema>;
export const nothingKept: Kept = { version: 1, session: null, past: [] };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Touching localStorage throws where a browser forbids it. */
export function openStorage(): Store | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const DENIED = 'This browser does not let the page keep anything (a private window, perhaps, or blocked site data).';
const STAYS = 'Everything stays as long as this page is open; export the results before you close it.';

export function load(store: Store | null): { readonly kept: Kept; readonly fault: string | null } {
  let text: string | null;
  try {
    if (!store) throw new Error('denied');
    text = store.getItem(KEY);
  } catch {
    return { kept: nothingKept, fault: `${DENIED} ${STAYS}` };
  }
  if (text === null) return { kept: nothingKept, fault: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = keptSchema.safeParse(value);
  if (read.success) return { kept: read.data, fault: null };
  try {
    store.setItem(DAMAGED_KEY, text);
    store.removeItem(KEY);
  } catch {
    // it stays where it is until the next save
  }
  return { kept: nothingKept, fault: `A study kept in this browser could not be read (${faultOf(read.error)}). It was put aside, and a new one can begin.` };
}

/** Null when kept; else what to tell the visitor. */
export function save(store: Store | null, kept: Kept): string | null {
  try {
    if (!store) throw new Error('denied');
    store.setItem(KEY, JSON.stringify(kept));
    return null;
  } catch (e) {
    const full = e instanceof DOMException && (e.name === 'QuotaExceededError' || e.name === 'NS_ERROR_DOM_QUOTA_REACHED');
    return `${full ? 'This browser has no room left to keep the study.' : DENIED} ${STAYS}`;
  }
}
