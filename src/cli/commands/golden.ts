/** thaw golden FILE... --backend cpu|webgpu: one JSON line a file; exit 1 when an error exceeds the tolerance. */
import { readFile } from 'node:fs/promises';
import { runGolden } from '../../train/golden/run.ts';
import { parseGolden } from '../../train/golden/schema.ts';
import { parse } from '../args.ts';
import { backendKind, backendMaker } from '../engine.node.ts';
import { UsageError } from '../errors.ts';
import { commandHelp } from '../help.ts';
import { reasonOf } from '../output.ts';

export const GOLDEN_HELP = commandHelp(
  'thaw golden FILE... [--backend cpu|webgpu]',
  "Runs one training step of each file and compares every tensor with the referee's numbers: one JSON line a file, and exit code 1 when an error exceeds its tolerance.",
);

export async function golden(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, { backend: { type: 'string', default: 'cpu' } }, true);
  if (positionals.length === 0) throw new UsageError('golden: name at least one file');
  const kind = backendKind(values.backend);
  const cases = await Promise.all(
    positionals.map(async (file) => {
      const text = await readFile(file, 'utf8').catch((e: NodeJS.ErrnoException) => {
        throw new UsageError(`${file}: ${reasonOf(e)}`);
      });
      try {
        return parseGolden(text);
      } catch (e) {
        throw new UsageError(`${file}: is not a training step to compare with: ${(e as Error).message}`);
      }
    }),
  );
  const make = await backendMaker(kind);
  let ok = true;
  for (const c of cases) {
    const backend = make();
    const result = await runGolden(backend, c);
    backend.destroy();
    console.log(JSON.stringify(result, (_, v: unknown) => (v === Infinity ? 'Infinity' : v))); // JSON has no such number
    ok &&= result.ok;
  }
  return ok ? 0 : 1;
}
