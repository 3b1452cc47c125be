import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

const tensors = new Map([
  ['a', { shape: [2, 3], data: Float32Array.of(1, -2, 3.5, 0, 1e-30, 7) }],
  ['b.weight', { shape: [1], data: Float32Array.of(4) }],
]);

describe('safetensors', () => {
  test('what is written is read back', () => {
    const r = readSafetensors(writeSafetensors(tensors, { id: 'x' }));
    expect(r.metadata).toEqual({ id: 'x' });
    expect([...r.tensors.keys()]).toEqual(['a', 'b.weight']);
    expect(r.tensors.get('a')).toEqual({ shape: [2, 3], data: tensors.get('a')!.data });
  });

  test('the header has the format every reader expects: 8-byte length, JSON padded to 8, then the data', () => {
    const bytes = writeSafetensors(tensors);
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    expect(length % 8).toBe(0);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<string, { dtype: string; data_offsets: number[] }>;
    expect(header.a).toMatchObject({ dtype: 'F32', data_offsets: [0, 24] });
    expect(bytes.length).toBe(8 + length + 28);
  });

  test('a file cut anywhere, or with any byte changed, gives tensors or an Error, never anything else', () => {
    const whole = writeSafetensors(tensors);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const bytes = cut ? whole.slice(0, at) : whole.slice();
        if (!cut) bytes[at] = byte;
        try {
          readSafetensors(bytes);
        } catch (e) {
          expect((e as Error).message).toMatch(/^safetensors: /);
        }
      }),
      { numRuns: 300 },
    );
    expect(() => readSafetensors(whole.slice(0, -1))).toThrow(/cut short/);
  });
});
