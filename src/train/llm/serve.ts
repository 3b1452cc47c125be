/** The worker's work, with the library handed in, so that it is tested against its interface. One model is held at a time; questions are answered one after the other. */
import { faultOf } from './faults.ts';
import type { FromModel, ToModel } from './protocol.ts';
import type { ChatEngine } from './study.ts';
import { study } from './study.ts';

type Loaded = ChatEngine & { unload(): Promise<void> };

export interface LoadProgress {
  readonly progress: number;
  readonly text: string;
}

/** The functions of @mlc-ai/web-llm that are used. */
export interface Library {
  readonly CreateMLCEngine: (model: string, config: { initProgressCallback: (p: LoadProgress) => void }) => Promise<Loaded>;
  readonly deleteModelAllInfoInCache: (model: string) => Promise<void>;
}

export function serve(library: () => Promise<Library>, send: (m: FromModel) => void): (m: ToModel) => Promise<void> {
  let held: { readonly model: string; readonly engine: Loaded } | null = null;
  const drop = async (): Promise<void> => {
    const old = held;
    held = null;
    await old?.engine.unload();
  };
  const load = async (model: string): Promise<ChatEngine> => {
    if (held?.model === model) return held.engine;
    await drop();
    send({ type: 'loading', fraction: 0, text: 'Loading the library' });
    const { CreateMLCEngine } = await library();
    const engine = await CreateMLCEngine(model, { initProgressCallback: (p) => send({ type: 'loading', fraction: Math.min(1, Math.max(0, p.progress)), text: p.text }) });
    held = { model, engine };
    return engine;
  };
  const handle = async (m: ToModel): Promise<void> => {
    try {
      if (m.type === 'forget') {
        if (held?.model === m.model) await drop();
        await (await library()).deleteModelAllInfoInCache(m.model);
        send({ type: 'forgotten' });
        return;
      }
      const engine = await load(m.model);
      send({ type: 'loaded' });
      await study(engine, m.question, (answer, done, of) => send({ type: 'answer', answer, done, of }));
      send({ type: 'done' });
    } catch (e) {
      await drop().catch(() => undefined); // after a fault the engine is not to be trusted
      send({ type: 'error', ...faultOf(e) });
    }
  };
  let last = Promise.resolve();
  return (m) => (last = last.then(() => handle(m)));
}
