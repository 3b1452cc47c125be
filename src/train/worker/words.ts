/** What went wrong, and what to do about it. */
export const message = (e: unknown): string => (e instanceof Error ? e.message : String(e));

export function hintFor(error: string): string {
  if (/^This run cannot go on/.test(error)) return 'What is stored of it stays as it is. Reload the page: a graphics device may be there again.';
  if (/^checkpoint/.test(error)) return 'The stored state of this run does not fit this version of the lab. Run it again with the same settings.';
  if (/lost/.test(error))
    return 'The run goes on where it was kept last, with the same numbers, when you continue it; Run again begins anew. If it happens again, choose a smaller model or fewer seeds.';
  if (/buffer/.test(error)) return 'The experiment does not fit into memory: choose fewer seeds, groups or dialogues per evaluation, or a smaller model.';
  if (/could not be loaded|damaged|manifest/.test(error)) return 'Check the connection and reload the page, or choose “Train from scratch here” under Settings.';
  return 'The curves so far are kept. Press Run to start again.';
}
