import { describe, expect, it } from 'vitest';
import { positionTable } from '../../testing/positions.ts';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { sharpen } from './kernel.ts';

describe('sharpen', () => {
  it.each([
    [1, 1, 2, 2, 0.9],
    [6, 2, 8, 13, 0.9],
    [4, 4, 20, 33, 0.6],
    [3, 1, 5, 16, 1.1],
  ])('%i rows, %i a model, ctx %i, vocab %i, nucleus %f', async (rows, rowsPerModel, ctx, vocab, nucleus) => {
    const draw = new Draw(vocab);
    const models = rows / rowsPerModel;
    const teacherRows = Math.max(1, rows - 1); // not a divisor: the teacher's rows come round again
    const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
    const logits = draw.floats(teacherRows * ctx * vocab, -2, 2);
    const tilt = draw.floats(models * vocab * vocab, -0.5, 0.5);
    const gamma = draw.floats(models, 1, 12);
    const target = draw.floats(rows * ctx * vocab);
    const out = await parity(sharpen, { logits, tokens, positions, gamma, tilt, target }, { rows, teacherRows, rowsPerModel, ctx, slots, vocab, nucleus }, { rtol: 2e-5, atol: 1e-6 });
    for (let at = 0; at < rows * ctx; at++) {
      const lo = positions[(at % ctx) * 4 + 2]!;
      const hi = positions[(at % ctx) * 4 + 3]!;
      const row = out.target.slice(at * vocab, (at + 1) * vocab);
      expectClose([row.reduce((a, b) => a + b, 0)], [lo === hi ? 0 : 1], `mass at ${at}`, { atol: 1e-5 });
      expect(row.every((v, i) => v === 0 || (i >= lo && i < hi))).toBe(true);
    }
  });

  it('cuts the nucleus before it sharpens, and breaks ties by index', async () => {
    // probabilities .4 .3 .2 .1: with nucleus .8 the first three stay; at gamma 2 they are squared
    const logits = [0.4, 0.3, 0.2, 0.1].map(Math.log);
    const run = (l: number[], nucleus: number, gamma: number) =>
      parity(sharpen, { logits: l, tokens: [0, 0], positions: [0, 1, 0, 4], gamma: [gamma], tilt: 16, target: 4 }, { rows: 1, teacherRows: 1, rowsPerModel: 1, ctx: 1, slots: 2, vocab: 4, nucleus });
    expectClose((await run(logits, 0.8, 2)).target, [16 / 29, 9 / 29, 4 / 29, 0], 'target');
    expectClose((await run([0, 0, 0, 0], 0.5, 3)).target, [0.5, 0.5, 0, 0], 'ties');
  });
});
