/** Ctrl+C, or another request to end, during a command that keeps nothing of what it has begun. */
import { progressLine } from './progress.ts';

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs `work`; when a person stops it meanwhile, says so in one line and leaves with the code of the signal. */
export async function stoppable<T>(kept: string, work: () => Promise<T>): Promise<T> {
  const handlers = (Object.keys(CODES) as (keyof typeof CODES)[]).map((signal) => {
    const stop = (): void => {
      progressLine().end();
      process.stderr.write(`thaw: stopped; ${kept}\n`);
      process.exit(CODES[signal]);
    };
    process.once(signal, stop);
    return [signal, stop] as const;
  });
  try {
    return await work();
  } finally {
    for (const [signal, stop] of handlers) process.off(signal, stop);
  }
}
