/** Lessons set up the lab, whose settings are the visitor's: these are put back when the lessons are left, unless the visitor changed or ran what the lesson had set. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { differingSettings } from '../../train/share/verdict.ts';
import type { Lab } from '../store/lab.ts';

const same = (a: ExperimentSettings, b: ExperimentSettings): boolean => differingSettings(a, b).length === 0;

export function createOwnSettings({ store, actions }: Pick<Lab, 'store' | 'actions'>) {
  let own: ExperimentSettings | null = null;
  let set: ExperimentSettings | null = null;
  return {
    setUp(experiment: ExperimentSettings): void {
      own ??= store.getState().draft;
      set = experiment;
      actions.setAll(experiment);
    },
    leave(): void {
      const { draft, run } = store.getState();
      if (own && set && same(draft, set) && !(run && same(run.experiment, set))) actions.setAll(own);
      own = set = null;
    },
  };
}
