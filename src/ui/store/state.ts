/** What the page knows of its lab, and how it begins. */
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import type { BackendChoice } from '../../train/backend-choice.ts';
import { BACKEND_CHOICE } from '../../train/backend-choice.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { EngineInfo } from '../../train/protocol.ts';
import type { Answers } from './answers.ts';
import { noAnswers } from './answers.ts';
import type { Run, RunError } from './run.ts';
import type { Slow } from './slow.ts';
import { noSlow } from './slow.ts';

export interface LabState {
  readonly engine: EngineInfo | null;
  /** what the settings panel shows; the next run starts with it */
  readonly draft: ExperimentSettings;
  /** what the next run is computed by */
  readonly backend: BackendChoice;
  readonly run: Run | null;
  /** drawn faintly, and what Undo brings back */
  readonly previous: Run | null;
  /** what put `previous` aside */
  readonly undo: 'reset' | 'restart' | null;
  /** a fault outside any run: the worker did not load, or died */
  readonly fault: RunError | null;
  /** what simulators answer at a history; belongs to no run */
  readonly answers: Answers;
  /** the same for a lesson's own questions */
  readonly lessonAnswers: Answers;
  /** one update step by step; belongs to no run */
  readonly slow: Slow;
  /** counts changes of the histories, which React does not see */
  readonly version: number;
}

export type LabStore = StoreApi<LabState>;

export const createLabStore = (draft: ExperimentSettings): LabStore =>
  createStore<LabState>(() => ({
    engine: null,
    draft,
    backend: BACKEND_CHOICE.default,
    run: null,
    previous: null,
    undo: null,
    fault: null,
    answers: noAnswers,
    lessonAnswers: noAnswers,
    slow: noSlow,
    version: 0,
  }));
