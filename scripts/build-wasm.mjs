// Writes the CPU twin's WebAssembly SIMD: src/gpu-kernels/cpu/matmul-wasm.ts, the matrix product, assembled from the text this file generates, and
// src/gpu-kernels/cpu/simd-wasm.ts, all other kernels, compiled from the AssemblyScript in src/gpu-kernels/cpu/simd.
// Run it after changing either: node scripts/build-wasm.mjs (a unit test checks that the committed bytes are what it makes).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import wabt from 'wabt';

/** A register tile of `rows` x `cols` accumulators; multiply and add are separate (never relaxed or fused), k ascending: the bits are the same on every machine. */
function tile(rows, cols) {
  const vecs = cols === 8 ? [0, 1] : [0];
  const scalar = cols === 1;
  const T = scalar ? 'f32' : 'v128';
  const load = scalar ? 'f32.load' : 'v128.load';
  const store = scalar ? 'f32.store' : 'v128.store';
  const rs = [...Array(rows).keys()];
  const mul = scalar ? 'f32.mul' : 'f32x4.mul';
  const add = scalar ? 'f32.add' : 'f32x4.add';
  const zero = scalar ? '(f32.const 0)' : '(v128.const f32x4 0 0 0 0)';
  const cAddr = (r) => (r === 0 ? '(local.get $c)' : `(i32.add (local.get $c) (i32.mul (local.get $cRow) (i32.const ${r})))`);
  const locals =
    rs.flatMap((r) => vecs.map((v) => `(local $s${r}${v} ${T})`)).join(' ') + vecs.map((v) => ` (local $b${v} ${T})`).join('') + rs.map((r) => ` (local $a${r} i32)`).join('') + ` (local $x ${T})`;
  const init = (from) => rs.flatMap((r) => vecs.map((v) => `(local.set $s${r}${v} ${from(r, v)})`)).join('\n');
  const body = [
    ...vecs.map((v) => `(local.set $b${v} (${load} offset=${v * 16} (local.get $b)))`),
    ...rs.flatMap((r) => [
      `(local.set $x ${scalar ? `(f32.load (local.get $a${r}))` : `(v128.load32_splat (local.get $a${r}))`})`,
      `(local.set $a${r} (i32.add (local.get $a${r}) (local.get $aInner)))`,
      ...vecs.map((v) => `(local.set $s${r}${v} (${add} (local.get $s${r}${v}) (${mul} (local.get $x) (local.get $b${v}))))`),
    ]),
    '(local.set $b (i32.add (local.get $b) (local.get $bRow)))',
  ].join('\n');
  return `(func $t${rows}x${cols} (param $a i32)(param $aRow i32)(param $aInner i32)(param $b i32)(param $bRow i32)(param $c i32)(param $cRow i32)(param $k i32)(param $add i32) ${locals}
    (if (local.get $add) (then ${init((r, v) => `(${load} offset=${v * 16} ${cAddr(r)})`)}) (else ${init(() => zero)}))
    ${rs.map((r) => `(local.set $a${r} (i32.add (local.get $a) (i32.mul (local.get $aRow) (i32.const ${r}))))`).join('')}
    (if (local.get $k) (then (loop $l ${body} (br_if $l (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))))
    ${rs.flatMap((r) => vecs.map((v) => `(${store} offset=${v * 16} ${cAddr(r)} (local.get $s${r}${v}))`)).join('\n')})`;
}

/** All column tiles of one block of rows. */
function rowBlock(rows) {
  const loop = (cols) => `(block $out${cols} (loop $l${cols}
      (br_if $out${cols} (i32.gt_s (i32.add (local.get $j) (i32.const ${cols})) (local.get $n)))
      (call $t${rows}x${cols} (local.get $a) (local.get $aRow) (local.get $aInner) (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 2))) (local.get $bRow)
        (i32.add (local.get $c) (i32.shl (local.get $j) (i32.const 2))) (local.get $cRow) (local.get $k) (local.get $add))
      (local.set $j (i32.add (local.get $j) (i32.const ${cols}))) (br $l${cols})))`;
  return `(func $rows${rows} (param $n i32)(param $k i32)(param $a i32)(param $aRow i32)(param $aInner i32)(param $b i32)(param $bRow i32)(param $c i32)(param $cRow i32)(param $add i32) (local $j i32)
    ${[8, 4, 1].map(loop).join('\n')})`;
}

export function matmulWat() {
  const step = (rows) => `(block $out${rows} (loop $l${rows}
      (br_if $out${rows} (i32.gt_s (i32.add (local.get $i) (i32.const ${rows})) (local.get $m)))
      (call $rows${rows} (local.get $n) (local.get $k) (local.get $a) (local.get $aRow) (local.get $aInner) (local.get $b) (local.get $bRow) (local.get $c) (local.get $cRow) (local.get $add))
      (local.set $i (i32.add (local.get $i) (i32.const ${rows})))
      (local.set $a (i32.add (local.get $a) (i32.mul (local.get $aRow) (i32.const ${rows}))))
      (local.set $c (i32.add (local.get $c) (i32.mul (local.get $cRow) (i32.const ${rows}))))
      (br $l${rows})))`;
  return `(module (import "env" "memory" (memory 1 65536))
  ${[4, 1].flatMap((r) => [8, 4, 1].map((c) => tile(r, c))).join('\n')}
  ${[4, 1].map(rowBlock).join('\n')}
  (func (export "mm") (param $m i32)(param $n i32)(param $k i32)(param $a i32)(param $aRow i32)(param $aInner i32)(param $b i32)(param $bRow i32)(param $c i32)(param $cRow i32)(param $add i32) (local $i i32)
    ${step(4)} ${step(1)}))`;
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
