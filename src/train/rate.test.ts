import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

test('the first update is a basis for the time left, once it is known when it began', () => {
  const rate = new Rate();
  expect(rate.secondsLeft(10)).toBeNull();
  rate.begin(1000);
  expect(rate.secondsLeft(10)).toBeNull();
  rate.add(3000);
  expect(rate.secondsLeft(9)).toBeCloseTo(18);
  rate.begin(9000); // counts only where nothing is known
  rate.add(4000);
  expect(rate.perSecond()).toBeCloseTo(2 / 3);
  rate.reset();
  expect(rate.secondsLeft(1)).toBeNull();
});
