/** A link as a QR code: dark on light in both themes, or scanners would not read it. */
import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './Share.module.css';

/** Denser codes are too fine to be read from a screen, in characters. */
const MAX = 1200;

export function Qr({ text }: { text: string }) {
  const code = useMemo(() => (text.length > MAX ? null : encode(text, { ecc: 'L', border: 3 })), [text]);
  if (!code) return <p className={css.small}>The link is too long for a QR code that a camera could read from a screen.</p>;
  const path = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className={css.qr} viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" role="img" aria-label="The link as a QR code">
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
