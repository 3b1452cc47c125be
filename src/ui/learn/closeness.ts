/** How far off a bet was, in words; `max` is the largest value there could be. */
export function closeness(bet: number, real: number, max: number): string {
  const off = Math.abs(bet - real) / max;
  if (off <= 0.05) return 'close';
  if (off <= 0.15) return bet > real ? 'a little too high' : 'a little too low';
  return bet > real ? 'too high' : 'too low';
}
