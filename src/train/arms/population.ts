import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { philoxUniform } from '../../gpu-kernels/random/philox.ts';
import { STREAM } from '../../sim/rollout.ts';
import type { Arm } from './arm.ts';
import { trainableUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** Co-Training against a buffer of the K latest checkpoints: each group of dialogues draws its opponent uniformly; the newest weights are the ones that learn. */
export const population: Arm = {
  ...ARM_WORDS.population,
  id: 'population',
  needs: (s) => ({ gammas: [s.simGamma] }),
  async createUsers(c) {
    const { backend, settings } = c;
    const K = settings.population;
    const S = c.seeds.length;
    const groups = c.perSeed / settings.group;
    const trained = trainableUser(c);
    // seed s owns models s*K .. s*K+K-1, all equal to the start at first
    const pool = createBank(backend, 'population', trained.bank.shape, S * K, [trained.start]);
    const route = createRouting(backend, 'population', settings.group, new Array<number>(S * groups).fill(0));
    const size = pool.layout.size;
    const saves = await Promise.all(
      Array.from({ length: K }, (_, slot) =>
        backend.record(`checkpoint ${slot}`, (rec) => {
          for (let s = 0; s < S; s++) rec.copy(trained.bank.params, s * size, pool.params, (s * K + slot) * size, size);
        }),
      ),
    );
    return {
      player: { kind: 'network', bank: pool, route, temperature: 1 },
      trained,
      state: [{ name: 'population', buf: pool.params }],
      prepare(update) {
        const opponents = c.seeds.flatMap((seed, s) => Array.from({ length: groups }, (_, g) => s * K + Math.floor(philoxUniform(seed, STREAM.opponent, update, g, 0) * K)));
        backend.write(route.modelOf, opponents);
      },
      finish(update) {
        if (update % settings.cadence === 0) saves[(update / settings.cadence - 1) % K]!.run(); // the oldest makes room
      },
    };
  },
};
