/** What went wrong with a language model, told apart by what the visitor can do about it. The library throws plain errors, so their words decide. */
import type { FaultKind } from './protocol.ts';

const KINDS: readonly (readonly [FaultKind, RegExp])[] = [
  ['memory', /out of memory|allocat|device (was |is )?lost|DeviceLost|oom\b|quota/i],
  ['device', /shader-f16|maxStorageBuffer|maxComputeWorkgroup|required limit|not supported|compatible GPU|WebGPU|requestDevice|adapter/i],
  ['network', /fetch|network|ERR_|status|Cache|load failed|timed? ?out|integrity/i],
];

export function faultOf(e: unknown): { readonly kind: FaultKind; readonly message: string } {
  const message = e instanceof Error ? e.message : String(e);
  return { kind: KINDS.find(([, words]) => words.test(message))?.[0] ?? 'other', message };
}
