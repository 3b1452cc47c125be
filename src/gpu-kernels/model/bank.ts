import type { Backend, Buf } from '../core/backend.ts';
import type { ModelShape, ParamLayout } from './layout.ts';
import { paramLayout } from './layout.ts';

/** Several models of one shape, stacked: params [models, layout.size]. */
export interface Bank {
  readonly shape: ModelShape;
  readonly layout: ParamLayout;
  readonly models: number;
  readonly params: Buf<'f32'>;
}

/** Makes a bank; `weights` holds one model's flat parameters each, repeated in turn when there are fewer of them than models. */
export function createBank(backend: Backend, label: string, shape: ModelShape, models: number, weights: readonly Float32Array[], decays?: (name: string) => boolean): Bank {
  const layout = paramLayout(shape, decays);
  const params = backend.alloc(`${label} params`, 'f32', models * layout.size);
  for (let m = 0; m < models; m++) {
    const w = weights[m % weights.length];
    if (!w) continue;
    if (w.length !== layout.size) throw new Error(`${label}: ${w.length} parameters, its shape has ${layout.size}`);
    backend.write(params, w, m * layout.size);
  }
  return { shape, layout, models, params };
}

/** The shape the parameters are stored in; the bank may read fewer positions. */
export const storedShape = ({ shape, layout }: Bank): ModelShape => ({ ...shape, ctx: layout.tensors.get('wpe')!.shape[0]! });

/** The same models, read over sequences of `ctx` positions: one bank can serve readings of different lengths. The parameters are shared, not copied. */
export function withContext(bank: Bank, ctx: number): Bank {
  const { ctx: room } = storedShape(bank);
  if (ctx > room) throw new Error(`a reading of ${ctx} positions, the network has ${room}`);
  return { ...bank, shape: { ...bank.shape, ctx } };
}

/** Which model each block of `perModel` consecutive rows uses. */
export interface Routing {
  readonly modelOf: Buf<'u32'>;
  readonly perModel: number;
}

/** Routes block i to model `models[i]`. */
export function createRouting(backend: Backend, label: string, perModel: number, models: readonly number[]): Routing {
  return { modelOf: backend.alloc(`${label} routing`, 'u32', models.length, models), perModel };
}

/** 0, 1, ... n-1: model m owns the m-th block. */
export const inOrder = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
