/** What went wrong, and what to do about it. */
export const message = (e: unknown): string => (e instanceof Error ? e.message : String(e));

export function hintFor(error: string): string {
  if (/^checkpoint/.test(error)) return 'The stored state of this run does not fit this version of the lab. Run it again with the same settings.';
  if (/lost/.test(error)) return 'The curves so far are kept. Press Run to start again; if it happens again, choose a smaller model or fewer seeds.';
  if (/buffer/.test(error)) return 'The experiment does not fit into memory: choose fewer seeds, groups or dialogues per evaluation, or a smaller model.';
  if (/could not be loaded|damaged|manifest/.test(error)) return 'Check the connection and reload the page, or choose “Train from scratch here” under Settings.';
  return 'The curves so far are kept. Press Run to start again.';
}
