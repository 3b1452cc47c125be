import { expect, test } from 'vitest';
import { initialWeights } from './init.ts';
import { at, paramLayout } from './layout.ts';
import { resizeModel } from './resize.ts';

const small = { vocab: 5, d: 4, layers: 1, heads: 2, ctx: 3, mlpRatio: 2, eps: 1e-5 };
const large = { ...small, vocab: 8, ctx: 7 };

test('growing and cutting again gives the same model; what is new comes from the fresh one', () => {
  const w = initialWeights(small, 1, 1);
  const fresh = initialWeights(large, 2, 1);
  const grown = resizeModel(small, w, large, fresh);
  expect(resizeModel(large, grown, small)).toEqual(w);
  const head = at(paramLayout(large), 'lm_head.weight');
  const oldHead = at(paramLayout(small), 'lm_head.weight');
  for (let r = 0; r < 4; r++) for (let c = 0; c < 8; c++) expect(grown[head + r * 8 + c]).toBe(c < 5 ? w[oldHead + r * 5 + c] : fresh[head + r * 8 + c]);
  const wpe = at(paramLayout(large), 'wpe');
  expect(grown[wpe + 3 * 4]).toBe(fresh[wpe + 3 * 4]);
  expect(resizeModel(small, w, large)[wpe + 3 * 4]).toBe(0);
});
