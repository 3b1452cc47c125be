import { readFile } from 'node:fs/promises';
import type { ModelSource } from '../models/load.ts';

/** The networks of this checkout's public/models. */
export const shippedModels: ModelSource = { read: (file) => readFile(new URL(`../../../public/models/${file}`, import.meta.url)) };
