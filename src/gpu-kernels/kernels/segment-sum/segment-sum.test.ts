import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { segmentSum } from './kernel.ts';

describe('segment-sum', () => {
  it.each([
    [1, 1, 1, 0],
    [3, 63, 2, 1],
    [2, 64, 1, 0],
    [5, 65, 6, 4],
    [2, 700, 3, 0],
  ])('%i segments of %i x %i, written from %i', async (segments, n, cols, yOff) => {
    const draw = new Draw(n);
    const x = draw.floats(segments * n * cols);
    const before = draw.floats(yOff + segments * cols + 1);
    const { y } = await parity(segmentSum, { x, y: before }, { segments, n, cols, scale: 0.5, yOff }, { rtol: 1e-5, atol: 1e-5 });
    for (let i = 0; i < yOff; i++) expect(y[i]).toBe(before[i]);
    expect(y[y.length - 1]).toBe(before[before.length - 1]);
  });

  it('counts exactly', async () => {
    const { y } = await parity(segmentSum, { x: new Float32Array(5000).fill(1), y: 1 }, { segments: 1, n: 5000, cols: 1, scale: 1, yOff: 0 }, { rtol: 0, atol: 0 });
    expect(y[0]).toBe(5000);
  });
});
