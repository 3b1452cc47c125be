/** The CPU twin's kernels in WebAssembly SIMD. Written in AssemblyScript in ./simd, where each says what it computes; ./simd-wasm.ts holds the compiled bytes. */
import { MATMUL_WASM } from './matmul-wasm.ts';
import { SIMD_WASM } from './simd-wasm.ts';

/** What a matrix product starts from: nothing, C itself, a row of biases, or biases plus another matrix of C's stride. */
export const START = { zero: 0, c: 1, bias: 2, biasAndRes: 3 } as const;

/** C[m,n] = start + A[m,k] B[k,n], k ascending, one rounding per multiply and per add. a, b, c, bias and res are byte offsets and strides are in bytes. */
type Product = (m: number, n: number, k: number, a: number, aStep: number, b: number, bRow: number, c: number, cRow: number, start: number, bias: number, res: number) => void;

/** Arguments named after a kernel's bindings are byte offsets of its float32 arrays in the backend's memory, the others the kernel's scalars. */
export interface Simd {
  /** A by rows, aStep apart */
  readonly mm: Product;
  /** A given as [k, m], rows of that aStep apart */
  readonly mmT: Product;
  gelu(x: number, y: number, n: number): void;
  geluBwd(x: number, dy: number, dx: number, n: number): void;
  attention(qkv: number, out: number, lse: number, p: number, rows: number, chunk: number, pos0: number, ctx: number, d: number, heads: number): void;
  attentionBwdQ(qkv: number, out: number, dout: number, lse: number, delta: number, dqkv: number, rows: number, ctx: number, d: number, heads: number): void;
  attentionBwdKV(qkv: number, dout: number, lse: number, delta: number, dqkv: number, rows: number, ctx: number, d: number, heads: number): void;
  /** stats 0: not wanted */
  layerNorm(x: number, params: number, modelOf: number, y: number, stats: number, rows: number, d: number, eps: number, stride: number, gamma: number, beta: number, perModel: number): void;
  layerNormBwdX(x: number, stats: number, params: number, modelOf: number, dy: number, dx: number, rows: number, d: number, stride: number, gamma: number, perModel: number, add: number): void;
  /** one model: x, stats and dy from its first row */
  layerNormBwdW(x: number, stats: number, dy: number, dgamma: number, dbeta: number, rows: number, d: number): void;
  /** y [n] = sums of the columns of x [rows, n] */
  columnSums(x: number, y: number, rows: number, n: number): void;
  /** to [n, k] = from [k, n] transposed */
  transpose(from: number, to: number, k: number, n: number): void;
  embed(
    tokens: number,
    positions: number,
    params: number,
    modelOf: number,
    x: number,
    rows: number,
    chunk: number,
    pos0: number,
    slots: number,
    d: number,
    stride: number,
    wte: number,
    wpe: number,
    perModel: number,
  ): void;
  /** one model: tokens and dx from its first row, grad its token table's */
  embedBwdToken(tokens: number, positions: number, dx: number, grad: number, rows: number, ctx: number, slots: number, d: number, vocab: number): void;
  /** one model */
  sumSquares(grads: number, partial: number, size: number, chunk: number): void;
  /** n parameters of one model; rest = 1 - beta, keep = 1 - learning rate * weight decay */
  adamw(
    grads: number,
    params: number,
    m: number,
    v: number,
    n: number,
    scale: number,
    lr: number,
    bc1: number,
    bc2: number,
    beta1: number,
    rest1: number,
    beta2: number,
    rest2: number,
    eps: number,
    keep: number,
  ): void;
  maskedLogprob(logits: number, tokens: number, positions: number, logprob: number, entropy: number, scratch: number, rows: number, ctx: number, slots: number, vocab: number): void;
  policyLoss(
    logits: number,
    tokens: number,
    positions: number,
    weight: number,
    advantage: number,
    oldRef: number,
    dlogits: number,
    terms: number,
    rows: number,
    ctx: number,
    slots: number,
    vocab: number,
    kind: number,
    clipLow: number,
    clipHigh: number,
    klBeta: number,
    entropyCoef: number,
  ): void;
  softLoss(logits: number, target: number, positions: number, weight: number, dlogits: number, terms: number, rows: number, ctx: number, vocab: number): void;
  /** one row of n logits: the token drawn, counted from the first; writes one log-probability and one collapse error */
  sampleRow(logits: number, n: number, temperature: number, u: number, logprob: number, collapse: number, scratch: number): number;
}

/** Bytes that must stay readable after the last buffer: kernels load whole vectors at the ends of rows. */
export const SIMD_SLACK = 64;

const decode = (base64: string) => new WebAssembly.Module(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
let compiled: WebAssembly.Module[] | undefined;

/** Throws where WebAssembly SIMD is missing (every browser since 2023 has it). */
export function instantiateSimd(memory: WebAssembly.Memory): Simd {
  compiled ??= [MATMUL_WASM, SIMD_WASM].map(decode);
  return Object.assign({}, ...compiled.map((m) => new WebAssembly.Instance(m, { env: { memory } }).exports)) as Simd;
}
