/** Seeded inputs, the same in a page, in Node and on every machine. */
import { philoxStream } from '../random/philox.ts';

export class Draw {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = philoxStream(seed, 0x7e57);
  }
  /** n floats, uniform in [lo, hi) */
  floats(n: number, lo = -1, hi = 1): Float32Array {
    return Float32Array.from({ length: n }, () => lo + (hi - lo) * this.next());
  }
  /** n integers in [0, below) */
  ints(n: number, below: number): Uint32Array {
    return Uint32Array.from({ length: n }, () => Math.floor(this.next() * below));
  }
}

/**
 * Position table [ctx, 4] = {input slot, target slot, lo, hi} and tokens [rows, slots] whose targets lie in their ranges. Position 0 predicts nothing
 * (lo = hi), position 1 has a single choice, the others have ranges of every length inside the vocabulary.
 */
export function positionTable(draw: Draw, rows: number, ctx: number, vocab: number): { positions: Uint32Array; tokens: Uint32Array; slots: number } {
  const slots = ctx + 2;
  const positions = new Uint32Array(ctx * 4);
  const tokens = draw.ints(rows * slots, vocab);
  for (let t = 0; t < ctx; t++) {
    const lo = draw.ints(1, vocab - 1)[0]!;
    const hi = t === 0 ? lo : t === 1 ? lo + 1 : t === 2 ? vocab : lo + 1 + draw.ints(1, vocab - lo)[0]!;
    positions.set([t, t + 1, lo, hi], t * 4);
    if (hi > lo) for (let r = 0; r < rows; r++) tokens[r * slots + t + 1] = lo + draw.ints(1, hi - lo)[0]!;
  }
  return { positions, tokens, slots };
}
