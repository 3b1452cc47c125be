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
  arm: {
    term: 'Arm',
    text: 'One kind of training users. Arms of one run share every setting that does not define them, the policy they start from, and for each seed the same random numbers.',
  },
  interval: {
    term: '95 % bootstrap interval',
    text: 'The seeds are drawn again and again with replacement, and the mean is taken each time; the interval holds the middle 95 % of those means. With few seeds it is rough.',
  },
  paired: {
    term: 'Paired difference',
    text: 'The difference of two arms, taken seed by seed before anything is averaged. Both arms of a seed share its random numbers, so what is special about the seed cancels.',
  },
  verbalized: {
    term: 'Verbalized Sampling',
    text: 'The simulator is asked to write a list of what it could be or say, with probabilities, and one entry is drawn. A collapsed simulator’s lists can still know about the rarer people.',
  },
  distance: {
    term: 'Total variation',
    text: 'How far apart two distributions are: the largest difference in probability that they give to any event. 0 is the same, 1 is no overlap.',
    formula: 'TV(p, q) = ½ Σ |p − q|',
  },
  crossplay: { term: 'Cross-play', text: 'Every policy plays with every kind of user, those of the other arms included. What a policy learned of people shows off its own diagonal.' },
  epsbar: {
    term: 'Collapse error, ε̄',
    text: 'How often, summed over a dialogue, the simulator leaves its most likely answer. Near 0 it always plays the same person, and little can be learned beyond that person.',
    formula: 'ε̄ = E[Σ (1 − φ(a* | s, a))]',
  },
  bias: {
    term: 'Gradient bias',
    text: 'How far the learning signal with these users is from the one with users who always give their most likely answer. The smaller the collapse error, the smaller it must be: the policy is then trained on one person.',
    formula: '‖∇J(φ) − ∇J(mode)‖ ≤ 2 B Rmax ε̄',
  },
  usershare: {
    term: 'Variance from the users',
    text: 'How much of the spread of rewards is due to who the user is and how it answers, not to what the policy chose. It is what a policy can learn about people from.',
    formula: 'Var R = E[Var R | acts] + Var E[R | acts] ; the first is at most R²max ε̄',
  },
  exploit: {
    term: 'Mode-exploit strategy',
    text: 'A script that is best against the simulator’s most likely user. Under a collapsed simulator its share of the dialogues grows towards one.',
  },
  strategy: { term: 'Strategy', text: 'The whole sequence of acts of a dialogue. Its entropy counts how many different dialogues the policy holds, where policy entropy counts single choices.' },
  resampled: {
    term: '95 % bootstrap interval',
    text: 'The values (conversations of one person, or people) are drawn again and again with replacement, and the mean is taken each time; the interval holds the middle 95 % of those means. With few values it is too narrow.',
  },
  welch: {
    term: 'Welch’s t test',
    text: 'Asks how often two groups would differ at least this much if nothing but chance told them apart; the groups may vary differently. A small p is a surprise, not a proof.',
    formula: 't = (x̄ − ȳ) / √(s²x/n + s²y/m)',
  },
  holm: {
    term: 'Holm’s correction',
    text: 'Who compares many pairs will find a small p by luck. The smallest p is multiplied by the number of pairs, the next by one less, and so on, so that the chance of even one false alarm stays at 5 %.',
  },
  success: { term: 'Success', text: 'A dialogue succeeds when it ends in a donation, of any amount.' },
} as const satisfies Record<string, { readonly term: string; readonly text: string; readonly formula?: string }>;

export type GlossaryId = keyof typeof GLOSSARY;
