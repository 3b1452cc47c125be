/** The whole state of an experiment between two updates, so that a run can go on later, elsewhere, with the same bits: everything else follows from settings, seeds and the update's number. */
import type { Backend, Buf } from '../../gpu-kernels/core/backend.ts';

/** One buffer that training carries from update to update. */
export interface StateBuffer {
  readonly name: string;
  readonly buf: Buf<'f32'>;
}

export interface SavedState {
  /** updates done */
  readonly update: number;
  /** updates of the last evaluation and of the last measurement of the theory; null when there was none */
  readonly evaluated: number | null;
  readonly measured: number | null;
  readonly buffers: Readonly<Record<string, Float32Array<ArrayBuffer>>>;
}

export async function readState(backend: Backend, buffers: readonly StateBuffer[]): Promise<Record<string, Float32Array<ArrayBuffer>>> {
  const data = await backend.readAll(buffers.map((b) => b.buf));
  return Object.fromEntries(buffers.map(({ name }, i) => [name, data[i]!]));
}

/** False for a state that training has just ruined: its metrics would only tell with the next update. */
export const allFinite = ({ buffers }: SavedState): boolean => Object.values(buffers).every((data) => data.every(Number.isFinite));

/** Throws, naming the buffer, when the state is not one of this experiment; nothing is written then. */
export function writeState(backend: Backend, buffers: readonly StateBuffer[], saved: Readonly<Record<string, Float32Array>>): void {
  const names = buffers.map((b) => b.name);
  const extra = Object.keys(saved).find((name) => !names.includes(name));
  if (extra !== undefined) throw new Error(`checkpoint: ${extra} is not part of this experiment`);
  for (const { name, buf } of buffers) {
    const data = saved[name];
    if (!data) throw new Error(`checkpoint: ${name} is missing`);
    if (data.length !== buf.length) throw new Error(`checkpoint: ${name} has ${data.length} numbers, this experiment needs ${buf.length}`);
    if (!data.every(Number.isFinite)) throw new Error(`checkpoint: ${name} holds a number that is not finite`);
  }
  for (const { name, buf } of buffers) backend.write(buf, saved[name]!);
}
