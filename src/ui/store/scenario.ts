/** The scenario's words (acts, profiles, slots), loaded after the first paint: the page needs labels only, the tables belong to the worker. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../sim/scenario.ts';

const LOADERS: Readonly<Record<string, () => Promise<Scenario>>> = {
  persuasion: async () => (await import('../../sim/persuasion/scenario.ts')).buildPersuasion(),
};

const loaded = new Map<string, Promise<Scenario | null>>();

export function loadScenario(id: string): Promise<Scenario | null> {
  let wait = loaded.get(id);
  if (!wait) {
    wait = LOADERS[id]?.().catch(() => null) ?? Promise.resolve(null);
    loaded.set(id, wait);
  }
  return wait;
}

export function useScenario(id: string): Scenario | null {
  const [scenario, setScenario] = useState<Scenario | null>(null);
  useEffect(() => {
    let current = true;
    void loadScenario(id).then((s) => current && setScenario(s));
    return () => {
      current = false;
    };
  }, [id]);
  return scenario?.id === id ? scenario : null;
}
