/** Changes whenever a change of the engine or the method changes the numbers of a run with equal settings. */
export const ENGINE_VERSION = 3;
