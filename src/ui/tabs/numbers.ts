/** Values of measures span many sizes: three figures, whatever the size. */
export const three = (v: number): string => (Number.isFinite(v) ? (v !== 0 && (Math.abs(v) < 0.001 || Math.abs(v) >= 10000) ? v.toExponential(1) : String(Number(v.toPrecision(3)))) : '–');
