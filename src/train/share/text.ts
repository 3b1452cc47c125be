/** Title and note of a link: plain text from strangers. */

export const MAX_TITLE = 60;
export const MAX_NOTE = 280;

/** Controls become spaces; characters that turn the direction of text around and halves of pairs are dropped; at most `max` characters. */
export function plainText(text: string, max: number): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]|\p{Cs}/gu, '')
    .trim();
  return Array.from(clean).slice(0, max).join('').trim();
}
