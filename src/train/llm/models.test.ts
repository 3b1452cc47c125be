import { expect, it } from 'vitest';
import { HOSTS, LANGUAGE_MODELS, prebuiltId } from './models.ts';

it('names models of the library, with its figures and its hosts', async () => {
  const { prebuiltAppConfig } = await import('@mlc-ai/web-llm');
  for (const m of LANGUAGE_MODELS)
    for (const f16 of [true, false]) {
      const record = prebuiltAppConfig.model_list.find((r) => r.model_id === prebuiltId(m.id, f16));
      expect(record, m.id).toBeDefined();
      expect(record!.vram_required_MB, m.id).toBe(f16 ? m.memory.f16 : m.memory.f32);
      for (const url of [record!.model, record!.model_lib]) expect(HOSTS).toContain(new URL(url).host);
      // without half precision nothing that needs it is loaded
      if (!f16) expect(record!.required_features ?? []).not.toContain('shader-f16');
    }
});
