// Writes the CPU twin's WebAssembly SIMD: src/gpu-kernels/cpu/matmul-wasm.ts, the matrix product, assembled from the text this file generates, and
// src/gpu-kernels/cpu/simd-wasm.ts, all other kernels, compiled from the AssemblyScript in src/gpu-kernels/cpu/simd.
// Run it after changing either: node scripts/build-wasm.mjs (a unit test checks that the committed bytes are what it makes).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import wabt from 'wabt';

/** rows of the register tiles, tallest first: 5 x 8 floats is what fits V8's 15 vector registers, the others finish what is left of m */
const TILE_ROWS = [5, 4, 2, 1];

/**
 * A tile of `rows` x 8 accumulators; multiply and add are separate (never relaxed or fused), k ascending: the bits are the same on every machine. Not unrolled
 * along k: V8 then moves all loads of a round to its start and spills registers (measured: 50 GFLOP/s like this, 33 unrolled).
 * `cols` columns are stored; those past them are computed from whatever lies there and dropped.
 * A either by rows (its elements along k are neighbours, its rows aStep bytes apart) or transposed (its rows are neighbours, its elements along k aStep apart):
 * one stride fewer in registers is worth a fifth of the speed.
 */
function tile(rows, transposed) {
  const rs = [...Array(rows).keys()];
  const vecs = [0, 1];
  const row = (of, r) => (r === 0 ? `(local.get $${of})` : `(i32.add (local.get $${of}) (i32.mul (local.get $cRow) (i32.const ${r})))`);
  const locals = `${rs.flatMap((r) => vecs.map((v) => `(local $s${r}${v} v128)`)).join(' ')} (local $b0 v128) (local $b1 v128) (local $x v128) ${rs.map((r) => `(local $a${r} i32)`).join(' ')}`;
  const at = (r) => (transposed ? `offset=${r * 4} (local.get $a)` : `(local.get $a${r})`);
  const bump = (p, by) => `(local.set $${p} (i32.add (local.get $${p}) ${by}))`;
  const init = (from) => rs.flatMap((r) => vecs.map((v) => `(local.set $s${r}${v} ${from(r, v * 16)})`)).join('\n');
  const load = (of, r, o) => `(v128.load offset=${o} ${row(of, r)})`;
  const bias = (o) => `(v128.load offset=${o} (local.get $bias))`;
  const start = [
    [1, (r, o) => load('c', r, o)],
    [2, (_, o) => bias(o)],
    [3, (r, o) => `(f32x4.add ${load('res', r, o)} ${bias(o)})`],
  ].map(([mode, from]) => `(if (i32.eq (local.get $start) (i32.const ${mode})) (then ${init(from)}))`);
  const body = [
    ...vecs.map((v) => `(local.set $b${v} (v128.load offset=${v * 16} (local.get $b)))`),
    ...rs.flatMap((r) => [
      `(local.set $x (v128.load32_splat ${at(r)}))`,
      transposed ? '' : bump(`a${r}`, '(i32.const 4)'),
      ...vecs.map((v) => `(local.set $s${r}${v} (f32x4.add (local.get $s${r}${v}) (f32x4.mul (local.get $x) (local.get $b${v}))))`),
    ]),
    transposed ? bump('a', '(local.get $aStep)') : '',
    bump('b', '(local.get $bRow)'),
  ].join('\n');
  return `(func $t${rows}${transposed ? 't' : ''} (param $k i32)(param $a i32)(param $aStep i32)(param $b i32)(param $bRow i32)(param $c i32)(param $cRow i32)(param $cols i32)(param $start i32)(param $bias i32)(param $res i32) ${locals}
    ${start.join('\n')}
    ${transposed ? '' : rs.map((r) => `(local.set $a${r} (i32.add (local.get $a) (i32.mul (local.get $aStep) (i32.const ${r}))))`).join('')}
    (if (local.get $k) (then (loop $l ${body} (br_if $l (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))))
    (if (i32.ge_s (local.get $cols) (i32.const 8))
      (then ${rs.flatMap((r) => vecs.map((v) => `(v128.store offset=${v * 16} ${row('c', r)} (local.get $s${r}${v}))`)).join('\n')})
      (else ${rs.map((r) => `(call $part ${row('c', r)} (local.get $s${r}0) (local.get $s${r}1) (local.get $cols))`).join('\n')})))`;
}

/** Stores the first `cols` (1 to 7) of 8 lanes. */
function partialStore() {
  const lanes = [...Array(7).keys()].map(
    (i) => `(br_if $out (i32.le_s (local.get $cols) (i32.const ${i}))) (v128.store32_lane offset=${i * 4} ${i % 4} (local.get $c) (local.get $${i < 4 ? 'v' : 'w'}))`,
  );
  return `(func $part (param $c i32)(param $v v128)(param $w v128)(param $cols i32) (block $out ${lanes.join('\n')}))`;
}

/** One product: rows of tiles from the top, each row of tiles over all columns. */
function product(name, transposed) {
  const get = (names) => names.map((n) => `(local.get $${n})`).join(' ');
  const column = (of) => `(i32.add (local.get $${of}) (i32.shl (local.get $j) (i32.const 2)))`;
  const down = (p, bytes) => `(local.set $${p} (i32.add (local.get $${p}) ${bytes}))`;
  const rowsOfTiles = (rows) => `(block $out${rows} (loop $i${rows}
      (br_if $out${rows} (i32.lt_s (local.get $m) (i32.const ${rows})))
      (local.set $j (i32.const 0))
      (loop $j${rows}
        (call $t${rows}${transposed ? 't' : ''} ${get(['k', 'a', 'aStep'])} ${column('b')} (local.get $bRow) ${column('c')} (local.get $cRow) (i32.sub (local.get $n) (local.get $j))
          (local.get $start) ${column('bias')} ${column('res')})
        (br_if $j${rows} (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 8))) (local.get $n))))
      (local.set $m (i32.sub (local.get $m) (i32.const ${rows})))
      ${down('a', transposed ? `(i32.const ${rows * 4})` : `(i32.mul (local.get $aStep) (i32.const ${rows}))`)}
      ${['c', 'res'].map((p) => down(p, `(i32.mul (local.get $cRow) (i32.const ${rows}))`)).join(' ')}
      (br $i${rows})))`;
  const params = ['m', 'n', 'k', 'a', 'aStep', 'b', 'bRow', 'c', 'cRow', 'start', 'bias', 'res'].map((p) => `(param $${p} i32)`).join('');
  return `(func (export "${name}") ${params} (local $j i32) ${TILE_ROWS.map(rowsOfTiles).join('\n')})`;
}

/**
 * mm: C[m,n] = start + A[m,k] B[k,n], mmT the same with A given as [k,m]; all strides in bytes. start 0: zero, 1: C itself, 2: the row `bias` [n], 3: bias plus
 * `res`, which has C's stride. Reads up to 28 bytes past the ends of B, C, bias and res.
 */
export function matmulWat() {
  const tiles = [false, true].flatMap((transposed) => TILE_ROWS.map((rows) => tile(rows, transposed)));
  return `(module (import "env" "memory" (memory 1 65536)) ${partialStore()} ${tiles.join('\n')} ${product('mm', false)} ${product('mmT', true)})`;
}

export async function matmulBytes() {
  const w = await wabt();
  const module = w.parseWat('matmul.wat', matmulWat(), { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  return buffer;
}

/** No runtime, no memory of its own: pure functions over addresses in the backend's memory. */
const ASC_OPTIONS = '-O3 --converge --noAssert --runtime stub --importMemory --noExportMemory --initialMemory 1 --maximumMemory 65536 --enable simd'.split(' ');

export async function simdBytes() {
  const folder = new URL('../src/gpu-kernels/cpu/simd/', import.meta.url);
  /** @type {Uint8Array | undefined} */
  let bytes;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'simd.wasm', ...ASC_OPTIONS], {
    readFile: (name) => {
      const file = new URL(name, folder);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    },
    writeFile: (name, contents) => {
      if (name === 'simd.wasm' && typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`AssemblyScript: ${error?.message}\n${stderr.toString()}`);
  return bytes;
}

/** @param {string} name @param {string} constant @param {Uint8Array} bytes */
function write(name, constant, bytes) {
  const file = fileURLToPath(new URL(`../src/gpu-kernels/cpu/${name}`, import.meta.url));
  writeFileSync(file, `// Made by scripts/build-wasm.mjs (${bytes.length} bytes of WebAssembly); do not edit.\nexport const ${constant} =\n  '${Buffer.from(bytes).toString('base64')}';\n`);
  console.error(`${file}: ${bytes.length} bytes`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  write('matmul-wasm.ts', 'MATMUL_WASM', await matmulBytes());
  write('simd-wasm.ts', 'SIMD_WASM', await simdBytes());
}
