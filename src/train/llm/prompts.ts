/** What a language model is asked: one answer of the persuadee, or a list of answers with probabilities (Verbalized Sampling, arXiv 2510.01171, in words of our own). */

export interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

const WHO =
  'You are a person who has just finished a small paid task online and got $2 for it. Another worker writes to you in a chat about a charity that helps children. ' +
  'Answer as this person would, in one short sentence of everyday English, without quotation marks.';

/** Asked directly. */
export const directPrompt = (line: string): Message[] => [
  { role: 'system', content: WHO },
  { role: 'user', content: line },
];

/** Asked for a list of `k` answers. */
export const listPrompt = (line: string, k: number): Message[] => [
  { role: 'system', content: WHO },
  {
    role: 'user',
    content:
      `The other worker writes: ${JSON.stringify(line)}\n` +
      `People differ in what they answer. Write ${k} different answers that people in your place could give, each with its probability, as JSON and nothing else: ` +
      '[{"text": "...", "probability": 0.0}, ...]',
  },
];
