import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

const rateOf = (...times: number[]): Rate => {
  const rate = new Rate();
  for (const t of times) rate.add(t);
  return rate;
};

test('no speed and no time left before there is a basis for them', () => {
  expect(rateOf().secondsLeft(10)).toBeNull();
  expect(rateOf(5).secondsLeft(10)).toBeNull();
  // a browser's clock may stand still for some updates
  expect(rateOf(5, 5, 5).perSecond()).toBe(0);
  expect(rateOf(5, 5, 5).secondsLeft(10)).toBeNull();
  expect(rateOf(0, 100, 200).secondsLeft(10)).toBeNull();
});

test('updates per second over the last eight seconds', () => {
  expect(rateOf(0, 500).perSecond()).toBe(2);
  expect(rateOf(0, 500, 1000).secondsLeft(10)).toBe(5);
  // a slow start is forgotten
  const rate = rateOf(0, 6000);
  for (let t = 7000; t <= 16_000; t += 500) rate.add(t);
  expect(rate.perSecond()).toBe(2);
  // updates slower than that still have a speed
  expect(rateOf(0, 20_000, 40_000).perSecond()).toBe(1 / 20);
});

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
