/** What a run is computed by: a choice of the page, not a setting of the experiment. The CPU twin gives the same bits on every machine (exact mode). */
export const BACKENDS = ['auto', 'cpu'] as const;
export type BackendChoice = (typeof BACKENDS)[number];

export const BACKEND_CHOICE = {
  label: 'Computed by',
  default: 'auto',
  options: [
    { value: 'auto', label: 'Graphics card, where there is one' },
    { value: 'cpu', label: 'CPU twin, exact' },
  ],
  help: 'The CPU twin is slower and gives the same bits on every machine and in every browser: choose it to repeat a run exactly. On a graphics card a run is repeated exactly on the same machine, and in kind elsewhere.',
} as const satisfies { label: string; default: BackendChoice; options: readonly { value: BackendChoice; label: string }[]; help: string };

export const backendLabel = (choice: BackendChoice): string => BACKEND_CHOICE.options.find((o) => o.value === choice)!.label;
