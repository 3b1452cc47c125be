/** The worker that holds the language model, while the page is open. Ending it stops whatever it does and frees the device at once. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FromModel, ToModel } from '../../train/llm/protocol.ts';
import type { Question } from '../../train/llm/study.ts';
import type { Asked } from './state.ts';
import { asking, idle, receive, stopped } from './state.ts';

interface Model {
  readonly asked: Asked;
  readonly ask: (model: string, question: Question) => void;
  readonly stop: () => void;
  readonly forget: (model: string) => void;
}

export function useLanguageModel(): Model {
  const [asked, setAsked] = useState<Asked>(idle);
  const worker = useRef<Worker | null>(null);
  const end = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  const post = useCallback(
    (m: ToModel) => {
      if (!worker.current) {
        const fresh = new Worker(new URL('../../train/llm/worker.ts', import.meta.url), { type: 'module' });
        const told = (m: FromModel): void => setAsked((a) => receive(a, m, performance.now()));
        fresh.onmessage = (e: MessageEvent<FromModel>) => worker.current === fresh && told(e.data);
        fresh.onerror = (e) => {
          e.preventDefault();
          if (worker.current !== fresh) return;
          told({ type: 'error', kind: 'network', message: e.message || 'the library could not be loaded' });
          end();
        };
        worker.current = fresh;
      }
      worker.current.postMessage(m);
    },
    [end],
  );
  const ask = useCallback(
    (model: string, question: Question) => {
      setAsked(asking(model, question, performance.now()));
      post({ type: 'ask', model, question });
    },
    [post],
  );
  const stop = useCallback(() => {
    end();
    setAsked(stopped);
  }, [end]);
  const forget = useCallback((model: string) => post({ type: 'forget', model }), [post]);
  useEffect(() => end, [end]);
  return { asked, ask, stop, forget };
}

/** Whether the adapter computes in half precision; null until it is known, and without an adapter. */
export function useHalfPrecision(): boolean | null {
  const [f16, setF16] = useState<boolean | null>(null);
  useEffect(() => {
    let current = true;
    // absent in browsers without WebGPU, whatever its type says
    const gpu = (navigator as { gpu?: GPU }).gpu;
    void gpu?.requestAdapter({ powerPreference: 'high-performance' }).then(
      (adapter) => current && setF16(adapter?.features.has('shader-f16') ?? null),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return f16;
}
