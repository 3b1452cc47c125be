import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { listTarget } from './kernel.ts';

const values = [0, 0.1, 0.3, 0.6, 1];

describe('list-target', () => {
  it('writes the most probable tokens in order, each with its nearest bucket, behind the cut', async () => {
    // vocabulary: answers 0..3, verbalize 4, buckets 5..9. P = (.14, .55, .14, .17) at position 1: two equal ones, in order of their numbers
    const P = [0.14, 0.55, 0.14, 0.17].map(Math.log);
    const ctx = 9;
    const logits = new Float32Array(ctx * 10).fill(-9);
    logits.set(P, 10);
    const positions = new Uint32Array(ctx * 4);
    positions.set([1, 0, 0, 4], 4);
    const scalars = { rows: 1, teacherRows: 1, ctx, vocab: 10, k: 3, verbalize: 4, bucketLo: 5, buckets: 5 };
    const run = (k: number) => parity(listTarget, { logits, positions, cut: [1], values, tokens: new Uint32Array(ctx).fill(77), target: new Float32Array(ctx * 10).fill(0.5) }, { ...scalars, k });
    const three = await run(3);
    // .55 -> .6, .17 -> .1, .14 -> .1; the last bucket is a target only
    expect([...three.tokens]).toEqual([77, 77, 4, 1, 8, 3, 6, 0, 77]);
    const hot = (t: Float32Array, p: number): number[] => Array.from({ length: 10 }, (_, i) => t[p * 10 + i]!).flatMap((v, i) => (v === 1 ? [i] : []));
    expect([2, 3, 4, 5, 6, 7].map((p) => hot(three.target, p))).toEqual([[1], [8], [3], [6], [0], [6]]);
    for (const p of [2, 3, 4, 5, 6, 7]) expect(three.target.slice(p * 10, p * 10 + 10).reduce((a, b) => a + b, 0)).toBe(1);
    for (const p of [0, 1, 8]) expect(three.target.slice(p * 10, p * 10 + 10).every((v) => v === 0.5)).toBe(true);
    // no more candidates than tokens, here not even room for more
    const positions3 = positions.slice();
    positions3.set([0, 2], 6);
    const two = await parity(listTarget, { logits, positions: positions3, cut: [1], values, tokens: new Uint32Array(ctx).fill(77), target: ctx * 10 }, { ...scalars, k: 7 });
    expect([...two.tokens]).toEqual([77, 77, 4, 1, 8, 0, 77, 77, 77]);
  });

  it.each([
    [1, 1, 12, 20, 2],
    [12, 4, 20, 40, 5],
  ])('%i rows, %i of the teacher, ctx %i, vocab %i, k %i', async (rows, teacherRows, ctx, vocab, k) => {
    const draw = new Draw(vocab);
    const positions = new Uint32Array(ctx * 4);
    for (let t = 0; t < ctx; t++) positions.set([3, 4 + (t % 5)], t * 4 + 2);
    const cut = draw.ints(teacherRows, ctx - 2 * k);
    const bucketLo = vocab - values.length;
    const inputs = { logits: draw.floats(teacherRows * ctx * vocab, -2, 2), positions, cut, values, tokens: draw.ints(rows * ctx, vocab), target: draw.floats(rows * ctx * vocab) };
    const { tokens } = await parity(listTarget, inputs, { rows, teacherRows, ctx, vocab, k, verbalize: 0, bucketLo, buckets: values.length });
    for (let r = 0; r < rows; r++) expect(tokens[r * ctx + cut[r % teacherRows]! + 1]).toBe(0);
  });
});
