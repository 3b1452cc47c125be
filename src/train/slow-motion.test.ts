import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { Experiment } from './experiment/experiment.ts';
import { slowMotion } from './slow-motion.ts';
import { tinyModels, tinyScenario, tinySettings } from './testing/tiny.ts';

const settings = tinySettings({ seeds: '7', prompts: 1, group: 8, klWeight: 0.05, theoryEvery: 0 });
const played = slowMotion(createCpuBackend(), tinyScenario, settings, 7, tinyModels());

describe('one update in slow motion', () => {
  test('it is what an experiment with the same seed does: tokens, rewards, loss, gradient norm', async () => {
    const s = await played;
    const backend = createCpuBackend();
    const x = await Experiment.create(backend, tinyScenario, settings, tinyModels());
    x.step();
    const points = await x.drain();
    const outcome = await backend.read(x.rollout.outcome);
    const tokens = await backend.read(x.rollout.tokens);
    const { policyActs, userActs } = tinyScenario.tokens;
    s.dialogues.forEach((d, row) => {
      expect(d.reward).toBe(outcome[row * 3]);
      expect(d.decisions).toHaveLength(outcome[row * 3 + 2]!);
      d.decisions.forEach((t, turn) => {
        const at = row * x.rollout.slots + 3 + 3 * turn;
        expect([t.act, t.answer]).toEqual([tokens[at]! - policyActs.lo, tokens[at + 1]! - userActs.lo]);
      });
    });
    const first = points.find((p) => p.values['loss'])!;
    expect(s.loss).toBe(first.values['loss']![0]);
    expect(s.gradNorm).toBe(first.values['grad.norm']![0]);
    expect(s.dialogues.reduce((n, d) => n + (d.success ? 1 : 0), 0) / 8).toBe(first.values['success.train']![0]);
    // and the step it took is the step of the run
    const weights = await backend.read(x.policy.params);
    const start = tinyModels().policy;
    expect(s.largestChange).toBe(weights.reduce((m, w, i) => Math.max(m, Math.abs(w - start[i]!)), 0));
  });

  test('it is the first group of a larger batch', async () => {
    const backend = createCpuBackend();
    const x = await Experiment.create(backend, tinyScenario, { ...settings, prompts: 3 }, tinyModels());
    x.step();
    const outcome = await backend.read(x.rollout.outcome);
    expect((await played).dialogues.map((d) => d.reward)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((row) => outcome[row * 3]));
  });

  test('the numbers belong together', async () => {
    const s = await played;
    const rewards = s.dialogues.map((d) => d.reward);
    const mean = rewards.reduce((a, b) => a + b, 0) / 8;
    expect(s.mean).toBeCloseTo(mean, 6);
    for (const d of s.dialogues) {
      expect(d.advantage).toBeCloseTo(s.sd > 0 ? (d.reward - mean) / s.sd : 0, 4);
      expect(d.text).toHaveLength(d.decisions.length);
      expect(d.profileProbability).toBeGreaterThan(0);
      for (const t of d.decisions) {
        const p = t.before[t.act]!;
        expect(Math.log(p)).toBeCloseTo(t.logprob, 4);
        // the policy has not moved yet: ratio 1, no distance to the reference, and the gradient is −A (1[act] − p) / n
        expect(t.logprob).toBeCloseTo(t.reference, 4);
        expect(t.surrogate).toBeCloseTo(-d.advantage / s.activeTokens, 5);
        t.gradient.forEach((g, i) => expect(g).toBeCloseTo((-d.advantage * ((i === t.act ? 1 : 0) - t.before[i]!)) / s.activeTokens, 5));
        for (const all of [t.before, t.after]) expect(all.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
      }
    }
    expect(s.meanChange).toBeGreaterThan(0);
    expect(s.largestChange).toBeGreaterThanOrEqual(s.meanChange);
  });

  test('another seed is another group; a missing simulator is named', async () => {
    const other = await slowMotion(createCpuBackend(), tinyScenario, settings, 8, tinyModels());
    expect(other.dialogues.map((d) => d.decisions.map((t) => t.act))).not.toEqual((await played).dialogues.map((d) => d.decisions.map((t) => t.act)));
    await expect(slowMotion(createCpuBackend(), tinyScenario, { ...settings, gamma: 3 }, 7, tinyModels())).rejects.toThrow(/aligned at gamma 3/);
  });
});
