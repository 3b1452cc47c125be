/** Progress on stderr: a line that is rewritten on a terminal, a line every ten seconds elsewhere. */

/** seconds of work, and share of it, that a guess of the time left needs to rest on */
const BASIS_SECONDS = 3;
const BASIS_SHARE = 0.02;
/** between two lines, ms */
const ON_TERMINAL = 200;
const ELSEWHERE = 10_000;

export interface ProgressLine {
  /** `note` may change from call to call, `what` starts anew. What is shown of one `what` never falls. */
  readonly update: (what: string, fraction: number, note?: string) => void;
  /** a line that stays */
  readonly say: (text: string) => void;
  readonly end: () => void;
}

export function progressLine(out: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr, now: () => number = () => performance.now()): ProgressLine {
  const tty = out.isTTY === true;
  let current: { readonly what: string; readonly course: Course } | null = null;
  let last = '';
  let shown = -Infinity;
  return {
    update(what, fraction, note = '') {
      const t = now();
      const fresh = current?.what !== what;
      if (fresh || !current) current = { what, course: new Course(t / 1000, fraction) };
      const { course } = current;
      course.reach(fraction);
      // the end is always shown: without it the last thing read elsewhere than on a terminal is a share that may be ten seconds old
      if (!fresh && !course.done && t - shown < (tty ? ON_TERMINAL : ELSEWHERE)) return;
      const left = course.secondsLeft(t / 1000);
      const text = `${what}: ${course.percent} %${note}${left === null ? '' : `, ${duration(left)} left`}`;
      if (text === last) return;
      last = text;
      shown = t;
      out.write(tty ? `\r\x1b[K${text}` : `${text}\n`);
    },
    say(text) {
      last = ''; // on a terminal it overwrites the line
      out.write(tty ? `\r\x1b[K${text}\n` : `${text}\n`);
    },
    end() {
      if (tty) out.write('\r\x1b[K');
    },
  };
}

/** How far one piece of work has come since it was first heard of; a part may have been done before. */
export class Course {
  private highest = 0;
  private readonly startedAt: number;
  private readonly from: number;

  constructor(startedAt: number, from: number) {
    this.startedAt = startedAt;
    this.from = from;
    this.reach(from);
  }

  reach(fraction: number): void {
    if (fraction > this.highest) this.highest = Math.min(1, fraction);
  }

  get done(): boolean {
    return this.highest === 1;
  }

  /** whole percents that are done: 100 only at the end */
  get percent(): number {
    return this.done ? 100 : Math.min(99, Math.floor(this.highest * 100 + 1e-9));
  }

  /** null without a basis for a guess, and at the end; `t` in seconds */
  secondsLeft(t: number): number | null {
    const [seconds, gained] = [t - this.startedAt, this.highest - this.from];
    if (this.done || seconds < BASIS_SECONDS || gained < BASIS_SHARE) return null;
    return (seconds / gained) * (1 - this.highest);
  }
}

/**
 * Progress of jobs side by side as one: what is being done, and the share of all the work, which never falls. What a job does first, such as aligning simulators, is work of another speed: it is told by its own
 * name until the first job is at its `counted` work, and is no part of that.
 */
export function joinProgress(
  weights: readonly number[],
  counted: (what: string) => boolean,
  onProgress: (what: string, fraction: number) => void,
): (job: number, what: string, fraction: number) => void {
  const done = weights.map(() => 0);
  const total = weights.reduce((a, b) => a + b, 0);
  const earlier = new Map<string, number>();
  let begun = false;
  return (job, what, fraction) => {
    if (counted(what)) {
      begun = true;
      done[job] = Math.max(done[job]!, Math.min(1, fraction));
      onProgress(what, done.reduce((sum, f, i) => sum + f * weights[i]!, 0) / total);
      return;
    }
    // a thread that is a step behind the others does not bring the step before back
    const newest = [...earlier.keys()].at(-1);
    if (begun || (earlier.has(what) && what !== newest)) return;
    earlier.set(what, Math.max(earlier.get(what) ?? 0, fraction));
    onProgress(what, earlier.get(what)!);
  };
}

/** "under a second", "40 s", "12 min", "3.5 h": as exact as a guess of the time left deserves. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'under a second';
  if (seconds < 300) return `${seconds.toFixed(0)} s`;
  return seconds < 5400 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
