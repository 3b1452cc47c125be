/** Progress on stderr: a line that is rewritten on a terminal, a line every ten seconds elsewhere. */
export function progressLine(): { update: (what: string, fraction: number) => void; end: () => void } {
  const tty = process.stderr.isTTY;
  let started = performance.now();
  let last = '';
  let shown = -Infinity;
  return {
    update(what, fraction) {
      const t = performance.now();
      if (what !== last || !(fraction > 0)) started = t;
      if (what === last && t - shown < (tty ? 200 : 10_000)) return;
      last = what;
      shown = t;
      const left = fraction > 0.01 ? ((t - started) / fraction) * (1 - fraction) : null;
      const text = `${what}: ${(fraction * 100).toFixed(0)} %${left === null ? '' : `, ${(left / 1000).toFixed(0)} s left`}`;
      process.stderr.write(tty ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end() {
      if (tty) process.stderr.write('\r\x1b[K');
    },
  };
}
