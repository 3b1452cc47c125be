/** Reading from a run that trains: once the updates on hand are done, and never waiting for a run that is over. */
import type { Runner } from './runner.ts';

/** Settled when nothing can be read from a run any more. */
export interface Over {
  readonly promise: Promise<null>;
  settle(): void;
}

export function notYetOver(): Over {
  let settle = (): void => {};
  const promise = new Promise<null>((resolve) => (settle = () => resolve(null)));
  return { promise, settle: () => settle() };
}

/** null without a run, while it is being prepared, and when it ends first. */
export function readBetween<T>(run: { readonly runner: Runner | null; readonly over: Over } | null, read: () => Promise<T>): Promise<T | null> {
  const runner = run?.runner;
  if (!run || !runner) return Promise.resolve(null);
  const done = new Promise<T>((resolve, reject) => {
    runner.betweenUpdates(() => read().then(resolve, (e: unknown) => reject(e instanceof Error ? e : new Error(String(e)))));
  });
  return Promise.race([done, run.over.promise]);
}
