/** What a persuader says, written for this lab (no P4G utterances). At least eight a pool, so that a policy that plays one act all dialogue still varies its words. */
import type { PolicyAct } from './data.ts';

/** acts that read the same wherever they come; `ask` and `social` below depend on what came before */
export const POLICY_PHRASES: Readonly<Record<Exclude<PolicyAct, 'ask' | 'social'>, readonly string[]>> = {
  'foot-in-the-door': [
    'Even ten cents would help, nobody expects a large amount.',
    'You could start tiny: a nickel from your payment already counts.',
    'It does not have to be much, a few cents is a fine start.',
    'What about the smallest amount the form allows? You can always stop there.',
    'If everyone in this task gave five cents, a child would have school books for a year.',
    'Think of it as rounding your payment down by a few cents.',
    'A very small gift is just as welcome as a big one.',
    'Only a pinch of your payment, you would hardly notice it is gone.',
  ],
  'self-modeling': [
    'I am giving part of my own payment today.',
    'I have already set aside half of what I earn here for the charity.',
    'For what it is worth, I donate a little after every task I do.',
    'I put in a dollar of mine before we started talking.',
    'My share of today’s payment goes to the children too.',
    'I would not bring it up if I were not giving myself.',
    'I started with fifty cents last month and have kept it up since.',
    'I matched last week’s gift today, so I am in it with you.',
  ],
  'personal-story': [
    'When I was nine our house flooded, and a charity like this one paid for my school clothes.',
    'My sister volunteered in a camp for two summers, and she still writes to one of the girls she met.',
    'I once taught a boy who came to class hungry. A free breakfast changed his whole year.',
    'My mother grew up on parcels from strangers, and she never forgot the oranges.',
    'A neighbour’s son was treated in a clinic run by volunteers, and he is a nurse now.',
    'I remember sharing one textbook with three friends until somebody donated a box of them.',
    'My grandfather fled with nothing but a coat, and people he never met fed him for a winter.',
    'Last year I met a family who told me a small gift kept their daughter in school.',
  ],
  'emotion-appeal': [
    'Imagine a six-year-old going to bed hungry tonight, and again tomorrow.',
    'Some of these children have never had one safe night of sleep.',
    'It breaks my heart that a child can die for want of clean water.',
    'Picture the smile of a girl who gets her first pair of shoes.',
    'These children did nothing to deserve a war around them.',
    'Somewhere a mother is choosing which of her children eats today.',
    'Knowing that a stranger cares can give a frightened child hope.',
    'Nobody should have to be that small and that afraid.',
  ],
  'logical-appeal': [
    'A dollar goes further there than here: it pays for a week of clean water.',
    'Vaccines cost cents and prevent illnesses that cost hundreds, so early help is the cheap kind.',
    'Many small gifts add up: a thousand people at fifty cents equip a classroom.',
    'A child who stays in school earns more later, so the effect outlasts the gift.',
    'You would hardly notice the amount, but at the other end it is a full meal.',
    'Children are the ones who gain most years from the same help, so it makes sense to start with them.',
    'Without small donors only large grants decide where the money goes.',
    'The payment here is extra to you either way, so giving part of it costs you little and changes a lot.',
  ],
  'credibility-appeal': [
    'The charity publishes its audited accounts every year.',
    'Independent reviewers give it top marks for how it spends its money.',
    'It has worked in more than a hundred countries for about a century.',
    'Most of every dollar reaches programmes for children, and the rest is itemised.',
    'Its teams are local doctors and teachers, not visitors.',
    'You can look it up: the yearly report lists every project by name.',
    'Large hospitals and school boards work with it, and they check their partners.',
    'It was one of the first organisations to be certified for child protection.',
  ],
  'donation-information': [
    'Whatever you choose is taken straight from your task payment, there is no form to fill in.',
    'You can give anything from one cent up to the full two dollars.',
    'The research team passes the money on to the charity at the end of the study.',
    'You name an amount here in the chat, and that is all there is to it.',
    'Nothing is charged to a card, it only lowers what you are paid for this task.',
    'It is a single gift, nobody will sign you up for more.',
    'The rest of your payment comes to you as usual, within a day.',
    'Your name is not passed on, only the amount.',
  ],
  // all of them "do you", so that every yes and every no fits
  inquiry: [
    'Do you ever give to charity?',
    'Do you spend time with children, in the family perhaps?',
    'Do you know this charity?',
    'Do you care about causes far from home?',
    'Do you feel that small gifts matter?',
    'Do you follow the news about children in war zones?',
    'Do you like to help people you have never met?',
    'Do you ever do volunteer work?',
  ],
};

export const ASK_FIRST: readonly string[] = [
  'Would you like to give part of your payment to the charity?',
  'Would you be willing to donate some of what you earn here?',
  'How much of your payment would you like to pass on to the children?',
  'Could I put you down for a donation today?',
  'So, may I ask you for a donation from your payment?',
  'Would you share a bit of today’s payment with them?',
];

/** after an ask that did not end in a donation */
export const ASK_AGAIN: readonly string[] = [
  'Let me ask once more: would you give something from your payment?',
  'Knowing all this now, would you reconsider a donation?',
  'Is there an amount you would feel comfortable giving after all?',
  'Before we finish: could you see your way to a donation?',
  'Would you change your mind and donate some of your payment?',
  'One last time, may I note down a donation for you?',
];

export const SOCIAL_GREETING: readonly string[] = [
  'Hello! How are you doing today?',
  'Hi there, nice to meet you.',
  'Good day! I hope the week is treating you well.',
  'Hey, thanks for joining this chat.',
  'Hi! How has your day been so far?',
  'Hello, glad we were paired up.',
];

export const SOCIAL_MIDDLE: readonly string[] = [
  'I am enjoying this chat, by the way.',
  'Thank you for hearing me out.',
  'I like how open you are.',
  'I appreciate you taking the time.',
  'It is nice to talk with someone who thinks about these things.',
  'Ha, fair enough.',
  'I hope I am not keeping you from anything.',
  'Thanks for being so frank with me.',
];

export const SOCIAL_GOODBYE: readonly string[] = [
  'Thank you for your time, and have a lovely day.',
  'It was a pleasure talking with you. Take care!',
  'Thanks for the chat. All the best to you.',
  'I will leave it there. Have a good evening!',
  'Goodbye, and thank you for listening.',
  'That is all from me. Enjoy the rest of your day!',
];

/** put before the first line when it is not small talk */
export const OPENERS: readonly string[] = ['Hi! ', 'Hello! ', 'Hi there. ', 'Good day. ', 'Hey, thanks for joining. '];

/** put before a line, in half of the cases, to pick up the last answer */
export const PICK_UPS: Readonly<Record<'question' | 'refuse' | 'negative' | 'positive' | 'agree', readonly string[]>> = {
  question: ['Good question. ', 'Fair question. ', 'I am glad you ask. ', 'Let me put it this way. '],
  refuse: ['I respect that. ', 'I understand. ', 'That is your choice, of course. ', 'No hard feelings. '],
  negative: ['I see. ', 'I hear you. ', 'That is fair. ', 'Okay, understood. '],
  positive: ['Great. ', 'I am happy to hear it. ', 'Wonderful. ', 'That is good to know. '],
  agree: ['That means a lot. ', 'Thank you. ', 'How kind. ', 'Lovely. '],
};
