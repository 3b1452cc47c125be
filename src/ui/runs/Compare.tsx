/** Two to six runs in the same charts, and a table of only what differs between them. */
import { useEffect, useMemo, useState } from 'react';
import { Segmented } from '../app/Segmented.tsx';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { armName, armsName, armShort } from '../lab/arms.ts';
import { shown } from '../settings/diff.ts';
import { SETTINGS } from '../../train/settings.ts';
import { useScenario } from '../store/scenario.ts';
import { runsDb } from './client.ts';
import type { Compared } from './compare.ts';
import { comparedLines, differingKeys, prepareCompared, RUN_COLOURS, VIEWS } from './compare.ts';
import type { CompareView } from './compare.ts';
import { loadRun } from './load.ts';
import charts from '../lab/Charts.module.css';
import css from './Runs.module.css';

export function Compare({ keys, onBack }: { keys: readonly string[]; onBack: () => void }) {
  const [runs, setRuns] = useState<readonly Compared[]>([]);
  const [view, setView] = useState<CompareView>('heldout');
  const wanted = keys.join();
  useEffect(() => {
    let current = true;
    void runsDb()
      .then((db) => Promise.all(wanted.split(',').map((key) => loadRun(db, key))))
      .then((found) => current && setRuns(found.flatMap((s) => (s ? [{ name: s.record.name, record: s.record, run: s.run }] : []))));
    return () => {
      current = false;
    };
  }, [wanted]);
  const scenario = useScenario(runs[0]?.record.experiment.scenario ?? 'persuasion');
  const acts = scenario?.policyActs.length ?? 10;
  const success = useMemo(() => prepareCompared(runs, VIEWS.find((v) => v.id === view)!.metric, null), [runs, view]);
  const entropy = useMemo(() => prepareCompared(runs, 'policy.entropy', acts), [runs, acts]);
  const lineKeys = comparedLines(runs, 'policy.entropy').map((line) => ({ line, label: line.label }));
  const differing = differingKeys(runs.map((r) => r.record.experiment));
  const names = runs.map((r, i) => ({ id: r.record.key, text: `${i + 1}. ${r.name}`, colour: RUN_COLOURS[i]! }));
  const engines = runs.map((r) => (r.record.engine ? `${r.record.engine.name}, version ${r.record.engineVersion}` : '–'));
  return (
    <main id="main" className={`${css.runs} ${css.compare}`}>
      <h1>{runs.length} runs compared</h1>
      <div className={css.tools}>
        <button type="button" className={css.quiet} onClick={onBack}>
          Back to all runs
        </button>
      </div>
      <section id="charts" className={charts.charts} aria-label="Charts">
        <ChartFrame
          name="Success rate"
          title="Success rate"
          about="A colour a run, a dash an arm; lines are means over seeds."
          tools={<Segmented name="compare" label="Success with" options={VIEWS} value={view} onChange={setView} />}
          keys={lineKeys}
          prepared={success}
          promise="These runs have no such curve."
        />
        <ChartFrame name="Policy entropy" title="Policy entropy" about="How varied the policies’ choices are, in nats" keys={lineKeys} prepared={entropy} promise="These runs have no such curve." />
      </section>
      <h2>What differs</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Settings that differ">
        <table>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              {names.map((n) => (
                <th scope="col" key={n.id} style={{ color: n.colour }}>
                  {n.text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Arms</th>
              {runs.map((r) => (
                <td key={r.record.key}>{armsName(r.record.experiment.arms)}</td>
              ))}
            </tr>
            {differing.map((key) => (
              <tr key={key}>
                <th scope="row">{SETTINGS[key].label}</th>
                {runs.map((r) => (
                  <td key={r.record.key}>{shown(key, r.record.experiment[key])}</td>
                ))}
              </tr>
            ))}
            {new Set(engines).size > 1 ? (
              <tr>
                <th scope="row">Computed with</th>
                {engines.map((e, i) => (
                  <td key={names[i]?.id}>{e}</td>
                ))}
              </tr>
            ) : null}
            <tr>
              <th scope="row">Held-out, at the end</th>
              {runs.map((r) => (
                <td key={r.record.key}>
                  {r.record.experiment.arms.map((arm) => (
                    <div key={arm} title={armName(arm)}>
                      {r.record.experiment.arms.length > 1 ? `${armShort(arm)} ` : ''}
                      {r.record.ends[arm]?.['success.heldout']?.toFixed(2) ?? '–'}
                    </div>
                  ))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {differing.length === 0 && runs.length > 1 ? <p className={css.about}>All settings are equal.</p> : null}
    </main>
  );
}
