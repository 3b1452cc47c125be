/** What verbalized lists are worth: the distance of what they induce from the base simulator P at the same histories, exactly (Proposition 3.7: TV(p_VS, P) <= eta). */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { LIST_QUALITY, listQuality } from '../../gpu-kernels/kernels/list-quality/kernel.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import type { Rollout } from '../../sim/rollout.ts';

export interface ListQuality {
  /** [rows*ctx, 3] as LIST_QUALITY, at the positions of the user's direct reading; 0 after the end */
  readonly quality: Buf<'f32'>;
  /** columns of `quality` */
  readonly columns: number;
  /** After the dialogues. */
  record(rec: Recorder): void;
}

/** For a rollout whose user verbalizes; `base` holds the parameters of P. Null for any other rollout. */
export function createListQuality(backend: Backend, rollout: Rollout, base?: Float32Array): ListQuality | null {
  const { user, lists, rows, slots, tokens } = rollout;
  if (!user || !lists) return null;
  if (!base) throw new Error('verbalized lists are held against the base simulator, which was not loaded');
  const { shape } = user.player.bank;
  const { ctx } = user.reading;
  const { vocab } = shape;
  const bank = createBank(backend, 'base simulator', shape, 1, [base]);
  const route = createRouting(backend, 'base simulator', rows, [0]);
  const decode = createDecodeBuffers(backend, 'base simulator', shape, rows, ctx, ctx);
  const columns = LIST_QUALITY.length;
  const quality = backend.alloc('list quality', 'f32', rows * ctx * columns);
  return {
    quality,
    columns,
    record(rec) {
      recordChunk(rec, bank, route, decode, { tokens, slots, positions: user.positions }, 0, ctx, 'all');
      rec.run(listQuality, { induced: lists.induced, logits: decode.logits, positions: user.positions, active: user.active, quality }, { rows, ctx, vocab });
    },
  };
}
