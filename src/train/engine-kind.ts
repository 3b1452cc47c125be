/** A run only goes on with the engine it began on: another one would give it other numbers half-way. */
import type { EngineInfo } from './protocol.ts';

const kind = (e: EngineInfo): string => (e.backend === 'cpu' ? 'the CPU twin' : `WebGPU (${e.name})`);

/** Why a run that began on one engine cannot go on with another; null when it can. The CPU twin is everywhere and the same. */
export function otherEngine(began: EngineInfo | null | undefined, now: EngineInfo): string | null {
  if (began?.backend !== 'webgpu' || (now.backend === 'webgpu' && now.name === began.name)) return null;
  return `It was computed with ${kind(began)}; this page computes with ${kind(now)}, which would give it other numbers half-way.`;
}
