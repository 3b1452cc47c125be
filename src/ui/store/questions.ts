/** What the lab asks the worker beside steering a run: cross-play, what simulators would say, one update step by step. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { History, ToWorker } from '../../train/protocol.ts';
import { ask } from './answers.ts';
import type { Feed } from './feed.ts';
import { askSlow } from './slow.ts';
import type { LabStore } from './state.ts';

export function createQuestions(store: LabStore, feed: Feed, send: (message: ToWorker) => void) {
  let last = 0;
  return {
    /** who talks to whom now; only while the worker holds the run on screen */
    requestCrossPlay: (): void => {
      const { run } = store.getState();
      if (!run || !feed.feeds(run) || run.measuring || (run.state !== 'running' && run.state !== 'paused')) return;
      feed.patch(run.id, { measuring: true });
      send({ type: 'crossPlay' });
    },
    /** what each simulator would say next; those that learned are of the run on screen */
    requestResponses: (history: History): void => {
      const id = ++last;
      const { run, draft } = store.getState();
      store.setState((s) => ({ answers: ask(s.answers, id, history) }));
      send({ type: 'responses', id, history, experiment: run?.experiment ?? draft, run: run?.key ?? null });
    },
    /** the same for a lesson, with the simulators of `experiment` */
    askForLesson: (history: History, experiment: ExperimentSettings): void => {
      const id = ++last;
      store.setState((s) => ({ lessonAnswers: ask(s.lessonAnswers, id, history) }));
      send({ type: 'responses', id, history, experiment, run: null });
    },
    /** one group of dialogues and the update it makes */
    requestSlowMotion: (seed: number, experiment: ExperimentSettings): void => {
      const id = ++last;
      store.setState((s) => ({ slow: askSlow(s.slow, id) }));
      send({ type: 'slowMotion', id, seed, experiment });
    },
    /** nobody answers an open question any more */
    unanswered: (): void => {
      store.setState((s) => ({ answers: { ...s.answers, asked: null }, lessonAnswers: { ...s.lessonAnswers, asked: null }, slow: { ...s.slow, asked: null } }));
    },
  };
}
