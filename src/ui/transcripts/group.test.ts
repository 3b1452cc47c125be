import { expect, test } from 'vitest';
import type { Transcript } from '../../train/protocol.ts';
import { at, nearest, updatesOf } from './group.ts';

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

test('one evaluation, whose training dialogues are one update older', () => {
  const all = [t(0, 'real'), t(0, 'train'), t(15, 'train'), t(16, 'real'), t(31, 'train'), t(32, 'real')];
  expect(updatesOf(all, 'train')).toEqual([31, 15, 0]);
  expect(nearest(updatesOf(all, 'train'), 16)).toBe(15);
  expect(nearest(updatesOf(all, 'real'), 15)).toBe(16);
  expect(nearest([2, 0], 1)).toBe(2);
  expect(nearest([], 3)).toBeUndefined();
});
