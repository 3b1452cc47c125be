/** Terms that open in place. A plain sentence first; the formula, where there is one, last. */
export const GLOSSARY = {
  policy: { term: 'Policy', text: 'The network that is being trained: it reads the dialogue so far and chooses what to say next.', formula: 'π(a | s)' },
  simulator: {
    term: 'Simulator',
    text: 'A stand-in for a person: a network that answers as a user would, so that a policy can practise on it millions of times.',
    formula: 'φ(u | s, a)',
  },
  collapse: {
    term: 'Mode collapse',
    text: 'A model that could answer in many ways answers nearly always in the same one, its most typical. Training against such a simulator means meeting the same person again and again.',
  },
  heldout: {
    term: 'Held-out',
    text: 'Kept away from training. Held-out simulators are other simulated users that the policy is only measured on: they show whether it learned to persuade or learned one simulator by heart.',
  },
  real: {
    term: 'Real users',
    text: 'Generating programs fitted to answers in Persuasion for Good (P4G), with needs that are this lab’s invention. Only the arm called “Real users” trains on them; every other is only measured on them. They stand for people; they are not people.',
  },
  entropy: {
    term: 'Entropy',
    text: 'How varied the policy’s choices are. Choosing evenly among 10 acts gives 2.30 nats; always choosing the same act gives 0.',
    formula: 'H = −Σ p ln p',
  },
  update: { term: 'Update', text: 'One round of learning: play some hundred dialogues, compare their rewards within groups, and change the policy’s weights once.' },
  seed: {
    term: 'Seed',
    text: 'One independent repetition of the whole experiment, with its own random numbers. Seeds are trained at the same time; where they disagree, do not trust a single curve.',
  },
  gamma: {
    term: 'Gamma, γ',
    text: 'How strongly alignment sharpened the simulator: probabilities are first cut to their nucleus (the likeliest answers that make up 0.9) and then raised to this power, so that what was somewhat more likely becomes nearly certain. At 1 only the rarest answers are cut.',
    formula: 'φ ∝ nucleus(P, 0.9)^γ',
  },
  grpo: {
    term: 'GRPO',
    text: 'Group relative policy optimisation: a group is a batch of G dialogues whose rewards are compared. All dialogues start alike and users are drawn per dialogue; a dialogue counts as good or bad against the mean reward of its own group.',
  },
  success: { term: 'Success', text: 'A dialogue succeeds when it ends in a donation, of any amount.' },
} as const satisfies Record<string, { readonly term: string; readonly text: string; readonly formula?: string }>;

export type GlossaryId = keyof typeof GLOSSARY;
