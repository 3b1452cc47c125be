import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './scripts/precache.mjs';
import { swiftShaderEnv } from './scripts/gpu-env.mjs';

// npm `webgpu` in the unit tests: the forks of vitest's pool inherit this, and the loader reads it when they start
if (process.env.VITEST) Object.assign(process.env, swiftShaderEnv());

export default defineConfig({
  base: './', // the build works from any folder of any host
  plugins: [react(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // the first paint needs React and the page; the charts arrive later. What both use must be named with React, or the page would wait for the charts' file.
        // react-aria has no group: the page uses a button of it, its dialogs and fields are split off with what opens them
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-is|use-sync-external-store|clsx)[\\/]/, priority: 10 },
            { name: 'charts', test: /node_modules[\\/](recharts|@reduxjs|react-redux|reselect|immer|es-toolkit|decimal\.js-light|victory-vendor|d3-|internmap|eventemitter3|redux)/ },
            { name: 'zod', test: /node_modules[\\/]zod/ },
            { name: 'icons', test: /node_modules[\\/]lucide-react/ },
          ],
        },
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          environment: 'node',
          pool: 'forks', // Dawn does not survive worker threads
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
