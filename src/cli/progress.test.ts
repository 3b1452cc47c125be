import { describe, expect, test } from 'vitest';
import { Course, duration, joinProgress, progressLine } from './progress.ts';

/** a line with a clock of its own; `at` in seconds */
function watched(isTTY: boolean) {
  let t = 0;
  const written: string[] = [];
  const line = progressLine({ isTTY, write: (text) => written.push(text) }, () => t * 1000);
  return { line, written, at: (seconds: number) => (t = seconds) };
}

describe('a progress line', () => {
  test('tells the time left only once there is a basis for it', () => {
    const { line, written, at } = watched(true);
    line.update('Sweep', 0.5); // the first word of a tiny run
    at(1);
    line.update('Sweep', 0.9);
    at(4);
    line.update('Sweep', 0.51);
    at(5);
    line.update('Sweep', 0.99);
    at(6);
    line.update('Sweep', 1, ', 2 of 2 runs');
    expect(written.map((w) => w.slice(4))).toEqual(['Sweep: 50 %', 'Sweep: 90 %', 'Sweep: 90 %, under a second left', 'Sweep: 99 %, under a second left', 'Sweep: 100 %, 2 of 2 runs']);
  });

  test('what was done before it began is no basis', () => {
    const course = new Course(0, 0.8);
    course.reach(0.9);
    expect(course.secondsLeft(60)).toBeCloseTo(60);
  });

  test('never falls, and is 100 % only at the end', () => {
    const { line, written, at } = watched(true);
    for (const [i, f] of [0.3, 0.1, 0.999, 0.4, 1, NaN].entries()) {
      at(i);
      line.update('Training', f);
    }
    expect(written.map((w) => /(\d+) %/.exec(w)![1])).toEqual(['30', '99', '99', '100']);
  });

  test('elsewhere than on a terminal: at once, every ten seconds, and the end', () => {
    const { line, written, at } = watched(false);
    for (let s = 0; s <= 25; s++) {
      at(s);
      line.update('Training', s / 25);
    }
    expect(written).toEqual(['Training: 0 %\n', 'Training: 40 %, 15 s left\n', 'Training: 80 %, 5 s left\n', 'Training: 100 %\n']);
  });
});

test('jobs side by side: preparations by name, then the share of all the work, which never falls', () => {
  const told: string[] = [];
  const tell = joinProgress(
    [3, 1],
    (what) => what === 'Training',
    (what, f) => told.push(`${what} ${f}`),
  );
  tell(0, 'Loading', 0);
  tell(0, 'Aligning', 0.5);
  tell(1, 'Loading', 0);
  tell(1, 'Aligning', 0.25);
  tell(0, 'Training', 0);
  tell(1, 'Aligning', 0.75);
  tell(0, 'Training', 1);
  tell(1, 'Training', 0.5);
  tell(0, 'Training', 0.5);
  expect(told).toEqual(['Loading 0', 'Aligning 0.5', 'Aligning 0.5', 'Training 0', 'Training 0.75', 'Training 0.875', 'Training 0.875']);
});

test('durations', () => {
  expect([0, 0.9, 1, 40, 299, 720, 12_600].map(duration)).toEqual(['under a second', 'under a second', '1 s', '40 s', '299 s', '12 min', '3.5 h']);
});
