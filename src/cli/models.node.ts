import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelSource } from '../train/models/load.ts';

/** public/models of this checkout: the nearest folder above the build that has a package.json (the bundler decides how deep this file ends up). */
export const MODELS_FOLDER = (() => {
  let root = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', root)) && root.pathname !== '/') root = new URL('../', root);
  return fileURLToPath(new URL('public/models/', root));
})();

export const shippedModels: ModelSource = {
  async read(file) {
    try {
      return await readFile(MODELS_FOLDER + file);
    } catch (e) {
      throw new Error(`public/models/${file} could not be read; run npm run pretrain, or add --set networks=scratch`, { cause: e });
    }
  },
};
