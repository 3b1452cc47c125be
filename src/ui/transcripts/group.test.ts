import { expect, test } from 'vitest';
import type { Transcript } from '../../train/protocol.ts';
import { at, updatesOf } from './group.ts';

const t = (update: number, against: string): Transcript => ({ update, seed: 1, against, profile: 0, turns: [], reward: 0 });

test('dialogues by opponent and update', () => {
  const all = [t(0, 'train'), t(0, 'h1'), t(16, 'real'), t(16, 'h2'), t(16, 'h1')];
  expect(updatesOf(all, 'heldout')).toEqual([16, 0]);
  expect(updatesOf(all, 'real')).toEqual([16]);
  expect(at(all, 'heldout', 16)).toHaveLength(2);
  expect(at(all, 'train', 16)).toHaveLength(0);
  const panel = [t(0, 'h1'), t(0, 'h1'), t(0, 'h2'), t(0, 'h2')];
  expect(at(panel, 'heldout', 0).map((x) => x.against)).toEqual(['h1', 'h2', 'h1', 'h2']);
});
