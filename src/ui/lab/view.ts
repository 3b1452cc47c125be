/** What of the lab is open: the tab behind the charts, and the measure that arms are compared by. Kept outside the components, so that a lesson can open what it speaks of. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { View } from '../charts/prepare-arms.ts';

export const TAB_IDS = ['dialogues', 'users', 'responses', 'cross-play', 'theory', 'data'] as const;
export type TabId = (typeof TAB_IDS)[number];

export interface LabView {
  readonly tab: TabId;
  readonly measure: View;
}

const view = createStore<LabView>(() => ({ tab: 'dialogues', measure: 'heldout' }));

export const useView = <T>(select: (v: LabView) => T): T => useStore(view, select);
export const showTab = (tab: TabId): void => view.setState({ tab });
export const showMeasure = (measure: View): void => view.setState({ measure });
