import { defineConfig } from '@playwright/test';
import { findChrome, howToInstall } from './scripts/find-chrome.mjs';

const executablePath = findChrome();
if (!executablePath) throw new Error(howToInstall());

const port = Number(process.env.PORT ?? 4173);
const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const withoutGpu = /\.nogpu\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 1,
  timeout: 60_000,
  retries: 1, // on a loaded machine the first start of the software adapter can outlast a wait; a test that needed it is listed as flaky
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // every test would fetch all files for offline use; the one about that allows it
  use: { baseURL: `http://localhost:${port}`, serviceWorkers: 'block' },
  projects: [
    { name: 'webgpu', testIgnore: withoutGpu, use: { launchOptions: { executablePath, args: [...args, '--enable-unsafe-webgpu'] } } },
    // --disable-gpu: else a machine with a graphics card may offer WebGPU without being asked
    { name: 'no-webgpu', testMatch: withoutGpu, use: { launchOptions: { executablePath, args: [...args, '--disable-gpu'] } } },
  ],
  webServer: { command: 'node scripts/serve.mjs --built', url: `http://localhost:${port}`, reuseExistingServer: false, timeout: 30_000 },
});
