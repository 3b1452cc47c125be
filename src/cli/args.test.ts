import { expect, test } from 'vitest';
import { parse } from './args.ts';

const options = { seeds: { type: 'string', default: '1-5' }, set: { type: 'string', multiple: true }, series: { type: 'boolean', default: false } } as const;

test('values and defaults', () => {
  expect(parse([], options).values).toEqual({ seeds: '1-5', series: false });
  expect(parse(['--set', 'a=1', '--set=b=-2', '--series', '--seeds=3'], options).values).toEqual({ seeds: '3', set: ['a=1', 'b=-2'], series: true });
  expect(parse(['a', 'b'], options, true).positionals).toEqual(['a', 'b']);
});

test.each([
  [['--sedes', '1'], '--sedes: no such option; did you mean --seeds?; options are --seeds, --set, --series'],
  [['--fast'], '--fast: no such option; options are --seeds, --set, --series'],
  [['-s', '1'], '-s: no such option; options are --seeds, --set, --series'],
  [['--constructor'], '--constructor: no such option; options are --seeds, --set, --series'],
  [['--seeds'], '--seeds: a value is missing'],
  [['--seeds', ''], '--seeds: a value is missing'],
  [['--seeds', '--series'], '--seeds: a value is missing before --series'],
  [['--seeds', '-3'], '--seeds -3: a value that begins with a dash is written --seeds=-3'],
  [['--seeds', '1', '--seeds', '2'], '--seeds: is given twice'],
  [['--series=yes'], '--series: takes no value'],
  [['single'], 'single: is not expected here; options are --seeds, --set, --series'],
])('%j', (args, message) => {
  expect(() => parse(args, options)).toThrow(message);
});
