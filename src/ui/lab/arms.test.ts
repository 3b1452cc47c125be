import { expect, test } from 'vitest';
import { ARM_WORDS } from '../../train/arms/words.ts';
import { ARMS } from '../../train/settings.ts';
import { armStyle } from '../charts/arm-styles.ts';
import { armName, armShort, armsName, choiceOf, CHOICES, leadWords, referenceOf } from './arms.ts';

test('every arm has a name and a look of its own', () => {
  expect(new Set(ARMS.map(armName)).size).toBe(ARMS.length);
  const looks = ARMS.map((arm) => {
    const s = armStyle(arm, '');
    return `${s.colour} ${s.dash ?? ''} ${s.marker}`;
  });
  expect(new Set(looks).size).toBe(ARMS.length);
});
test('the toggle stands for its arms, in any order, and for no others', () => {
  expect(choiceOf(['population', 'single', 'verbalized'])?.label).toBe('Compare all');
  expect(choiceOf(['verbalized'])?.label).toBe('Verbalized');
  expect(choiceOf(['single', 'verbalized'])).toBeUndefined();
  expect(CHOICES).toHaveLength(4);
});
test('no name of one of the two Co-Training arms could be the other', () => {
  for (const name of [armName, armShort]) {
    expect(name('population')).toMatch(/population\)?$/i);
    expect(`${name('population')} and ${name('cotrain')}`.match(/Co-Training(?! \()/)).toBeNull();
  }
  expect(new Set(ARMS.map(armShort)).size).toBe(ARMS.length);
  expect(ARMS.map((arm) => ARM_WORDS[arm].label)).toContain('Co-Training (one simulator)');
});
test('several arms by name; many are counted', () => {
  expect(armsName(['single'])).toBe('Collapse');
  expect(armsName(['single', 'verbalized', 'population'])).toBe('Collapse, Verbalized and Co-Training (population)');
  expect(armsName(ARMS)).toBe(`${ARMS.length} arms`);
});
test('compared with one frozen simulator where there is one', () => {
  expect(referenceOf(['verbalized', 'single'])).toBe('single');
  expect(referenceOf(['uniform', 'oracle'])).toBe('uniform');
});
test('the headline promises a collapse for one frozen simulator only', () => {
  expect(leadWords(['single'], 'webgpu')).toContain('on your GPU');
  expect(leadWords(['single'], 'cpu')).toContain('on your computer');
  for (const arm of ARMS) if (arm !== 'single') expect(leadWords([arm], 'webgpu')).not.toContain('fails');
  expect(leadWords(['single', 'oracle'], 'webgpu')).toContain('side by side');
});
