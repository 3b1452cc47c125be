/** Arguments as Node reads them, with complaints that say what to do: an unknown option, a missing or empty value, an option given twice. */
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { didYouMean, shown } from '../train/mistakes.ts';
import { UsageError } from './errors.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** `positionals`: what stands without an option is taken, else refused. Throws UsageError. */
export function parse<T extends Options>(args: string[], options: T, positionals = false) {
  const flags = Object.keys(options).map((name) => `--${name}`);
  const given = new Set<string>();
  // read without complaints first: Node's own are about Node
  for (const token of parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true }).tokens) {
    if (token.kind === 'positional' && !positionals) throw new UsageError(`${shown(token.value)}: is not expected here; options are ${flags.join(', ')}`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw new UsageError(`${shown(rawName)}: no such option${didYouMean(rawName, flags)}; options are ${flags.join(', ')}`);
    if (option.type === 'boolean' && value !== undefined) throw new UsageError(`--${name}: takes no value`);
    if (option.type === 'string' && !token.inlineValue && value !== undefined && value.startsWith('-') && value !== '-')
      throw new UsageError(flags.includes(value) ? `--${name}: a value is missing before ${value}` : `--${name} ${shown(value)}: a value that begins with a dash is written --${name}=${shown(value)}`);
    if (option.type === 'string' && (value ?? '').trim() === '') throw new UsageError(`--${name}: a value is missing`);
    if (given.has(name) && !option.multiple) throw new UsageError(`--${name}: is given twice`);
    given.add(name);
  }
  return parseArgs({ args, options, allowPositionals: positionals });
}
