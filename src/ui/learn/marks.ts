/** Splits lesson text: [[term|words]], ((address|words)), $TeX$. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'term'; readonly id: string; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | { readonly kind: 'tex'; readonly tex: string };

const MARKS = /\[\[([^|\]]+)\|([^\]]+)\]\]|\(\(([^|)]+)\|([^)]+)\)\)|\$([^$]+)\$/g;

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const m of text.matchAll(MARKS)) {
    if (m.index > from) parts.push({ kind: 'text', text: text.slice(from, m.index) });
    if (m[1] !== undefined) parts.push({ kind: 'term', id: m[1], text: m[2]! });
    else if (m[3] !== undefined) parts.push({ kind: 'link', href: m[3], text: m[4]! });
    else parts.push({ kind: 'tex', tex: m[5]! });
    from = m.index + m[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
