/** Strengths of alignment that the lab ships a trained simulator of. */
export const GAMMAS: readonly number[] = [1, 2, 4, 8, 12, 16, 20];
