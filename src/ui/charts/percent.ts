/** Shares as people read them. */
export const percent = (p: number): string => `${Math.round(p * 100)} %`;

/** The same; what is there but rounds to nothing says so. */
export const percentOrLess = (p: number): string => (p > 0 && p < 0.005 ? '<1 %' : percent(p));
