/** Terms of the field that the lessons use beside those of the page. One plain sentence first, and what it means here. */
export const MORE_TERMS = {
  act: { term: 'Dialogue act', text: 'What somebody does by speaking: asks, tells a story, gives a reason. Policies and users here choose acts; sentences are templates for reading.' },
  token: { term: 'Token', text: 'One symbol that a network reads or writes. Here an act, an answer, or a probability in a list is one token.' },
  world: { term: 'World', text: 'The rules outside both speakers: they keep count of trust and patience and decide whether money is given. Nobody learns them by being told.' },
  profile: { term: 'Profile', text: 'Who a user is: one of four types with needs of their own. The policy never sees it and can only guess it from the answers.' },
  rollout: { term: 'Rollout', text: 'A dialogue played from beginning to end with the policy as it is now, so that something can be learned from it.' },
  reward: {
    term: 'Reward',
    text: 'The number a dialogue is worth: the donation, at most 1 at two dollars, a little less for each turn that passed. Nothing else is paid for.',
    formula: 'R = min(donation / $2, 1) · 0.97^turns',
  },
  baseline: {
    term: 'Baseline',
    text: 'What a reward is compared with before anything is learned from it. Here it is the mean reward of the group: only doing better than one’s siblings counts.',
    formula: 'b = mean of the group',
  },
  advantage: {
    term: 'Advantage',
    text: 'How much better a dialogue went than its group, in units of the group’s spread. Acts of dialogues with a positive advantage become likelier, those with a negative one rarer.',
    formula: 'A = (R − mean) / sd',
  },
  zerovariance: { term: 'Group without variance', text: 'A group whose dialogues all earned the same. Every advantage is then zero, and the group teaches nothing.', formula: 'sd = 0 → A = 0' },
  logits: {
    term: 'Logits',
    text: 'The numbers a network gives to the things it could choose, before they are made into probabilities: the higher, the likelier.',
    formula: 'p = exp(l) / Σ exp(l)',
  },
  gradient: { term: 'Gradient', text: 'For every parameter, which way and how strongly a small change of it would change what is being optimised.', formula: '∇ log π(a | s) · A' },
  score: { term: 'Score function', text: 'The gradient of the log-probability of what was done: the direction in parameter space that makes it likelier.', formula: '∇ log π(a | s)' },
  clip: {
    term: 'Clipped surrogate',
    text: 'The objective that is optimised in place of the reward itself: advantages times how much likelier the act has become, with no credit for going further than a set ratio in one update.',
    formula: 'min(ρ A, clip(ρ, 0.8, 1.28) A), ρ = π / π_old',
  },
  kl: {
    term: 'KL divergence',
    text: 'How far one distribution has moved from another, in nats. A small penalty on it holds the policy near where it started.',
    formula: 'KL(π ‖ π₀) = Σ π log(π / π₀)',
  },
  anchor: { term: 'Anchor', text: 'A penalty for leaving the start. A simulator that learns is held by one, or it may become a user that nobody is.', formula: 'β KL(φ ‖ φ₀)' },
  adamw: { term: 'AdamW', text: 'The rule that turns a gradient into a step: every parameter gets a step of about the same size, in the direction its gradient has had of late.' },
  mode: { term: 'Mode', text: 'The most likely answer, or the most likely kind of user. A collapsed simulator gives hardly anything else.', formula: 'a* = argmax φ(u | s, a)' },
  epsilon: {
    term: 'Collapse error, ε',
    text: 'How often a simulator leaves its most likely answer at one decision. At 0 it is a machine with one answer to everything.',
    formula: 'ε = 1 − φ(a* | s, a)',
  },
  sharpening: {
    term: 'Sharpening',
    text: 'Raising probabilities to a power and dividing by their sum: what was likelier than the rest becomes much likelier, the rest vanishes.',
    formula: 'φ ∝ P^γ',
  },
  typicality: {
    term: 'Typicality bias',
    text: 'People who compare two answers prefer the more familiar one, all else equal. A model tuned to such preferences sharpens towards what is typical.',
    formula: 'γ = 1 + α / β',
  },
  nucleus: { term: 'Nucleus', text: 'The likeliest answers that together hold a given share of the probability, here 0.9. What lies outside is cut.' },
  eta: {
    term: 'List error, η',
    text: 'How far the distribution that a written list amounts to is from the simulator before alignment. 0 would be a perfect list.',
    formula: 'η = TV(p_VS, P)',
  },
  selfplay: { term: 'Self-play', text: 'One network plays both sides and learns from both.' },
  cotraining: {
    term: 'Co-Training',
    text: 'The simulator learns as well, from the same dialogues as the policy, for a reward of its own. It cannot stay one fixed person that the policy has learned by heart. Two arms do this: one with one simulator (cotrain), one with a population of its past versions (population, behind the button Co-Training).',
  },
  population: {
    term: 'Population',
    text: 'A small store of the simulator’s own past versions; each group of dialogues meets one of them, so that the policy cannot forget how to deal with the older ones.',
    formula: 'ε = 1 − 1/K for K disjoint modes',
  },
  curriculum: {
    term: 'Curriculum reward',
    text: 'The learning simulator is paid most when about half of a group’s dialogues succeed: neither hopeless nor easy, so that there is something to learn from.',
    formula: 'exp(−(σ² − 0.25)² / 0.02)',
  },
  sharedreward: { term: 'Shared reward', text: 'The learning simulator is paid what the policy is paid. It does best by becoming the user that is easiest to please.' },
  adversarial: {
    term: 'Adversarial reward',
    text: 'The learning simulator is paid when the policy fails. Without an anchor it can become a user that cannot be pleased at all, or run from one hard type to the next.',
    formula: '1 − R',
  },
  randomisation: {
    term: 'Domain randomisation',
    text: 'Training on every kind of situation equally often, instead of on a learned distribution of them. Simple and strong where one knows the list of kinds.',
  },
  ensemble: { term: 'Ensemble', text: 'Several frozen simulators in rotation. It helps as far as they differ; simulators that were aligned alike often collapse alike.' },
  persona: { term: 'Persona prompt', text: 'An instruction to the simulator to be a certain kind of user. A collapsed simulator follows it only in part.' },
  temperature: {
    term: 'Temperature',
    text: 'A number that flattens or sharpens the probabilities while sampling. It cannot bring back what alignment has removed, and it makes noise where there was knowledge.',
    formula: 'p ∝ exp(l / τ)',
  },
  iqm: {
    term: 'Interquartile mean, IQM',
    text: 'The mean of the middle half of the values: one lucky or unlucky seed moves it less than the mean, and it wastes less than the median.',
  },
  control: { term: 'Control', text: 'A cheap thing to compare with. A remedy is only worth its cost if it beats what could be had without it.' },
} as const satisfies Record<string, { readonly term: string; readonly text: string; readonly formula?: string }>;
