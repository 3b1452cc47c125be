/**
 * Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): random numbers as a function of
 * (key, counter), without state, so the GPU and the CPU draw the same bits in whatever order they get to a dialogue. The WGSL twin is philox.wgsl.
 */
const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;
const TWO_POW_MINUS_24 = 2 ** -24;

/** High 32 bits of a*b. Every partial sum is below 2^32, so int32 arithmetic that wraps is exact. */
function mulhi(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const mid = (Math.imul(ah, bl) + (Math.imul(al, bl) >>> 16)) | 0;
  const low = ((mid & 0xffff) + Math.imul(al, bh)) | 0;
  return (Math.imul(ah, bh) + (mid >>> 16) + (low >>> 16)) | 0;
}

/** Writes the four words of counter (c0..c3) under key (k0, k1) to out[0..3]. */
export function philox4x32(c0: number, c1: number, c2: number, c3: number, k0: number, k1: number, out: Uint32Array): void {
  let a = c0 | 0;
  let b = c1 | 0;
  let c = c2 | 0;
  let d = c3 | 0;
  let ka = k0 | 0;
  let kb = k1 | 0;
  for (let round = 0; round < 10; round++) {
    const na = mulhi(M1, c) ^ b ^ ka;
    const nc = mulhi(M0, a) ^ d ^ kb;
    b = Math.imul(M1, c);
    d = Math.imul(M0, a);
    a = na;
    c = nc;
    ka = (ka + W0) | 0;
    kb = (kb + W1) | 0;
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

const words = new Uint32Array(4);

/** Uniform in [0, 1) with 24 bits, hence exact in float32: key = (seed, stream), counter = (update, dialogue, slot, 0), first word. */
export function philoxUniform(seed: number, stream: number, update: number, dialogue: number, slot: number): number {
  philox4x32(update, dialogue, slot, 0, seed, stream, words);
  return (words[0]! >>> 8) * TWO_POW_MINUS_24;
}

/** Successive uniforms of one key, for set-up code on the CPU (initial weights, data sets): counter = (i, 0, 0, 0), all four words in order. */
export function philoxStream(seed: number, stream: number): () => number {
  const block = new Uint32Array(4);
  let i = 0;
  let used = 4;
  return () => {
    if (used === 4) {
      philox4x32(i++, 0, 0, 0, seed, stream, block);
      used = 0;
    }
    return (block[used++]! >>> 8) * TWO_POW_MINUS_24;
  };
}
