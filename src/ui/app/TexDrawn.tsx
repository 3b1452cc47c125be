/** KaTeX with its fonts, in a chunk of its own; its output carries MathML for screen readers. */
import katex from 'katex';
import 'katex/dist/katex.min.css';
import { useMemo } from 'react';

export default function TexDrawn({ tex, block }: { tex: string; block: boolean }) {
  // KaTeX escapes what it is given, and all formulas are this page's own
  const html = useMemo(() => katex.renderToString(tex, { displayMode: block, throwOnError: false }), [tex, block]);
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
