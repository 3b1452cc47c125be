import { describe, expect, it } from 'vitest';
import { philox4x32, philoxStream, philoxUniform } from './philox.ts';

const words = (ctr: readonly number[], key: readonly number[]): string[] => {
  const out = new Uint32Array(4);
  philox4x32(ctr[0]!, ctr[1]!, ctr[2]!, ctr[3]!, key[0]!, key[1]!, out);
  return [...out].map((w) => w.toString(16).padStart(8, '0'));
};

/** the textbook definition in exact integers, against which the 16-bit halves are held */
function slow(ctr: readonly number[], key: readonly number[]): bigint[] {
  let [a, b, c, d] = ctr.map(BigInt) as [bigint, bigint, bigint, bigint];
  let [ka, kb] = key.map(BigInt) as [bigint, bigint];
  const low = (x: bigint) => x & 0xffffffffn;
  for (let r = 0; r < 10; r++) {
    const p0 = 0xd2511f53n * a;
    const p1 = 0xcd9e8d57n * c;
    [a, b, c, d] = [(p1 >> 32n) ^ b ^ ka, low(p1), (p0 >> 32n) ^ d ^ kb, low(p0)];
    ka = low(ka + 0x9e3779b9n);
    kb = low(kb + 0xbb67ae85n);
  }
  return [a, b, c, d];
}

describe('Philox4x32-10', () => {
  it('gives the published known answers', () => {
    expect(words([0, 0, 0, 0], [0, 0])).toEqual(['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']);
    const ones = 0xffffffff;
    expect(words([ones, ones, ones, ones], [ones, ones])).toEqual(['408f276d', '41c83b0e', 'a20bc7c6', '6d5451fd']);
    expect(words([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toEqual(['d16cfe09', '94fdcceb', '5001e420', '24126ea1']);
  });

  it('agrees with exact integer arithmetic on a thousand counters', () => {
    const out = new Uint32Array(4);
    const next = philoxStream(9, 9);
    const word = () => Math.floor(next() * 2 ** 24) * 256 + Math.floor(next() * 256);
    for (let i = 0; i < 1000; i++) {
      const v = [word(), word(), word(), word(), word(), word()];
      philox4x32(v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!, out);
      expect([...out].map(BigInt)).toEqual(slow(v.slice(0, 4), v.slice(4)));
    }
  });

  it('draws uniforms from the counter (update, dialogue, slot, 0)', () => {
    expect(philoxUniform(0, 0, 0, 0, 0)).toBe((0x6627e8d5 >>> 8) / 2 ** 24);
    const out = new Uint32Array(4);
    philox4x32(3, 4, 5, 0, 1, 2, out);
    expect(philoxUniform(1, 2, 3, 4, 5)).toBe((out[0]! >>> 8) / 2 ** 24);
    expect(Math.fround(philoxUniform(1, 2, 3, 4, 5))).toBe(philoxUniform(1, 2, 3, 4, 5));
  });

  it('streams use all four words of counter (i, 0, 0, 0) and look uniform', () => {
    const next = philoxStream(0, 0);
    expect([next(), next(), next(), next()].map((u) => u * 2 ** 24)).toEqual([0x6627e8, 0xe169c5, 0xbc57ac, 0x9b00db]);
    const bins = new Array<number>(16).fill(0);
    const draw = philoxStream(7, 1);
    for (let i = 0; i < 16000; i++) bins[Math.floor(draw() * 16)]!++;
    // chi-squared with 15 degrees of freedom: 37.7 is its 0.1 % point; the draw is fixed, so this cannot flake
    expect(bins.reduce((s, n) => s + (n - 1000) ** 2 / 1000, 0)).toBeLessThan(37.7);
  });
});
