import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerbalized } from './read-list.ts';

describe('a verbalized list', () => {
  it('is read from JSON, with words around it and percentages in it', () => {
    expect(readVerbalized('[{"text": "No thanks.", "probability": 0.4}, {"text": "Sure", "probability": 0.6}]')).toEqual([
      { text: 'No thanks.', probability: 0.4 },
      { text: 'Sure', probability: 0.6 },
    ]);
    expect(readVerbalized('Here you are:\n```json\n{"text":" Why? ","probability":"35%"},\n{"text":"Ok","probability":"0.1"}\n```')).toEqual([
      { text: 'Why?', probability: 0.35 },
      { text: 'Ok', probability: 0.1 },
    ]);
  });

  it('keeps the whole entries of one that was cut off', () => {
    expect(readVerbalized('[{"text":"a","probability":0.5},{"text":"b","probability":0.2},{"text":"c","proba')).toHaveLength(2);
  });

  it.each([
    ['no list', 'I would say yes.'],
    ['one answer', '[{"text":"a","probability":1}]'],
    ['no probability', '[{"text":"a"},{"text":"b"}]'],
    ['nothing likely', '[{"text":"a","probability":0},{"text":"b","probability":0}]'],
    ['negative', '[{"text":"a","probability":-1},{"text":"b","probability":-1}]'],
    ['empty texts', '[{"text":"","probability":1},{"text":" ","probability":1}]'],
    ['nothing', ''],
  ])('is malformed: %s', (_, reply) => {
    expect(readVerbalized(reply)).toBeNull();
  });

  it('never throws, and whatever it reads is usable', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((s) => `[{"text":${JSON.stringify(s)},"probability":0.5},{"text":"x","probability":"${s}"}]`),
        ),
        (reply) => {
          for (const c of readVerbalized(reply) ?? []) {
            expect(c.text.trim()).not.toBe('');
            expect(c.probability).toBeGreaterThanOrEqual(0);
            expect(Number.isFinite(c.probability)).toBe(true);
          }
        },
      ),
    );
  });
});
