/** Charts as files: the drawn SVG with the styles it has on the page written into it, and the same painted. */

const SVG = 'http://www.w3.org/2000/svg';
const STYLES = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin', 'paint-order', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'visibility', 'display',
] as const; // prettier-ignore
const HEAD = 52;

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  to.removeAttribute('class');
  to.setAttribute('style', STYLES.map((s) => `${s}:${style.getPropertyValue(s)}`).join(';'));
  [...from.children].forEach((child, i) => {
    const other = to.children[i];
    if (other) inline(child, other);
  });
}

function text(words: string, x: number, y: number, size: number, colour: string, weight = 400): SVGTextElement {
  const t = document.createElementNS(SVG, 'text');
  t.textContent = words;
  for (const [name, value] of Object.entries({ x, y, 'font-size': size, fill: colour, 'font-weight': weight, 'font-family': 'system-ui, sans-serif' })) t.setAttribute(name, String(value));
  return t;
}

/** A figure's drawing under its title and key. */
function drawingOf(figure: Element): { svg: SVGSVGElement; width: number; height: number; title: string } | null {
  const drawn = figure.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!drawn) return null;
  const { width, height: inner } = drawn.getBoundingClientRect();
  const height = inner + HEAD;
  const style = getComputedStyle(figure);
  const ink = style.color;
  const title = figure.querySelector('h2')?.textContent ?? 'Chart';
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) svg.setAttribute(name, String(value));
  const paper = document.createElementNS(SVG, 'rect');
  const raised = getComputedStyle(document.body).backgroundColor;
  for (const [name, value] of Object.entries({ width, height, fill: raised })) paper.setAttribute(name, String(value));
  svg.append(paper, text(title, 8, 20, 16, ink, 600));
  let x = 8;
  for (const key of figure.querySelectorAll('ul li')) {
    const swatch = key.querySelector('svg');
    const words = key.textContent?.trim() ?? '';
    if (!swatch) continue;
    const copy = swatch.cloneNode(true) as SVGSVGElement;
    inline(swatch, copy);
    for (const [name, value] of Object.entries({ x, y: 30, width: 22, height: 10 })) copy.setAttribute(name, String(value));
    svg.append(copy, text(words, x + 28, 39, 12, ink));
    x += 28 + words.length * 6.6 + 18;
  }
  const body = drawn.cloneNode(true) as SVGSVGElement;
  inline(drawn, body);
  for (const [name, value] of Object.entries({ x: 0, y: HEAD, width, height: inner })) body.setAttribute(name, String(value));
  svg.append(body);
  return { svg, width, height, title };
}

async function paint(source: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const scale = 2;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser gives no canvas to paint on');
    pen.scale(scale, scale);
    pen.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('the picture could not be made'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Every chart on the page. */
export async function chartFiles(kind: 'svg' | 'png'): Promise<{ readonly name: string; readonly content: Blob }[]> {
  const drawings = [...document.querySelectorAll('#charts figure')].flatMap((f) => drawingOf(f) ?? []);
  if (drawings.length === 0) throw new Error('no chart is drawn: close the tables of the charts first');
  return Promise.all(
    drawings.map(async ({ svg, width, height, title }) => {
      const source = new XMLSerializer().serializeToString(svg);
      const content = kind === 'svg' ? new Blob([source], { type: 'image/svg+xml' }) : await paint(source, width, height);
      return { name: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'), content };
    }),
  );
}
