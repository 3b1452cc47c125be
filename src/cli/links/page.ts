/** docs/LINKS.md: everything that may stand in a link, told from the code that reads links, so that it cannot go stale (`page.test.ts`). */
import { ARM_WORDS } from '../../train/arms/words.ts';
import { BACKEND_CHOICE, backendLabel, BACKENDS } from '../../train/backend-choice.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { SettingKey } from '../../train/settings.ts';
import { ARMS, SETTING_KEYS, SETTINGS } from '../../train/settings.ts';
import { BUDGET } from '../../train/share/budget.ts';
import type { OtherKey } from '../../train/share/link.ts';
import { OTHER_KEYS, PARTS, RESULT_LINK, writeLink } from '../../train/share/link.ts';
import { MAX_LINK } from '../../train/share/params.ts';
import { MAX_NOTE, MAX_TITLE } from '../../train/share/text.ts';
import { ALWAYS, LATEST_VERSION, VERSIONS } from '../../train/share/versions.ts';
import { markdown } from '../evidence/words.ts';

const code = (text: string | number): string => `\`${text}\``;
const list = (names: readonly string[]): string => names.map(code).join(', ');

function valuesOf(key: SettingKey): string {
  const s = SETTINGS[key];
  if (s.kind === 'choice') return list(s.options.map((o) => o.value));
  if (s.kind === 'seeds') return `at most ${s.max} different ones, as ${code('1-5')} or ${code('1,3,7')}`;
  return `${s.kind === 'int' ? 'whole number, ' : ''}${s.min} to ${s.max}`;
}

const { defaults } = VERSIONS[LATEST_VERSION]!;

const settings = (): string =>
  markdown(
    ['in a link', 'the setting’s name', 'values', 'default', 'what it is'],
    SETTING_KEYS.map((key) => {
      const { short, label } = SETTINGS[key];
      return [code(short), code(key), valuesOf(key), code(defaults[short]!), label];
    }),
  );

const OTHER: Readonly<Record<OtherKey, string>> = {
  v: `version of the defaults that the link leaves out; without it, ${code(1)}. The newest is ${code(LATEST_VERSION)}`,
  backend: `${BACKEND_CHOICE.label}: ${BACKENDS.map((b) => `${code(b)} (${backendLabel(b)})`).join(', ')}`,
  title: `plain text, shown as a heading when the link is opened, at most ${MAX_TITLE} characters`,
  note: `plain text, shown below the title, at most ${MAX_NOTE} characters`,
  embed: 'the page stands in a frame of another one; needs no value',
  hide: `parts that an embedded page leaves out: ${list(PARTS)}. Without ${code('embed')} nothing is hidden`,
  r: 'a recorded result: curves and digests of a finished run, written by “Share”',
};

const arms = (): string =>
  markdown(
    ['in a link', 'name on the page', 'whom the policy trains against'],
    ARMS.map((arm) => [code(arm), ARM_WORDS[arm].label, ARM_WORDS[arm].users]),
  );

const example = writeLink({
  experiment: { ...defaultExperiment, arms: ['single', 'verbalized'], gamma: 8, learningRate: 0.002 },
  backend: 'auto',
  title: '',
  note: '',
  embed: true,
  hide: ['settings'],
});

export const linksPage = (): string => `# Links

What a link to the lab may say. \`npx vitest run --project unit src/cli/links -u\` writes this page from the code that reads links; a test holds it to that code.

\`\`\`
http://localhost:4173/${example}
\`\`\`

“Share” writes links. By hand the order is free, names are exact, and a setting may stand by its short name or by its own: \`lr=0.002\` and \`learningRate=0.002\` are the same; if both are there, the first counts. “Share” writes short names only, and always ${list(
  ALWAYS,
)}; other settings where they differ from the defaults of the link’s version. Those never change: a link means the same for ever.

Whatever cannot be taken as it is written is named when the link is opened: values out of range come to the nearest valid one, unknown names are left out. No link is read beyond ${MAX_LINK / 1024} kB, none can ask for more than ${BUDGET / 2 ** 30} GB of memory, and a link with a result stays below ${RESULT_LINK / 1024} kB.

## Settings

${settings()}

## Arms

\`arms=\` takes one or more of these, each once, with commas between them; \`arm=\` is the same.

${arms()}

## Other names

${markdown(
  ['in a link', 'what it says'],
  OTHER_KEYS.map((key) => [code(key), OTHER[key]]),
)}
`;
