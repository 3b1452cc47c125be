import { describe, expect, it } from 'vitest';
import { parity } from '../../testing/parity.ts';
import { maskWeight } from './kernel.ts';

describe('mask-weight', () => {
  it.each([1, 7, 70])('%i positions a model; a model without active tokens gets 0', async (n) => {
    const active = Float32Array.from({ length: 3 * n }, (_, i) => (i >= n && i < 2 * n ? 0 : i % 3 === 1 ? 0 : 1));
    const count = [0, 1, 2].map((m) => active.slice(m * n, (m + 1) * n).reduce((a, b) => a + b, 0));
    const { weight } = await parity(maskWeight, { active, count, weight: 3 * n }, { models: 3, n });
    for (const m of [0, 1, 2]) expect(weight.slice(m * n, (m + 1) * n).reduce((a, b) => a + b, 0)).toBeCloseTo(count[m]! > 0 ? 1 : 0, 5);
  });
});
