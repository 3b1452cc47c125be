import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { swiftShaderEnv } from './scripts/gpu-env.mjs';

// npm `webgpu` in the unit tests: the forks of vitest's pool inherit this, and the loader reads it when they start
if (process.env.VITEST) Object.assign(process.env, swiftShaderEnv());

export default defineConfig({
  base: './', // the build works from any folder of any host
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // the first paint needs React and the page; charts and accessible widgets arrive in files of their own
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-is)[\\/]/, priority: 10 },
            { name: 'aria', test: /node_modules[\\/](react-aria|react-stately|react-aria-components|@react-aria|@react-stately|@internationalized|@react-types|@swc)/ },
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
