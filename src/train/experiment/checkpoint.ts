/**
 * The last good weights of an experiment's banks, kept on the device: a run that diverges is noticed only when its metrics are read, and by then its weights are gone. Two slots: a candidate, saved
 * now and then, replaces the good one as soon as a loss computed with it has been read and found finite.
 */
import type { Backend, Plan } from '../../gpu-kernels/core/backend.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';

export interface Checkpoints {
  /** updates after which the good weights stood */
  readonly good: number;
  /** Takes the weights after `update` updates as the next candidate, unless one is still waiting; `proven` = the last update whose metrics were read and are finite. */
  confirm(update: number, proven: number): void;
  /** The weights as they are now, after `update` updates, are the good ones. */
  reset(update: number): void;
  /** Puts the good weights back into the banks. */
  restore(): void;
}

export async function createCheckpoints(backend: Backend, banks: readonly Bank[]): Promise<Checkpoints> {
  const slots = await Promise.all(
    [0, 1].map(async (slot): Promise<{ save: Plan; load: Plan }> => {
      const copies = banks.map((b) => backend.alloc(`checkpoint ${slot}`, 'f32', b.params.length));
      const plan = (label: string, load: boolean) =>
        backend.record(`${label} ${slot}`, (rec) =>
          banks.forEach((b, i) => {
            if (load) rec.copy(copies[i]!, 0, b.params, 0, b.params.length);
            else rec.copy(b.params, 0, copies[i]!, 0, b.params.length);
          }),
        );
      return { save: await plan('save', false), load: await plan('load', true) };
    }),
  );
  slots[0]!.save.run();
  let current = 0;
  let good = 0;
  let candidate: number | null = null;
  return {
    get good() {
      return good;
    },
    confirm(update, proven) {
      if (candidate !== null && proven >= candidate) {
        good = candidate;
        current = 1 - current;
        candidate = null;
      }
      if (candidate === null && update > good) {
        slots[1 - current]!.save.run();
        candidate = update;
      }
    },
    reset(update) {
      slots[current]!.save.run();
      good = update;
      candidate = null;
    },
    restore: () => slots[current]!.load.run(),
  };
}
