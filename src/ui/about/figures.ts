/** Figures of the paper, as the paper prints them. Never mixed with the lab's own. */

/** success or reward by arm: base, one frozen simulator, several models in rotation, Verbalized Sampling, co-training, population */
export const PAPER_ARMS = ['Base policy', 'One frozen simulator', 'Several models in rotation', 'Verbalized Sampling', 'Co-training', 'Population of checkpoints'] as const;

export const PAPER_ROWS: readonly { readonly task: string; readonly unit: string; readonly values: readonly string[] }[] = [
  { task: 'Persuasion for Good', unit: 'reward', values: ['0.216', '0.275', '0.394', '0.484', '0.438', '0.508'] },
  { task: 'tau2-bench retail', unit: 'success, %', values: ['40.4', '46.1', '57.1', '55.5', '60.5', '62.2'] },
];

export const PAPER_ENTROPY = [
  ['with one frozen simulator', 'it falls from 1.9 to 0.4'],
  ['with Verbalized Sampling', 'it ends at 0.7 to 0.8'],
  ['with co-training', 'at 0.8 to 1.2'],
] as const;

export const CITATION = `@misc{arxiv260812253,
  title  = {One Frozen Simulator Is Not Enough: Simulator Collapse in Multi-Agent RL},
  eprint = {2608.12253},
  archivePrefix = {arXiv},
  url    = {https://arxiv.org/abs/2608.12253}
}`;
