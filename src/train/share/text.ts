/** Text from strangers as plain text: title and note of a link, name and notes of a run. */

export const MAX_TITLE = 60;
export const MAX_NOTE = 280;

const NOT_PLAIN = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]|\p{Cs}/gu;
/** without width: soft hyphen, zero-width space, word joiner and invisible operators; the joiners of emoji and of scripts stay */
const NO_WIDTH = /[\u00ad\u200b\u2060-\u2064]/g;
const NOTHING_SEEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Controls become spaces; characters that turn the direction of text around, those without width and halves of pairs are dropped; at most `max` characters. Text of which nothing would be seen is
 * empty.
 */
export function plainText(text: string, max: number): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(NOT_PLAIN, '')
    .replace(NO_WIDTH, '')
    .trim();
  const cut = Array.from(clean).slice(0, max).join('').trim();
  return NOTHING_SEEN.test(cut) ? '' : cut;
}

/** Text of several lines: line breaks and tabs stay, and so do spaces and what has no width. */
export const plainNotes = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]+/gu, ' ').replace(NOT_PLAIN, '');
