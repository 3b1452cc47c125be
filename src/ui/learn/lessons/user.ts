import type { Lesson } from '../content.ts';

export const user: Lesson = {
  id: 'user',
  title: 'What a user simulator is',
  about: 'Persuade a stranger yourself, then see what changes when every stranger is the same person.',
  steps: [
    {
      id: 'play',
      title: 'Play the persuader',
      text: [
        'A persuader asks a stranger for part of a small payment, for a children’s charity. You choose what the persuader does: one of ten ways to speak at every turn. In the lab a small network, the [[policy|policy]], learns to do what you do now.',
        'The stranger has a hidden [[profile|type]]. It answers as people of that type did in a collection of real dialogues; what it needs before it gives is this lab’s invention. Sentences are templates: both sides choose [[act|acts]].',
      ],
      demo: 'persuade',
      todo: [
        'Choose acts until the dialogue ends: with a donation, or because the stranger has left.',
        'Ask for the donation when you think you have earned enough trust. A second ask that brings no gift ends it, even if the answer sounds like a yes.',
      ],
      look: ['What do the answers tell you about who you are talking to?', 'Afterwards the type is told, and what would have won it.'],
      check: {
        claim: 'You have played a dialogue to its end.',
        when: { kind: 'done', what: 'dialogue' },
        yes: 'That was one [[rollout|rollout]]: a dialogue from beginning to end, and one number at the end of it.',
        no: '',
      },
    },
    {
      id: 'one-person',
      title: 'Now it is always the same person',
      text: [
        'Training takes many thousands of dialogues, so the other side is a [[simulator|simulator]]: a network that answers as a user would. If it answers nearly always as its most typical user, you meet the same person again and again.',
        'Here the stranger is of one type every time. Play a few dialogues. You need not read the answers any more: a script that worked once will work again.',
      ],
      demo: 'one-person',
      todo: ['Find a script that works, and repeat it.', 'Then go back one step and try the same script on strangers of all types.'],
      look: ['With one kind of user you can stop listening. What you learn that way is worth little with anybody else.'],
      check: {
        claim: 'You have won twice in a row against the same person.',
        when: { kind: 'done', what: 'one-person' },
        yes: 'This is what a policy does with a collapsed simulator, only faster. The next lesson shows such a simulator.',
        no: '',
      },
    },
  ],
};
