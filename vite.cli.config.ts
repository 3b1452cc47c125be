import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`src/cli/${name}.ts`, import.meta.url));

export default defineConfig({
  // one self-contained build, apart from the native package
  ssr: { noExternal: true, external: ['webgpu'] },
  build: {
    ssr: true,
    outDir: 'dist-cli',
    emptyOutDir: false, // a running command may still load chunks of an earlier build
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
    rolldownOptions: {
      input: { thaw: source('main'), ...(existsSync(source('worker')) ? { worker: source('worker') } : {}) },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
