import { describe, expect, it } from 'vitest';
import { philoxUniform } from '../../random/philox.ts';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { drawVerbalized } from './kernel.ts';

const seeds = [11, 0xffffffff];
const values = [0, 0.1, 0.2, 0.5, 1];
// vocabulary: answers 2..6, buckets 7..11
const shape = { equal: 0, bucketLo: 7, vocab: 12, lo: 2, hi: 7, slots: 3, slot: 1, ctx: 2, pos: 1, stream: 4, temperature: 1 };
const bucket = (v: number): number => shape.bucketLo + values.indexOf(v);
const WIDTH = shape.vocab + 1;

/** One row a list, each of (candidate, probability) pairs; the direct answer is 6 everywhere, from logits that favour it. */
async function drawFrom(lists: [number, number][][], over: { equal?: number; temperature?: number; alive?: number[] } = {}) {
  const rows = lists.length;
  const k = lists[0]!.length;
  const listSlots = 1 + 2 * k;
  const { alive = new Array<number>(rows).fill(1), ...rest } = over;
  const s = { ...shape, ...rest, rows, k, listSlots, first: 1, perSeed: Math.ceil(rows / 2) };
  const flat = lists.flatMap((l) => [99, ...l.flatMap(([c, p]) => [c, bucket(p)])]);
  const direct = Float32Array.from({ length: rows * shape.vocab }, (_, i) => (i % shape.vocab === 6 ? Math.log(6) : 0));
  const tokens = new Uint32Array(rows * 3).fill(6);
  const out = await parity(drawVerbalized, { lists: flat, values, direct, alive, clock: [42], seeds, tokens, induced: new Float32Array(rows * 2 * WIDTH).fill(9) }, s);
  return {
    token: (r: number) => out.tokens[r * 3 + 1]!,
    tokens: out.tokens,
    induced: (r: number) => [...out.induced.slice((r * 2 + 1) * WIDTH, (r * 2 + 2) * WIDTH)],
    u: (r: number) => philoxUniform(seeds[Math.floor(r / s.perSeed)]!, s.stream, 42, r % s.perSeed, s.slot),
  };
}

describe('draw-verbalized', () => {
  it('draws by the stated probabilities, which need not sum to 1, in the order of the list', async () => {
    // 0.5 + 0.2 + 0.1 = 0.8: the list means 5/8, 2/8, 1/8
    const rows = 300;
    const d = await drawFrom(
      Array.from({ length: rows }, () => [
        [4, 0.5],
        [2, 0.2],
        [5, 0.1],
      ]),
    );
    for (let r = 0; r < rows; r++) {
      const u = d.u(r);
      expect(d.token(r)).toBe(u < 5 / 8 ? 4 : u < 7 / 8 ? 2 : 5);
      expectClose(d.induced(r), [0, 0, 2 / 8, 0, 5 / 8, 1 / 8, 0, 0, 0, 0, 0, 0, 0], 'induced');
    }
    // only the slot decided is written
    expect(d.tokens.filter((_, i) => i % 3 !== 1).every((t) => t === 6)).toBe(true);
  });

  it('draws every candidate alike when so wished, one of probability 0 never by probability', async () => {
    const list: [number, number][] = [
      [3, 0],
      [4, 1],
      [2, 0],
    ];
    const lists = Array.from({ length: 60 }, () => list);
    const prob = await drawFrom(lists);
    const equal = await drawFrom(lists, { equal: 1 });
    for (let r = 0; r < 60; r++) {
      expect(prob.token(r)).toBe(4);
      expect(equal.token(r)).toBe([3, 4, 2][Math.floor(equal.u(r) * 3)]);
      expectClose(equal.induced(r), [0, 0, 1 / 3, 1 / 3, 1 / 3, 0, 0, 0, 0, 0, 0, 0, 0], 'induced');
    }
  });

  it('a list that repeats a candidate or holds nothing but zeros is malformed: the direct answer and its distribution stand', async () => {
    const d = await drawFrom([
      [
        [3, 0.5],
        [4, 0.2],
        [3, 0.1],
      ],
      [
        [3, 0],
        [4, 0],
        [5, 0],
      ],
      [
        [3, 0.5],
        [4, 0],
        [5, 0],
      ],
    ]);
    expect([d.token(0), d.token(1), d.token(2)]).toEqual([6, 6, 3]);
    for (const r of [0, 1]) expectClose(d.induced(r), [0, 0, 0.1, 0.1, 0.1, 0.1, 0.6, 0, 0, 0, 0, 0, 1], 'fallback');
    expect(d.induced(2)[12]).toBe(0);
    const warm = await drawFrom([[[3, 0]]], { temperature: 2, equal: 1 });
    expectClose(
      warm.induced(0).slice(2, 7),
      [1, 1, 1, 1, Math.sqrt(6)].map((x) => x / (4 + Math.sqrt(6))),
      'tempered',
    );
  });

  it('leaves the token of a dialogue that is over', async () => {
    const d = await drawFrom([[[3, 1]], [[3, 1]]], { alive: [0, 1] });
    expect([d.token(0), d.token(1)]).toEqual([6, 3]);
  });

  it.each([
    [1, 1],
    [70, 2],
    [33, 5],
  ])('%i rows, %i candidates, lists of any kind', async (rows, k) => {
    const draw = new Draw(rows);
    const lists = Array.from({ length: rows }, () => Array.from({ length: k }, (): [number, number] => [2 + draw.ints(1, 5)[0]!, values[draw.ints(1, 5)[0]!]!]));
    const d = await drawFrom(lists);
    lists.forEach((list, r) => {
      const malformed = new Set(list.map(([c]) => c)).size < k || list.every(([, p]) => p === 0);
      expect(d.induced(r)[12]).toBe(malformed ? 1 : 0);
      if (malformed) expect(d.token(r)).toBe(6);
      else expect(list.some(([c, p]) => c === d.token(r) && p > 0)).toBe(true);
      expectClose(
        [
          d
            .induced(r)
            .slice(0, 12)
            .reduce((a, b) => a + b, 0),
        ],
        [1],
        'mass',
      );
    });
  });
});
