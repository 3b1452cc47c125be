/** One update's training success rests on few dialogues: wherever it is said as one number, the mean over this many updates is meant. */
export const TRAIN_WINDOW = 8;

/** "mean of the last 8 updates"; of a run that has fewer, of those. `points` = training points there are. */
export function windowWords(points: number): string {
  const n = Math.min(TRAIN_WINDOW, points);
  return n > 1 ? `mean of the last ${n} updates` : 'of one update';
}
