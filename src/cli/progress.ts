/** Progress on stderr: a line that is rewritten on a terminal, a line every ten seconds elsewhere. */
export function progressLine(): { update: (what: string, fraction: number, note?: string) => void; say: (text: string) => void; end: () => void } {
  const tty = process.stderr.isTTY;
  let started = performance.now();
  let last = '';
  let shown = -Infinity;
  return {
    /** `note` may change from call to call, `what` starts the clock anew */
    update(what, fraction, note = '') {
      const t = performance.now();
      if (what !== last || !(fraction > 0)) started = t;
      if (what === last && t - shown < (tty ? 200 : 10_000)) return;
      last = what;
      shown = t;
      const left = fraction > 0.01 ? ((t - started) / fraction) * (1 - fraction) : null;
      const text = `${what}: ${(fraction * 100).toFixed(0)} %${note}${left === null ? '' : `, ${duration(left / 1000)} left`}`;
      process.stderr.write(tty ? `\r\x1b[K${text}` : `${text}\n`);
    },
    /** a line that stays */
    say(text) {
      process.stderr.write(tty ? `\r\x1b[K${text}\n` : `${text}\n`);
    },
    end() {
      if (tty) process.stderr.write('\r\x1b[K');
    },
  };
}

/** "40 s", "12 min", "3.5 h": as exact as a guess of the time left deserves. */
export function duration(seconds: number): string {
  if (seconds < 300) return `${seconds.toFixed(0)} s`;
  return seconds < 5400 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
