/** All checks in turn. Each says what it found before the next begins, and lets messages in between. */
import type { Backend } from '../core/backend.ts';
import type { CheckResult, FolderChecks } from './check.ts';
import { runCheck } from './check.ts';
import { dialogueChecks } from './dialogues.ts';
import { layerChecks } from './layers.ts';
import { trainingChecks } from './training.ts';

/** one entry a folder of src/gpu-kernels/kernels */
export const SUITE: readonly FolderChecks[] = [...layerChecks, ...dialogueChecks, ...trainingChecks];

export interface SuiteEvents {
  readonly onResult: (result: CheckResult, done: number, of: number) => void;
  readonly aborted?: () => boolean;
}

/** Resolves false when it was stopped. `makeBackend` makes backends of the device under test. */
export async function runSuite(makeBackend: () => Backend, { onResult, aborted }: SuiteEvents, suite: readonly FolderChecks[] = SUITE): Promise<boolean> {
  const all = (await Promise.all(suite.map(async (f) => (await f.make()).map((check) => ({ folder: f.folder, check }))))).flat();
  for (const [i, { folder, check }] of all.entries()) {
    if (aborted?.()) return false;
    onResult(await runCheck(folder, check, makeBackend), i + 1, all.length);
    await new Promise<void>((resolve) => setTimeout(() => resolve(), 0));
  }
  return true;
}
