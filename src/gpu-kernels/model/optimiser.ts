import type { Backend, Buf, Recorder } from '../core/backend.ts';
import { adamw, gradScale, NORM_CHUNK, sumSquares } from '../kernels/adamw/kernel.ts';
import type { Bank } from './bank.ts';

export interface AdamWSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly weightDecay: number;
  /** largest global gradient norm; 0 = no clipping */
  readonly gradClip: number;
}

/** AdamW's state for every model of a bank. */
export interface Optimiser {
  readonly settings: AdamWSettings;
  readonly m: Buf<'f32'>;
  readonly v: Buf<'f32'>;
  readonly partial: Buf<'f32'>;
  /** [models, 2] = {clip factor, gradient norm} of the last step */
  readonly scale: Buf<'f32'>;
  /** [4] = {learning rate, 1 - beta1^t, 1 - beta2^t, unused} */
  readonly optim: Buf<'f32'>;
}

export function createOptimiser(backend: Backend, label: string, bank: Bank, settings: AdamWSettings): Optimiser {
  const n = bank.models * bank.layout.size;
  const f32 = (name: string, length: number) => backend.alloc(`${label} ${name}`, 'f32', length);
  return { settings, m: f32('m', n), v: f32('v', n), partial: f32('norm', bank.models * Math.ceil(bank.layout.size / NORM_CHUNK)), scale: f32('scale', bank.models * 2), optim: f32('optim', 4) };
}

/** Records one step from `grads`. The host calls `setStep` before each run of the plan. */
export function recordAdamW(rec: Recorder, bank: Bank, grads: Buf<'f32'>, o: Optimiser): void {
  const { models, layout } = bank;
  const chunks = Math.ceil(layout.size / NORM_CHUNK);
  rec.run(sumSquares, { grads, partial: o.partial }, { models, size: layout.size, chunks });
  rec.run(gradScale, { partial: o.partial, scale: o.scale }, { models, chunks, clip: o.settings.gradClip });
  rec.run(
    adamw,
    { grads, scale: o.scale, optim: o.optim, params: bank.params, m: o.m, v: o.v },
    { models, size: layout.size, decayEnd: layout.decayEnd, beta1: o.settings.beta1, beta2: o.settings.beta2, eps: o.settings.eps, weightDecay: o.settings.weightDecay },
  );
}

/** Writes what step t (from 1) needs; beta^t by repeated multiplication, the same on every machine. */
export function setStep(backend: Backend, o: Optimiser, t: number, learningRate: number): void {
  backend.write(o.optim, [learningRate, 1 - power(o.settings.beta1, t), 1 - power(o.settings.beta2, t), 0]);
}

/** b^t by squaring, t a whole number: Math.pow may differ between engines. */
function power(b: number, t: number): number {
  let out = 1;
  for (let base = b, e = t; e > 0; e = Math.floor(e / 2), base *= base) if (e % 2 === 1) out *= base;
  return out;
}
