/** On the CPU twin nothing waits for a device, so long work would keep every message out: whoever does it lets them in between. Numbers are not touched. */

/** A macrotask: a message channel is not slowed down in hidden tabs as timers are. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const c = new MessageChannel();
    c.port1.onmessage = () => {
      c.port1.close();
      resolve();
    };
    c.port2.postMessage(null);
  });

/** How long messages wait at most, ms; a breath for each of many small steps would cost more than the steps. */
const HELD_MS = 40;

/** To be awaited in a loop: lets messages in when they have waited long enough. */
export function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < HELD_MS) return;
    await breathe();
    last = performance.now();
  };
}
