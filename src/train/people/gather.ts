/** Files in, files out: a study as JSON, conversations as CSV, and many studies gathered from files, each checked before it counts. */
import type { Study } from './schema.ts';
import { faultOf, seedOf, studySchema } from './schema.ts';

export const LIMITS = { fileBytes: 1_000_000, files: 100, studies: 300 } as const;

/** One study, or several gathered before: both are files that can be imported again. */
export const toJson = (studies: readonly Study[]): string => `${JSON.stringify(studies.length === 1 ? studies[0] : studies, null, 2)}\n`;

export interface FileText {
  readonly name: string;
  readonly text: string;
}
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}
export interface Gathered {
  readonly studies: readonly Study[];
  readonly leftOut: readonly LeftOut[];
}

const MAX_NAME = 80;
const nameOf = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

/** Whoever did it, and when it was begun: two files of the same study differ at most by how far it had got. */
const keyOf = (s: Study): string => `${s.participant} ${s.seed}`;

function readOne(value: unknown): { study: Study } | { why: string } {
  const r = studySchema.safeParse(value);
  if (!r.success) return { why: `not valid: ${faultOf(r.error)}` };
  if (r.data.conversations.length === 0) return { why: 'it has no conversation' };
  return { study: r.data };
}

/** Adds the studies in these files to those on hand; whatever is damaged, too much or there already is named and left out. A longer copy of a study replaces a shorter one. */
export function gather(have: readonly Study[], files: readonly FileText[], tooLarge: readonly string[] = []): Gathered {
  const studies = [...have];
  const leftOut: LeftOut[] = tooLarge.map((name) => ({ name: nameOf(name), why: `larger than ${LIMITS.fileBytes / 1e6} MB` }));
  const add = (name: string, value: unknown): void => {
    const read = readOne(value);
    if ('why' in read) {
      leftOut.push({ name, why: read.why });
      return;
    }
    const { study } = read;
    const at = studies.findIndex((s) => keyOf(s) === keyOf(study));
    const known = studies[at];
    if (!known) {
      if (studies.length >= LIMITS.studies) leftOut.push({ name, why: `more than ${LIMITS.studies} studies` });
      else studies.push(study);
    } else if (study.conversations.length > known.conversations.length) studies[at] = study;
    else leftOut.push({ name, why: `a duplicate: participant ${study.participant} is there already` });
  };
  files.slice(LIMITS.files).forEach((f) => leftOut.push({ name: nameOf(f.name), why: `more than ${LIMITS.files} files at a time` }));
  for (const f of files.slice(0, LIMITS.files)) {
    const name = nameOf(f.name);
    if (f.text.length > LIMITS.fileBytes) {
      leftOut.push({ name, why: `larger than ${LIMITS.fileBytes / 1e6} MB` });
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(f.text);
    } catch {
      leftOut.push({ name, why: 'damaged: it is not JSON' });
      continue;
    }
    if (Array.isArray(value)) value.slice(0, LIMITS.studies + 1).forEach((v, i) => add(`${name}, study ${i + 1}`, v));
    else add(name, value);
  }
  return { studies, leftOut };
}

/** How many different sets of policies the studies come from: pooling them mixes persuaders. */
export function sourcesOf(studies: readonly Study[]): number {
  return new Set(
    studies.map((s) =>
      s.source.policies
        .map((p) => `${p.arm} ${p.weights}`)
        .sort()
        .join(),
    ),
  ).size;
}

const COLUMNS = ['participant', 'seed', 'conversation', 'arm', 'updates', 'weights_sha256', 'run_digest', 'ended', 'donation_usd', 'lines_heard', 'naturalness', 'again', 'conversation_seed', 'acts'];

/** One row a conversation. Every cell is a number, an id of this lab or a digest, so that no cell needs quotes and none can be taken for a formula. */
export function toCsv(studies: readonly Study[]): string {
  const rows = studies.flatMap((s) =>
    s.conversations.map((c) => {
      const policy = s.source.policies.find((p) => p.arm === c.arm)!;
      const acts = c.turns.map((t) => `${t.act}>${t.answer ?? ''}`).join(' ');
      const again = c.again === null ? '' : c.again ? 'yes' : 'no';
      const cells = [s.participant, s.seed, c.index + 1, c.arm, policy.update, policy.weights, policy.run ?? '', c.ended, (c.donation / 100).toFixed(2), c.turns.length, c.naturalness, again];
      return [...cells, seedOf(s, c.index), acts].join(',');
    }),
  );
  return `${COLUMNS.join(',')}\n${rows.map((r) => `${r}\n`).join('')}`;
}
