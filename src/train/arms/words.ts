/** What each arm is called and whom it trains against, in words: for the page and the command line, which must not load the engine for them. */
import type { ArmId } from '../settings.ts';

export interface ArmWords {
  readonly label: string;
  /** one sentence: the users this arm trains against */
  readonly users: string;
}

export const ARM_WORDS: Readonly<Record<ArmId, ArmWords>> = {
  base: { label: 'No training', users: 'The same simulator as in the single arm; the policy is only measured.' },
  single: { label: 'One frozen simulator', users: 'One simulated user, sharpened by alignment and never updated.' },
  persona: { label: 'Persona prompts', users: 'The same frozen simulator, told in each dialogue which type of user to be.' },
  temperature: { label: 'High temperature', users: 'The same frozen simulator, sampled at a higher temperature.' },
  ensemble: { label: 'Ensemble of three', users: 'Three frozen simulators of different families, in rotation.' },
  verbalized: { label: 'Verbalized Sampling', users: 'The same frozen simulator, asked for a list of what it could be or say, with probabilities; one entry is drawn.' },
  cotrain: { label: 'Co-Training (one simulator)', users: 'A simulator that starts mildly aligned and learns on the same dialogues, paid by the simulator reward.' },
  population: { label: 'Co-Training (population)', users: 'A buffer of past checkpoints of a simulator that learns; each group of dialogues meets one of them.' },
  selfplay: { label: 'Self-play', users: 'The policy’s own network in the user’s role: one network plays both sides and learns from both.' },
  uniform: { label: 'Uniform profiles', users: 'The simulator before alignment, made to be every type of user equally often.' },
  oracle: { label: 'Real users', users: 'The real users themselves.' },
};
