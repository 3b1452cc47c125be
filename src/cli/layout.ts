/** Text for a terminal: paragraphs and columns that never run into each other, whatever their words are, and never become wider than `WIDTH`. */

export const WIDTH = 100;
/** between two columns */
const GAP = 2;

const lengthOf = (text: string): number => Array.from(text).length;
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)));

/** Lines of at most `width`: broken at spaces, and inside a word only when it is longer than a line. What stands in brackets stays together where it can. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\[[^[\]]*(?:\[[^\]]*\][^[\]]*)?\]\S*|\S+/g) ?? []) {
    const pieces = lengthOf(word) > width ? (word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []) : [word];
    for (const piece of pieces) {
      if (line !== '' && lengthOf(line) + 1 + lengthOf(piece) > width) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? piece : `${line} ${piece}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A paragraph; its lines after the first are indented by `hang` more. */
export function paragraph(text: string, indent = 0, hang = 0): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  const [first = ''] = wrapped(plain, WIDTH - indent);
  const behind = wrapped(plain.slice(first.length), WIDTH - indent - hang);
  return [' '.repeat(indent) + first, ...behind.map((l) => ' '.repeat(indent + hang) + l)].join('\n');
}

/** Rows as columns. Where all of it is too wide the widest columns give way, and their cells go on in the next line. */
export function columns(rows: readonly (readonly string[])[], indent = 0): string {
  const count = Math.max(...rows.map((r) => r.length));
  const width = Array.from({ length: count }, (_, c) => Math.max(1, ...rows.map((r) => lengthOf(r[c] ?? ''))));
  const room = WIDTH - indent - GAP * (count - 1);
  for (let over = width.reduce((a, b) => a + b, 0) - room; over > 0; over--) {
    const widest = width.lastIndexOf(Math.max(...width));
    width[widest] = Math.max(1, width[widest]! - 1);
  }
  return rows
    .flatMap((row) => {
      const cells = width.map((w, c) => wrapped(row[c] ?? '', w));
      const height = Math.max(...cells.map((c) => c.length));
      return Array.from({ length: height }, (_, l) => (' '.repeat(indent) + cells.map((c, i) => padded(c[l] ?? '', width[i]!)).join(' '.repeat(GAP))).trimEnd());
    })
    .join('\n');
}
