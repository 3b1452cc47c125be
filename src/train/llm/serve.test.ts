import { describe, expect, it, vi } from 'vitest';
import { faultOf } from './faults.ts';
import type { FromModel, ToModel } from './protocol.ts';
import type { Library } from './serve.ts';
import { serve } from './serve.ts';

const ask = (model: string): ToModel => ({ type: 'ask', model, question: { act: 'ask', replies: 5, perList: 5, seed: 1 } });

function withLibrary(create: (model: string) => Promise<string>) {
  const sent: FromModel[] = [];
  const unload = vi.fn(() => Promise.resolve());
  const CreateMLCEngine = vi.fn<Library['CreateMLCEngine']>(async (model, { initProgressCallback }) => {
    initProgressCallback({ progress: 0.5, text: 'Fetching' });
    const content = await create(model);
    return { chat: { completions: { create: () => Promise.resolve({ choices: [{ message: { content } }] }) } }, unload };
  });
  const deleteModelAllInfoInCache = vi.fn(() => Promise.resolve());
  const library = { CreateMLCEngine, deleteModelAllInfoInCache };
  return {
    sent,
    unload,
    library,
    handle: serve(
      () => Promise.resolve(library),
      (m) => sent.push(m),
    ),
  };
}

describe('the worker', () => {
  it('loads once, asks, and changes the model only when another is asked', async () => {
    const { sent, unload, library, handle } = withLibrary(() => Promise.resolve('Sure, I will give.'));
    await handle(ask('a'));
    expect(sent.filter((m) => m.type === 'loading').map((m) => m.fraction)).toEqual([0, 0.5]);
    expect(sent.filter((m) => m.type === 'answer')).toHaveLength(6);
    expect(sent.at(-1)).toEqual({ type: 'done' });
    await handle(ask('a'));
    expect(library.CreateMLCEngine).toHaveBeenCalledTimes(1);
    await handle(ask('b'));
    expect(unload).toHaveBeenCalledTimes(1);
    expect(library.CreateMLCEngine).toHaveBeenCalledTimes(2);
  });

  it('forgets a model that it holds', async () => {
    const { sent, unload, library, handle } = withLibrary(() => Promise.resolve('no'));
    await handle(ask('a'));
    await handle({ type: 'forget', model: 'a' });
    expect(unload).toHaveBeenCalledTimes(1);
    expect(library.deleteModelAllInfoInCache).toHaveBeenCalledWith('a');
    expect(sent.at(-1)).toEqual({ type: 'forgotten' });
  });

  it('says what went wrong, and can be asked again', async () => {
    let fails = true;
    const { sent, handle } = withLibrary(() => (fails ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('ok')));
    await handle(ask('a'));
    expect(sent.at(-1)).toEqual({ type: 'error', kind: 'network', message: 'Failed to fetch' });
    fails = false;
    await handle(ask('a'));
    expect(sent.at(-1)).toEqual({ type: 'done' });
  });

  it.each([
    ['memory', 'The device was lost: out of memory'],
    ['device', 'This model requires WebGPU extension shader-f16, which is not enabled in this browser.'],
    ['device', 'Unable to find a compatible GPU.'],
    ['network', "Failed to execute 'add' on 'Cache': Request failed"],
    ['other', 'something else'],
  ] as const)('tells apart: %s (%s)', (kind, message) => {
    expect(faultOf(new Error(message))).toEqual({ kind, message });
  });
});
