/** What the theory of collapse speaks of, measured: the bias of the gradient, where the variance comes from, and how narrow simulator and policy are. */
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { GlossaryId } from '../app/glossary.ts';
import { Term } from '../app/Term.tsx';
import { armStyle } from '../charts/arm-styles.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { MeasureChart } from '../charts/prepare-measures.ts';
import type { LineStyle } from '../charts/measures.ts';
import { BOUND_DASH, prepareMeasures } from '../charts/prepare-measures.ts';
import { armName } from '../lab/arms.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import panel from './panel.module.css';

interface Chart extends MeasureChart {
  readonly name: string;
  readonly term: GlossaryId;
  readonly about: string;
}

const CHARTS: readonly Chart[] = [
  {
    metric: 'grad.bias',
    bound: 'grad.biasBound',
    axis: 'log',
    unit: '',
    name: 'Gradient bias',
    term: 'bias',
    about: 'Distance to the gradient of users who always give their most likely answer (with Verbalized Sampling: to that of the base simulator); dotted: the most it can be. Powers of ten',
  },
  { metric: 'sim.epsBar', axis: 'auto', unit: '', name: 'Collapse error', term: 'epsbar', about: 'How often in a dialogue the training users leave their most likely answer' },
  {
    metric: 'variance.userShare',
    axis: 'share',
    unit: '',
    name: 'Share of variance from the users',
    term: 'usershare',
    about: 'Of all variance of the reward: what is due to who the user is and how it answers',
  },
  {
    metric: 'variance.user',
    bound: 'variance.bound',
    axis: 'log',
    unit: '',
    name: 'Variance from the users',
    term: 'usershare',
    about: 'The same, not as a share; dotted: the most a simulator so collapsed leaves room for. Powers of ten',
  },
  {
    metric: 'policy.exploitMass',
    logistic: true,
    axis: 'share',
    unit: '',
    name: 'Mode-exploit strategies',
    term: 'exploit',
    about:
      'Share of training dialogues on their way through a script that is nearly the best against the most likely user; dotted: growth as in the first half of its own rise, even in log-odds (Corollary 3.5)',
  },
  { metric: 'policy.strategyEntropy', axis: 'auto', unit: 'nats', name: 'Strategy entropy', term: 'strategy', about: 'How many different sequences of acts the policy holds, in nats' },
  { metric: 'policy.modeMass', axis: 'share', unit: '', name: 'Most frequent sequence', term: 'strategy', about: 'Share of dialogues that use the commonest sequence of acts' },
];

const HEIGHT = 220;
const BOUND_KEY: LineStyle = { key: 'bound', label: '', colour: 'var(--ink-2)', dash: BOUND_DASH, marker: 'none', width: 1.5 };

function One({ chart }: { chart: Chart }) {
  const run = useLab((s) => s.run);
  const experiment = useLab((s) => s.run?.experiment ?? s.draft);
  const version = useRedraw();
  // the histories grow in place: `version` says when
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const prepared = useMemo(() => prepareMeasures(run, chart, experiment.updates), [run?.id, chart, experiment.updates, version]);
  const title: ReactNode = <Term id={chart.term}>{chart.name}</Term>;
  const keys = [
    ...experiment.arms.map((arm) => ({ line: armStyle(arm, armName(arm)), label: armName(arm) })),
    ...(chart.bound || chart.logistic ? [{ line: BOUND_KEY, label: `${chart.bound ? 'Bound' : 'Logistic'}, in the arm’s colour` }] : []),
  ];
  return (
    <ChartFrame
      name={chart.name}
      title={title}
      about={chart.about}
      keys={keys}
      prepared={prepared}
      promise={run ? 'Comes with the next measurement.' : 'Appears here when a run measures it.'}
      height={HEIGHT}
    />
  );
}

export default function Theory() {
  return (
    <>
      <p className={panel.about}>
        The quantities that the theory of collapse is about, measured while training, with the bounds it proves. They matter because they say why a collapsed simulator teaches so little: its users
        hardly vary, so neither the gradient nor the variance can tell the policy about anybody else.
      </p>
      <div className={panel.charts}>
        {CHARTS.map((c) => (
          <One key={c.metric} chart={c} />
        ))}
      </div>
    </>
  );
}
