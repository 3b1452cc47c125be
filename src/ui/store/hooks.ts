/** React's view of the lab. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { lab } from './client.ts';
import type { LabState } from './state.ts';

export const useLab = <T>(select: (s: LabState) => T): T => useStore(lab.store, select);

/** Ten redraws a second are enough for the eye, and leave the main thread to the reader. */
const MIN_INTERVAL_MS = 100;

/** The version of the histories, at most ten times a second, and only while the page is shown: a hidden tab draws once, when it comes back. */
export function useRedraw(): number {
  const [version, setVersion] = useState(() => lab.store.getState().version);
  useEffect(() => {
    let last = 0;
    let timer = 0;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      last = performance.now();
      setVersion(lab.store.getState().version);
    };
    const later = (): void => {
      timer = 0;
      frame = requestAnimationFrame(draw);
    };
    const off = lab.store.subscribe((now, before) => {
      if (now.version === before.version || timer || frame) return;
      timer = window.setTimeout(later, Math.max(0, MIN_INTERVAL_MS - (performance.now() - last)));
    });
    return () => {
      off();
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return version;
}
