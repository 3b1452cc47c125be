/** The command line: experiments without a browser. Results on stdout, progress on stderr; a caller's mistake is one line and exit code 2. */
import { evidence, EVIDENCE_HELP } from './commands/evidence.ts';
import { golden, GOLDEN_HELP } from './commands/golden.ts';
import { pretrain, PRETRAIN_HELP } from './commands/pretrain.ts';
import { record, RECORD_HELP } from './commands/record.ts';
import { run, RUN_HELP } from './commands/run.ts';
import { sweep, SWEEP_HELP } from './commands/sweep.ts';
import { UsageError } from './errors.ts';

const COMMANDS: Readonly<Record<string, { run: (args: string[]) => Promise<number>; help: string }>> = {
  run: { run, help: RUN_HELP },
  sweep: { run: sweep, help: SWEEP_HELP },
  evidence: { run: evidence, help: EVIDENCE_HELP },
  record: { run: record, help: RECORD_HELP },
  golden: { run: golden, help: GOLDEN_HELP },
  pretrain: { run: pretrain, help: PRETRAIN_HELP },
};

const HELP = `thaw COMMAND\n\n${Object.values(COMMANDS)
  .map((c) => c.help)
  .join('\n\n')}`;

/** Node's own complaints about arguments are a caller's mistake too. */
const isUsage = (e: unknown): e is Error => e instanceof UsageError || (e instanceof TypeError && String((e as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

const find = (name: string | undefined) => (name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined);

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h' || args.includes('--help') || args.includes('-h')) {
    console.log(find(name)?.help ?? HELP);
    return name === undefined ? 2 : 0;
  }
  const command = find(name);
  if (!command) throw new UsageError(`no command ${name}; commands are ${Object.keys(COMMANDS).join(', ')}`);
  return command.run(args);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (e: unknown) => {
    const text = e instanceof Error ? e.message : String(e);
    // Node's complaint about a value that starts with a dash says what to do in its second line
    process.stderr.write(`thaw: ${text.split('\n').slice(0, 2).join(' ')}\n`);
    process.exit(isUsage(e) ? 2 : 1);
  },
);
