import { USER_TYPES } from '../../../sim/persuasion/data.ts';
import type { Lesson } from '../content.ts';

export const cotraining: Lesson = {
  id: 'cotraining',
  title: 'Co-Training',
  about: 'Let the simulator learn as well, and watch who it becomes.',
  steps: [
    {
      id: 'profile',
      title: 'Watch the profile move',
      text: [
        'In [[cotraining|Co-Training]] the simulator learns too, from the same dialogues, for a reward of its own. With the [[curriculum|curriculum]] reward it is paid most when about half of a group’s dialogues succeed: it drifts away from users who are always won, and from users who never are.',
        'One simulator can do so alone (arm “Co-Training (one simulator)”). A [[population|population]] keeps the simulator’s last few versions and lets each group of dialogues meet one of them (arm “Co-Training (population)”, the one behind the button). What moves most is its first decision: who to be.',
      ],
      formulas: [
        {
          tex: String.raw`r_{\text{sim}} = \exp\Bigl(-\frac{(\sigma^2 - 0.25)^2}{0.02}\Bigr)`,
          plain: 'r = exp(−(σ² − 0.25)² / 0.02)',
          symbols: [
            [String.raw`r_{\text{sim}}`, 'is what the simulator is paid for a group.'],
            [String.raw`\sigma^2`, 'is the variance of success within the group; 0.25, its largest value, is reached when half succeed.'],
          ],
        },
      ],
      todo: ['Set up and run.', 'Watch the training users tab: each layer is one type of user.'],
      look: ['Does one layer take over, or do they take turns? When a policy has learned one type, where does the simulator go?'],
      link: { arms: ['population'], tab: 'users' },
      check: {
        claim: 'At some update a type’s share among training users is 0.1 away from where it began.',
        when: { kind: 'moves', arm: 'population', metrics: USER_TYPES.map((t) => `sim.profile.${t}`), by: 0.1 },
        yes: 'The simulator became other users than it began with: a moving target cannot be learned by heart.',
        no: 'It hardly moved. Its learning rate and its anchor are under Settings, Advanced.',
      },
    },
    {
      id: 'compare',
      title: 'Against the frozen one',
      text: [
        'The frozen simulator and the population, side by side, with everything else equal. The learning simulator starts milder (γ 2) than the frozen one (γ 16): keep in mind that this alone makes a difference.',
      ],
      todo: ['Set up and run: about two minutes without a graphics card.', 'Switch the first chart between “Held-out”, “Train” and “Real users”.'],
      look: ['Which arm is ahead in training, and which with users it has not met?', 'The entropy of both policies.'],
      link: { arms: ['single', 'population'], tab: 'users', measure: 'heldout' },
      check: {
        claim: 'Held-out, the population ends at least 0.1 above the frozen simulator.',
        when: { kind: 'ahead', arm: 'population', of: 'single', metric: 'success.heldout', by: 0.1 },
        yes: 'It did. How much of that is learning, and how much a milder start? Run the frozen simulator at γ 2 (lesson “How a simulator collapses”) and compare.',
        no: 'Not in this run. One simulator without a store of old versions (arm “Co-Training (one simulator)”) is less steady still.',
      },
    },
  ],
};
