/** The command line: experiments without a browser. Results on stdout, progress on stderr; a caller's mistake is one line and exit code 2. */
import { evidence, EVIDENCE_HELP } from './commands/evidence.ts';
import { golden, GOLDEN_HELP } from './commands/golden.ts';
import { pretrain, PRETRAIN_HELP } from './commands/pretrain.ts';
import { record, RECORD_HELP } from './commands/record.ts';
import { run, RUN_HELP } from './commands/run.ts';
import { sweep, SWEEP_HELP } from './commands/sweep.ts';
import { didYouMean, shown } from '../train/mistakes.ts';
import { UsageError } from './errors.ts';
import { commandHelp, TABLES_HELP } from './help.ts';

const COMMANDS: Readonly<Record<string, { run: (args: string[]) => Promise<number>; help: string }>> = {
  run: { run, help: RUN_HELP },
  sweep: { run: sweep, help: SWEEP_HELP },
  evidence: { run: evidence, help: EVIDENCE_HELP },
  record: { run: record, help: RECORD_HELP },
  golden: { run: golden, help: GOLDEN_HELP },
  pretrain: { run: pretrain, help: PRETRAIN_HELP },
};

const HELPS: readonly string[] = ['help', '--help', '-h'];
/** commands that take arms and settings */
const TRAIN: readonly string[] = ['run', 'sweep'];

const HELP = [
  commandHelp(
    'thaw COMMAND [OPTIONS]',
    'Results go to stdout, progress to stderr. Exit code 2: a mistake in the command, named in one line; 1: something failed. thaw COMMAND --help says less than this.',
  ),
  ...Object.values(COMMANDS).map((c) => c.help),
  TABLES_HELP,
].join('\n\n');

/** Help of one command where one is named, else of all. */
function helpOf(name: string | undefined): string {
  const command = find(name);
  if (!command || name === undefined) return HELP;
  return TRAIN.includes(name) ? `${command.help}\n\n${TABLES_HELP}` : command.help;
}

const find = (name: string | undefined) => (name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined);

async function main([name, ...args]: string[]): Promise<number> {
  const asks = HELPS.includes(name ?? 'help');
  const about = asks ? args.find((a) => !HELPS.includes(a)) : name;
  if (about !== undefined && !find(about)) throw new UsageError(`no command ${shown(about)}${didYouMean(about, Object.keys(COMMANDS))}; commands are ${Object.keys(COMMANDS).join(', ')}`);
  if (asks || args.includes('--help') || args.includes('-h')) {
    console.log(helpOf(about));
    return name === undefined ? 2 : 0;
  }
  return find(about)!.run(args);
}

// a reader that has seen enough, such as head, is no mistake
process.stdout.on('error', (e: NodeJS.ErrnoException) => process.exit(e.code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (e: unknown) => {
    const text = e instanceof Error ? e.message : String(e);
    process.stderr.write(`thaw: ${text.split('\n', 1)[0]}\n`);
    process.exit(e instanceof UsageError ? 2 : 1);
  },
);
