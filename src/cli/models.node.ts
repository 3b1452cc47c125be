import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelSource } from '../train/models/load.ts';

/** This checkout: the nearest folder above the build that has a package.json (the bundler decides how deep this file ends up). */
const root = (() => {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('../', folder);
  return folder;
})();

export const CHECKOUT = fileURLToPath(root);
export const MODELS_FOLDER = fileURLToPath(new URL('public/models/', root));

export const shippedModels: ModelSource = {
  async read(file) {
    try {
      return await readFile(MODELS_FOLDER + file);
    } catch (e) {
      throw new Error(`public/models/${file} could not be read; run npm run pretrain, or add --set networks=scratch`, { cause: e });
    }
  },
};
