/** A way to take the graphics device from the page: code put before the worker's script, as training runs there and the page has no hand on it. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BrowserContext, Page, Worker } from '@playwright/test';

/** What the tests find in the worker. */
interface Hook {
  /** devices asked for so far */
  devices: number;
  /** destroys the device in place of the n-th submission from now on */
  destroyAfter(submissions: number): void;
  /** from now on there is no adapter */
  noAdapter(): void;
}

/* eslint-disable @typescript-eslint/unbound-method -- each is called with the object it was taken from */
function hook(): void {
  const state = { left: Infinity, devices: 0, adapter: true };
  let device: GPUDevice | undefined;
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    state.devices++;
    device = await requestDevice.call(this, descriptor);
    return device;
  };
  const { requestAdapter } = GPU.prototype;
  GPU.prototype.requestAdapter = function (options) {
    return state.adapter ? requestAdapter.call(this, options) : Promise.resolve(null);
  };
  const { submit } = GPUQueue.prototype;
  GPUQueue.prototype.submit = function (commands) {
    if (--state.left === 0) device?.destroy();
    return submit.call(this, commands);
  };
  const hooked: Hook = {
    get devices() {
      return state.devices;
    },
    destroyAfter: (n) => void (state.left = n),
    noAdapter: () => void (state.adapter = false),
  };
  Object.assign(globalThis, { hooked });
}
/* eslint-enable @typescript-eslint/unbound-method */

/** To be called before the page is opened. */
export async function hookDevices(context: BrowserContext): Promise<void> {
  await context.route('**/assets/worker-*.js', (route) => {
    const script = readFileSync(join('dist/assets', basename(new URL(route.request().url()).pathname)), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: `(${hook.toString()})();\n${script}` });
  });
}

const workerOf = (page: Page): Worker => page.workers()[0]!;

export const destroyAfter = (page: Page, submissions: number): Promise<void> => workerOf(page).evaluate((n) => (globalThis as unknown as { hooked: Hook }).hooked.destroyAfter(n), submissions);
export const noAdapter = (page: Page): Promise<void> => workerOf(page).evaluate(() => (globalThis as unknown as { hooked: Hook }).hooked.noAdapter());
export const devices = (page: Page): Promise<number> => workerOf(page).evaluate(() => (globalThis as unknown as { hooked: Hook }).hooked.devices);
