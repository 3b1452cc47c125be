/** A language model in a worker of its own. The library comes with the first question only, its weights from the network; ending the worker frees the device at once. */
import type { FromModel, ToModel } from './protocol.ts';
import { serve } from './serve.ts';

const answer = serve(
  () => import('@mlc-ai/web-llm'),
  (m: FromModel) => self.postMessage(m),
);
self.onmessage = (e: MessageEvent<ToModel>) => void answer(e.data);
