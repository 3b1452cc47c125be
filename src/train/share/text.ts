/** Text from strangers as plain text: title and note of a link, name and notes of a run. */

export const MAX_TITLE = 60;
export const MAX_NOTE = 280;

const NOT_PLAIN = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]|\p{Cs}/gu;

/** Controls become spaces; characters that turn the direction of text around and halves of pairs are dropped; at most `max` characters. */
export function plainText(text: string, max: number): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(NOT_PLAIN, '')
    .trim();
  return Array.from(clean).slice(0, max).join('').trim();
}

/** The same for text of several lines: line breaks and tabs stay, and so do spaces. */
export const plainNotes = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]+/gu, ' ').replace(NOT_PLAIN, '');
