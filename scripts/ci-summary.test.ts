import { expect, test } from 'vitest';
import { line, summarise } from './ci-summary.mjs';

const report = (passed: number, failed: number) => () => ({ passed, failed });

test('plain checks count as one test each, reports by their tests', () => {
  expect(
    summarise(
      [
        { name: 'lint', code: 0 },
        { name: 'unit', code: 0, report: 'r' },
      ],
      report(5, 0),
    ),
  ).toEqual({ passed: 6, failed: 0 });
  expect(
    summarise(
      [
        { name: 'lint', code: 1 },
        { name: 'unit', code: 1, report: 'r' },
      ],
      report(5, 2),
    ),
  ).toEqual({ passed: 5, failed: 3 });
});

test('a runner that fails without a failed test, has no report, or ran nothing is a failure', () => {
  const unit = { name: 'unit', report: 'r' };
  expect(summarise([{ ...unit, code: 1 }], report(5, 0)).failed).toBe(1);
  expect(summarise([{ ...unit, code: 0 }], () => null)).toEqual({ passed: 0, failed: 1 });
  expect(summarise([{ ...unit, code: 0 }], report(0, 0)).failed).toBe(1);
});

test('the closing line', () => expect(line({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed'));
