/** Moves labels apart so that none covers another, each as near to its place as it can be. */
export function spread(wanted: readonly number[], gap: number, min: number, max: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let last = -Infinity;
  for (const o of order) last = o.y = Math.max(o.y, last + gap, min);
  last = Infinity;
  for (const o of [...order].reverse()) last = o.y = Math.min(o.y, last - gap, max);
  const out = [...wanted];
  for (const o of order) out[o.i] = o.y;
  return out;
}
