import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from './layout.ts';

test('labels keep their place when they do not touch', () => {
  expect(spread([10, 50, 100], 14, 0, 200)).toEqual([10, 50, 100]);
});
test('labels never overlap and stay inside, whatever was wanted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 350 }), { maxLength: 6 }), (wanted) => {
      const got = [...spread(wanted, 14, 0, 300)].sort((a, b) => a - b);
      got.forEach((y, i) => {
        expect(y).toBeLessThanOrEqual(300);
        if (i > 0) expect(y - (got[i - 1] ?? 0)).toBeGreaterThanOrEqual(14);
      });
    }),
  );
});
