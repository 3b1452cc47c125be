import { expect, test } from 'vitest';
import { ARMS } from '../../train/settings.ts';
import { armName, CHOICES, leadWords, OTHER_ARMS } from './arms.ts';

test('every arm can be chosen, once, under a name of its own', () => {
  expect([...CHOICES.map((c) => c.arm), ...OTHER_ARMS].sort()).toEqual([...ARMS].sort());
  expect(new Set(ARMS.map(armName)).size).toBe(ARMS.length);
});
test('the headline promises a collapse for one frozen simulator only', () => {
  expect(leadWords('single', 'webgpu')).toContain('on your GPU');
  expect(leadWords('single', 'cpu')).toContain('on your computer');
  for (const arm of ARMS) if (arm !== 'single') expect(leadWords(arm, 'webgpu')).not.toContain('fails');
});
