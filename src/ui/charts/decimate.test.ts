import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandOf } from './bands.ts';
import { decimate, lttb } from './decimate.ts';

describe('lttb', () => {
  test('keeps ends, order and the one spike', () => {
    const x = Array.from({ length: 1000 }, (_, i) => i);
    const y = x.map((i) => (i === 617 ? 5 : 0));
    const kept = lttb(x, y, 50);
    expect(kept).toHaveLength(50);
    expect(kept[0]).toBe(0);
    expect(kept[49]).toBe(999);
    expect(kept).toContain(617);
  });
  test('any input: ascending, within bounds, no more than asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1, max: 1 }), { maxLength: 400 }), fc.integer({ min: 2, max: 60 }), (y, n) => {
        const kept = lttb(
          y.map((_, i) => i),
          y,
          n,
        );
        expect(kept.length).toBe(Math.min(y.length, Math.max(n, y.length <= 2 ? y.length : 0)));
        for (let i = 1; i < kept.length; i++) expect(kept[i]).toBeGreaterThan(kept[i - 1] ?? -1);
      }),
    );
  });
});

describe('decimate', () => {
  test('short lines stay as they are', () => {
    const points = [0, 1, 2].map((u) => bandOf(u, [u]));
    expect(decimate(points, 3)).toEqual(points);
  });
  test('a gap of a long run stays a gap', () => {
    const points = Array.from({ length: 2001 }, (_, u) => bandOf(u, [u >= 900 && u < 1000 ? NaN : Math.sin(u / 50)]));
    const kept = decimate(points, 200);
    expect(kept.length).toBeLessThanOrEqual(200);
    const gap = kept.filter((p) => Number.isNaN(p.mean));
    expect(gap.map((p) => p.update)).toEqual([900]);
    expect(kept.every((p, i) => i === 0 || p.update > (kept[i - 1]?.update ?? -1))).toBe(true);
  });
});
