import type { Lesson } from '../content.ts';

const measured = { theoryEvery: 20 } as const;

export const theory: Lesson = {
  id: 'theory',
  title: 'Why the gradient follows the mode',
  about: 'The theory of collapse beside its own quantities, measured while a policy trains.',
  steps: [
    {
      id: 'eps',
      title: 'How little is left: ε',
      text: [
        'At every decision of the user there is a most likely answer, the [[mode|mode]]. The [[epsilon|collapse error ε]] is the chance that the simulator says anything else. Added up over a dialogue and averaged it is [[epsbar|ε̄]].',
        'A simulator with a small ε̄ nearly always plays one and the same dialogue partner. The networks here are small enough that ε is known exactly, not estimated.',
      ],
      formulas: [
        {
          tex: String.raw`\varepsilon(s,a) = 1 - \varphi(a^* \mid s, a), \qquad \bar\varepsilon = \mathbb E\Bigl[\textstyle\sum_t \varepsilon(s_t, a_t)\Bigr]`,
          plain: 'ε(s, a) = 1 − φ(a* | s, a); ε̄ = E[Σ ε(s_t, a_t)]',
          symbols: [
            [String.raw`s`, 'is the dialogue so far.'],
            [String.raw`a`, 'is what the persuader has just done.'],
            [String.raw`a^*`, 'is the user’s most likely answer to it.'],
            [String.raw`\varphi(a^* \mid s, a)`, 'is the probability the simulator gives to that answer.'],
            [String.raw`\mathbb E[\cdot]`, 'is the mean over dialogues, and the sum runs over the turns of one.'],
          ],
        },
      ],
      todo: ['Set up and run; the theory tab below the charts opens.', 'Find “Collapse error” there.'],
      look: ['How large is ε̄ with this simulator? In some two dialogues of ten it would say something unexpected once, if it were 0.2.'],
      link: { arms: ['single'], set: measured, tab: 'theory' },
      check: {
        claim: 'ε̄ ends below 0.5: in half of the dialogues, or more, not one answer is unexpected.',
        when: { kind: 'below', arm: 'single', metric: 'sim.epsBar', value: 0.5 },
        yes: 'This simulator hardly ever leaves its mode.',
        no: 'This one does leave its mode; γ may have been changed.',
      },
    },
    {
      id: 'bound',
      title: 'The bound on the gradient',
      text: [
        'Now replace the simulator by one that always gives its mode. How different would the learning signal be? Theorem 3.2 of the paper, inequality (5), says: at most twice a constant times ε̄. So a policy trained with a collapsed simulator is trained, nearly, on one fixed person.',
        'The lab measures both sides while it trains: the [[bias|distance of the two gradients]], and the bound. A bound may be far above what it bounds; it must not be below.',
      ],
      formulas: [
        {
          tex: String.raw`\bigl\| \nabla J_{\varphi} - \nabla J_{\text{mode}} \bigr\| \;\le\; 2\, B\, R_{\max}\, \bar\varepsilon \qquad (5)`,
          plain: '‖∇J(φ) − ∇J(mode)‖ ≤ 2 B Rmax ε̄',
          symbols: [
            [String.raw`J_{\varphi}`, 'is the mean reward when the simulator answers.'],
            [String.raw`J_{\text{mode}}`, 'is the mean reward when every user always gives its most likely answer.'],
            [String.raw`\nabla`, 'is the gradient to the policy’s parameters, which is all that training follows.'],
            [String.raw`B`, 'is the longest score of a dialogue: how strongly the parameters can react to what was done in it.'],
            [String.raw`R_{\max}`, 'is the largest reward there is, here 1.'],
            [String.raw`\bar\varepsilon`, 'is the collapse error of a dialogue, from the step before.'],
          ],
        },
      ],
      todo: ['With the same run, find “Gradient bias” in the theory tab. Its axis is in powers of ten.'],
      look: ['The dotted line is the bound. How far below it is what was measured?', 'B is estimated from a few dialogues, so the bound drawn is, if anything, too low.'],
      link: { arms: ['single'], set: measured, tab: 'theory' },
      check: {
        claim: 'At every measurement the bias is within its bound.',
        when: { kind: 'bounded', arm: 'single', metric: 'grad.bias', bound: 'grad.biasBound' },
        yes: 'As the theorem says.',
        no: 'That would contradict a theorem, so look for the fault in the estimates: few dialogues, and B from fewer still.',
      },
    },
    {
      id: 'variance',
      title: 'Where the variance comes from',
      text: [
        'A policy learns from differences in reward. They come from two sides: from what the policy chose, and from [[usershare|who the user was and how it answered]]. Equation (6) splits the variance so; Lemma 3.3 says that the user’s part is at most $R_{\\max}^2 \\bar\\varepsilon$.',
        'Look at the user’s part itself, not only at its share: when the policy stops varying, its own part vanishes, and the share of the users can rise towards 1 although there is almost nothing left to learn from.',
      ],
      formulas: [
        {
          tex: String.raw`\operatorname{Var} R = \underbrace{\mathbb E_{\pi}\bigl[\operatorname{Var}_{\varphi}(R)\bigr]}_{\text{users}} + \underbrace{\operatorname{Var}_{\pi}\bigl[\mathbb E_{\varphi}(R)\bigr]}_{\text{policy}}, \qquad \text{users} \le R_{\max}^2\, \bar\varepsilon \qquad (6)`,
          plain: 'Var R = E[Var R | acts] + Var E[R | acts]; the first is at most R²max ε̄',
          symbols: [
            [String.raw`\operatorname{Var} R`, 'is how much rewards differ from dialogue to dialogue.'],
            [String.raw`\operatorname{Var}_{\varphi}(R)`, 'is how much they differ when the policy’s choices are held fixed and only users vary.'],
            [String.raw`\mathbb E_{\varphi}(R)`, 'is the mean over users for given choices of the policy.'],
            [String.raw`\pi`, 'as an index says that the mean, or the variance, is taken over the policy’s choices.'],
          ],
        },
      ],
      todo: ['In the theory tab compare “Share of variance from the users” with “Variance from the users”.'],
      look: ['Does the measured part stay below the dotted bound?'],
      link: { arms: ['single'], set: measured, tab: 'theory' },
      check: {
        claim: 'At every measurement the users’ part of the variance is within its bound.',
        when: { kind: 'bounded', arm: 'single', metric: 'variance.user', bound: 'variance.bound' },
        yes: 'A simulator without surprises leaves hardly any variance that tells about people.',
        no: 'Both sides are estimates from nested samples of dialogues; near the bound they can cross by chance.',
      },
    },
    {
      id: 'exploit',
      title: 'The script takes over',
      text: [
        'Call those scripts that are best against the mode [[exploit|mode-exploit strategies]], and let $q_k$ be their share after k updates. Corollary 3.5 says that it grows at least like a logistic curve: slowly at first, then all at once, towards 1. Collapse of the simulator becomes collapse of the policy.',
        'The corollary is proved for an idealised learner. The lab counts how many training dialogues follow such a script.',
      ],
      formulas: [
        {
          tex: String.raw`q_k \;\ge\; \frac{1}{1 + \frac{1-q_0}{q_0}\, e^{-k g}}, \qquad g = \eta\,(\Delta - 2 R_{\max} \bar\varepsilon - 2 \zeta) - \rho`,
          plain: 'q_k ≥ 1 / (1 + (1 − q₀)/q₀ · e^(−k g)), g = η (Δ − 2 Rmax ε̄ − 2 ζ) − ρ',
          symbols: [
            [String.raw`q_k`, 'is the share of mode-exploit strategies after k updates, and q with index 0 that before training.'],
            [String.raw`g`, 'is how fast they gain; the corollary promises collapse where it is positive.'],
            [String.raw`\eta`, 'is the step size of the learner.'],
            [String.raw`\Delta`, 'is how much more such a script earns with the mode than any other strategy.'],
            [String.raw`\zeta`, 'is the largest error in the estimated values.'],
            [String.raw`\rho`, 'is the pull of the penalty that holds the policy to its start.'],
          ],
        },
      ],
      todo: ['Find “Mode-exploit strategies” in the theory tab.'],
      look: ['Where does the curve rise fastest? Compare with the entropy chart above.'],
      link: { arms: ['single'], set: measured, tab: 'theory' },
      check: {
        claim: 'The share of mode-exploit strategies rises by at least 0.4.',
        when: { kind: 'rises', arm: 'single', metric: 'policy.exploitMass', by: 0.4 },
        yes: 'Most training dialogues now follow a script made for one person.',
        no: 'Not in this run. A shorter run, or a milder simulator, leaves them fewer.',
      },
    },
  ],
};
