/** What is used of jStat (MIT), which comes without types. */
declare module 'jstat' {
  const jStat: {
    /** regularised incomplete beta function I_x(a, b) */
    ibeta(x: number, a: number, b: number): number;
    readonly studentt: { inv(p: number, df: number): number };
  };
  export default jStat;
}
