/** A study as somebody might have done it. */
import { philoxStream } from '../../../gpu-kernels/random/philox.ts';
import type { Conversation, Study, StudyArm } from '../schema.ts';
import { GIFTS, orderOf, STUDY_FORMAT, STUDY_VERSION } from '../schema.ts';

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** `give`: chance of a donation by arm. */
export function madeUpStudy(seed = 5, arms: readonly StudyArm[] = ['start', 'single', 'population'], perArm = 2, give: (arm: StudyArm) => number = () => 0.5): Study {
  const empty: Study = {
    format: STUDY_FORMAT,
    version: STUDY_VERSION,
    participant: hex(seed + 1, 16),
    seed,
    perArm,
    source: {
      engine: 3,
      scenario: 'persuasion',
      settings: { gamma: 16, model: 'M', arms: arms.filter((a) => a !== 'start') },
      policies: arms.map((arm, i) => ({ arm, update: arm === 'start' ? 0 : 250, weights: hex(i + 1, 64), run: arm === 'start' ? null : hex(i + 100, 64) })),
    },
    conversations: [],
  };
  const next = philoxStream(seed, 9);
  const conversations = orderOf(empty).map((arm, index): Conversation => {
    const gives = next() < give(arm);
    const donation = gives ? GIFTS[Math.floor(next() * GIFTS.length)]! : 0;
    return {
      index,
      arm,
      turns: [
        { act: 'inquiry', answer: 'question', by: 'typed' },
        { act: 'ask', answer: null, by: null },
      ],
      ended: gives ? 'donated' : 'left',
      donation,
      naturalness: 1 + Math.floor(next() * 7),
      again: index % 2 ? null : true,
    };
  });
  return { ...empty, conversations };
}
