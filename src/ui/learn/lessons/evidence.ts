import type { Lesson } from '../content.ts';

export const evidence: Lesson = {
  id: 'evidence',
  title: 'Read the evidence critically',
  about: 'A cheap control, few seeds, and whose numbers are whose.',
  steps: [
    {
      id: 'control',
      title: 'Would something cheap do as well?',
      text: [
        'A remedy that beats a collapsed simulator has beaten a weak opponent. The [[control|control]] here is [[randomisation|domain randomisation]]: the simulator before alignment, made to be every type of user equally often. It costs nothing, but one must know the list of types. For real people nobody has that list; in this world the lab wrote it.',
        'So if the control does as well as the remedies, that says something about this world, and something about the remedies. The lab reports it either way.',
      ],
      todo: ['Set up and run: three arms, about two minutes without a graphics card.', 'Compare the ends in the table below the charts.'],
      look: ['Is the population ahead of the control, or is the difference within the spread of seeds?'],
      link: { arms: ['single', 'population', 'uniform'], tab: 'cross-play', measure: 'heldout' },
      check: {
        claim: 'Held-out, the population ends at least 0.05 above the cheap control.',
        when: { kind: 'ahead', arm: 'population', of: 'uniform', metric: 'success.heldout', by: 0.05 },
        yes: 'In this run it is worth more than the control. Three seeds are few: repeat it with seeds 4-6.',
        no: 'In this run the cheap control is as good. Where the types of users are known, one may not need anything dearer; where they are not, the control cannot be built.',
      },
    },
    {
      id: 'seeds',
      title: 'Three seeds are few',
      text: [
        'The same run with other [[seed|seeds]] ends differently. A band in the charts goes from the lowest to the highest seed. For a few seeds one may draw a [[interval|bootstrap interval]] around a mean, or use the [[iqm|interquartile mean]], which one odd seed moves less; neither makes three seeds into thirty.',
        'Arms of one run share their random numbers seed by seed. So look at the [[paired|paired difference]]: it can be clear where two wide bands overlap.',
      ],
      todo: ['Set up and run: the two arms again, with seeds nobody tuned on.', 'Compare with the same arms at seeds 1-3 (lesson “Co-Training”).'],
      look: ['Does the difference keep its sign in every seed? Does its size stay the same?'],
      link: { arms: ['single', 'population'], set: { seeds: '11-13' }, tab: 'data', measure: 'heldout' },
      check: {
        claim: 'With new seeds the population still ends at least 0.1 ahead held-out.',
        when: { kind: 'ahead', arm: 'population', of: 'single', metric: 'success.heldout', by: 0.1 },
        yes: 'The effect survived a change of seeds. It is still one world and one size of network.',
        no: 'It did not, or not as clearly. This is what seeds are for.',
      },
    },
    {
      id: 'whose',
      title: 'Whose numbers are these?',
      text: [
        'The claim, its theorems and the remedies are the paper’s. The world, the small networks, the needs of the users and every curve in the lab are this project’s. The paper’s own figures are kept apart, marked, on ((#/about|the About page)); the lab’s larger runs, with intervals, in the file docs/EVIDENCE.md beside the source code.',
        'What the lab can show is the mechanism, where everything is known and can be measured. It says nothing about how large the effect is with language models, and its “real users” are programs fitted to people’s answers, not people.',
      ],
      todo: [
        'Read “Whose is what” on ((#/about|the About page)).',
        'Read docs/EVIDENCE.md: which signatures came out, which did not, and what surprised its authors. Numbers are not repeated here, so that they cannot go stale.',
      ],
      look: ['For each claim ask: measured by whom, on whom, with how many seeds, and against which control?'],
    },
  ],
};
