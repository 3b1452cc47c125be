/** Places are hashes, so that the page works from any static host and from a file path. */
import { useSyncExternalStore } from 'react';

export type Place = 'lab' | 'learn' | 'runs' | 'people' | 'gpu' | 'llm' | 'about';

const PLACES: readonly Place[] = ['learn', 'runs', 'people', 'gpu', 'llm', 'about'];

/** what comes before a query in the hash: "#/about?x" -> about; anything unknown is the lab */
export const placeOf = (hash: string): Place => PLACES.find((place) => place === /^#\/(\w+)(?:[/?]|$)/.exec(hash)?.[1]) ?? 'lab';

/** For `useSyncExternalStore`: whoever reads the address is told when it changes. */
export const onHash = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

export const usePlace = (): Place => useSyncExternalStore(onHash, () => placeOf(location.hash));
