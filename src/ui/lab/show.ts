/** On a narrow screen the charts are below the fold when a run begins. */
export function showCharts(): void {
  if (!window.matchMedia('(max-width: 720px)').matches) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('charts')?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
}
