import { expect, test } from 'vitest';
import { SETTING_KEYS, SETTINGS } from '../../train/settings.ts';
import { linksPage } from './page.ts';

test('docs/LINKS.md is what the code reads; -u writes it', async () => {
  await expect(linksPage()).toMatchFileSnapshot('../../../docs/LINKS.md');
});

test('every setting stands there by both names', () => {
  for (const key of SETTING_KEYS) expect(linksPage()).toMatch(new RegExp(`^\\| \`${SETTINGS[key].short}\` +\\| \`${key}\` +\\|`, 'm'));
});
