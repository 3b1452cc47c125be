import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelSource } from '../train/models/load.ts';

/** public/models of this checkout; the build lies in dist-cli, one folder below the root. */
export const MODELS_FOLDER = fileURLToPath(new URL('../public/models/', import.meta.url));

export const shippedModels: ModelSource = {
  async read(file) {
    try {
      return await readFile(MODELS_FOLDER + file);
    } catch (e) {
      throw new Error(`public/models/${file} could not be read; run npm run pretrain, or add --set networks=scratch`, { cause: e });
    }
  },
};
