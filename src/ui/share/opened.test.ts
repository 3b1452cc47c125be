import { beforeEach, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { FromWorker, ToWorker } from '../../train/protocol.ts';
import type { LabLink } from '../../train/share/link.ts';
import { readLink, writeLink, writeResultLink } from '../../train/share/link.ts';
import { MEASURES } from '../../train/share/curves.ts';
import { madeUp } from '../../train/share/testing/made-up.ts';
import { verdictWords } from '../../train/share/verdict.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import type { Lab } from '../store/lab.ts';
import { createLab } from '../store/lab.ts';
import { linkOf, makeLinks } from './copy.ts';
import type { OpenedLink } from './opened.ts';
import { createOpened, hides, withoutEmbed } from './opened.ts';
import { endsBeside, recordable, recordedWords, verdictOf } from './theirs.ts';

let sent: ToWorker[];
let lab: Lab;
let opened: OpenedLink;
beforeEach(() => {
  sent = [];
  lab = createLab((m) => sent.push(m));
  opened = createOpened(lab);
});
const now = () => lab.store.getState();
const seen = () => opened.store.getState();

const experiment = { ...defaultExperiment, gamma: 8, updates: 100 };
const plain: LabLink = { experiment, backend: 'cpu', title: 'A title', note: '', embed: false, hide: [] };
const recorded = { ...madeUp({ arms: 1, updates: 100, backend: 'cpu' }), engineVersion: ENGINE_VERSION };
const resultLink = writeResultLink(plain, recorded);

/** a whole run of the draft: what was recorded, `by` higher */
function wholeRun(by = 0): void {
  lab.actions.restart();
  const send = (m: FromWorker): void => lab.receive(m);
  send({ type: 'state', state: 'preparing', update: 0 });
  send({ type: 'engine', engine: { backend: 'cpu', name: 'CPU twin (WebAssembly SIMD)', software: true }, forRun: true });
  send({ type: 'state', state: 'running', update: 0 });
  for (const m of MEASURES) {
    const { updates, values } = recorded.arms[0]!.metric(m)!;
    const points = updates.map((update, i) => ({ update, values: { [m]: values[i]!.map((v) => v + by) } }));
    send({ type: 'metrics', arm: 'single', points, updatesPerSecond: 1, secondsLeft: 0 });
  }
  send({ type: 'finished', digests: { single: by === 0 ? recorded.arms[0]!.digest! : 'f'.repeat(64) } });
}

describe('opening a link', () => {
  test('puts its experiment in place where the visitor has nothing of their own', () => {
    opened.actions.open(writeLink(plain));
    expect(now()).toMatchObject({ draft: experiment, backend: 'cpu', run: null });
    expect(seen()).toMatchObject({ card: true, waiting: false, theirs: null, link: { title: 'A title' } });
    // another link, before anything was done with the first
    opened.actions.open('#/lab?gamma=4');
    expect(now()).toMatchObject({ draft: { gamma: 4, updates: 250 }, backend: 'auto' });
    expect(sent).toEqual([]);
  });
  test('leaves changed settings and runs alone until it is asked to use the link’s', () => {
    lab.actions.set('gamma', 3);
    opened.actions.open(writeLink(plain));
    expect(now().draft.gamma).toBe(3);
    expect(seen().waiting).toBe(true);
    opened.actions.use();
    expect(now()).toMatchObject({ draft: experiment, backend: 'cpu' });
    expect(seen().waiting).toBe(false);

    lab.actions.toggle();
    const { run } = now();
    opened.actions.open('#/lab?gamma=4');
    expect(now().draft).toEqual(experiment);
    expect(seen().waiting).toBe(true);
    opened.actions.use();
    expect(now().draft.gamma).toBe(4);
    expect(now().run).toBe(run);
    expect(sent.map((m) => m.type)).toEqual(['start']);
  });
  test('that says what is there already waits for nothing', () => {
    lab.actions.setAll(experiment);
    lab.actions.setBackend('cpu');
    opened.actions.open(writeLink(plain));
    expect(seen().waiting).toBe(false);
  });
  test('a place is no link', () => {
    for (const hash of ['', '#/lab', '#/about?x=1']) opened.actions.open(hash);
    expect(seen().link).toBeNull();
    opened.actions.open(writeLink(plain));
    opened.actions.open('#/lab');
    expect(seen().link).not.toBeNull();
    opened.actions.closeCard();
    expect(seen().card).toBe(false);
  });
  test('may hide parts of a page that stands inside another one', () => {
    const link = readLink(writeLink({ ...plain, embed: true, hide: ['tabs', 'header'] }));
    expect([hides(link, 'tabs'), hides(link, 'settings'), hides(null, 'tabs')]).toEqual([true, false, false]);
    expect(hides(readLink('#/lab?hide=tabs'), 'tabs')).toBe(false);
    expect(withoutEmbed('#/lab?v=1&embed&gamma=3&hide=tabs,header&r=AA')).toBe('#/lab?v=1&gamma=3&r=AA');
  });
});

describe('a recorded result', () => {
  test('is drawn at once, and may be taken off', () => {
    opened.actions.open(resultLink);
    const { theirs } = seen();
    expect(theirs?.arms[0]?.series.get('success.heldout')?.updates.at(-1)).toBe(100);
    expect(theirs?.arms[0]?.series.get('policy.entropy')?.values).toHaveLength(16);
    expect(recordedWords(seen().link!.result!)).toMatch(/^Recorded on the CPU twin, in exact mode, version \d+ of the engine\. The faint/);
    opened.actions.removeTheirs();
    expect(seen().theirs).toBeNull();
  });
  test('is reproduced in a run of its own', () => {
    opened.actions.open(resultLink);
    opened.actions.reproduce();
    expect(sent).toEqual([{ type: 'start', experiment, paused: false, backend: 'cpu' }]);
  });
  test('gets a verdict once the run is done, with both sides’ numbers', () => {
    opened.actions.open(resultLink);
    const { result, experiment: e } = seen().link!;
    expect(verdictOf(e, result!, now().run)).toBeNull();
    wholeRun();
    expect(verdictWords(verdictOf(e, result!, now().run)!)).toMatch(/^Bit for bit: every number of the run/);
    const rows = endsBeside(e, result!, now().run);
    expect(rows.map((r) => r.measure)).toEqual([...MEASURES]);
    for (const r of rows) r.theirs.forEach((v, i) => expect(v).toBeCloseTo(r.mine![i]!, 2));
    wholeRun(3);
    expect(verdictOf(e, result!, now().run)).toMatchObject({ kind: 'differs', exact: true, first: { update: 0 } });
    lab.actions.set('gamma', 2);
    wholeRun();
    expect(verdictOf(e, result!, now().run)).toMatchObject({ kind: 'incomparable' });
  });
});

describe('a link made here', () => {
  test('says the run on screen, else the next one', () => {
    lab.actions.set('gamma', 5);
    expect(linkOf(now(), { title: 't', note: '' })).toMatchObject({ experiment: { gamma: 5 }, backend: 'auto', title: 't' });
    expect(makeLinks(now(), { title: '', note: '' })).toMatchObject({ result: null, warnings: [] });
    lab.actions.setAll(experiment);
    wholeRun();
    lab.actions.set('gamma', 2);
    const { link, result } = makeLinks(now(), { title: 'My run', note: '' });
    expect(readLink(link)).toMatchObject({ experiment, title: 'My run', result: null });
    expect(readLink(result!).result).toMatchObject({ backend: 'cpu', arms: [{ digest: recorded.arms[0]!.digest }] });
    // asked for the graphics card, got the CPU twin: the link asks for the CPU twin, since only that repeats it
    expect(readLink(result!).backend).toBe('cpu');
    expect(recordable(null)).toBeNull();
  });
  test('warns of settings that a link may not ask for', () => {
    lab.actions.setAll({ ...defaultExperiment, model: 'L', prompts: 64, group: 32 });
    expect(makeLinks(now(), { title: '', note: '' }).warnings[0]).toMatch(/GB of memory/);
  });
});
