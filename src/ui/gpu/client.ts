/** The test's worker for as long as the page is open: ending the worker cancels the test and frees the device at once. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FromGpuTest } from '../../train/gpu-test/protocol.ts';
import type { GpuTest } from './state.ts';
import { cancelled, idle, receive, started } from './state.ts';

export function useGpuTest(): { test: GpuTest; start: () => void; cancel: () => void } {
  const [test, setTest] = useState<GpuTest>(idle);
  const worker = useRef<Worker | null>(null);
  const end = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  const start = useCallback(() => {
    end();
    setTest(started);
    const fresh = new Worker(new URL('../../train/gpu-test/worker.ts', import.meta.url), { type: 'module' });
    worker.current = fresh;
    fresh.onmessage = (e: MessageEvent<FromGpuTest>) => {
      if (worker.current !== fresh) return;
      setTest((t) => receive(t, e.data));
      if (e.data.type === 'done' || e.data.type === 'error' || e.data.type === 'noGpu') end();
    };
    fresh.onerror = (e) => {
      e.preventDefault();
      if (worker.current !== fresh) return;
      setTest((t) => receive(t, { type: 'error', message: e.message || 'the worker of the test could not be loaded' }));
      end();
    };
  }, [end]);
  const cancel = useCallback(() => {
    end();
    setTest(cancelled);
  }, [end]);
  useEffect(() => end, [end]);
  return { test, start, cancel };
}
