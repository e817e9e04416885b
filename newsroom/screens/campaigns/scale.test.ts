import { expect, it } from 'vitest';
import { labelled, labelledTicks, labelPlace, stepOf, ticksFor } from './scale.ts';

it('has round, whole ticks from 0 to at least the largest value', () => {
  expect(ticksFor(0)).toEqual([0, 1]);
  expect(ticksFor(1)).toEqual([0, 1]);
  expect(ticksFor(3)).toEqual([0, 1, 2, 3]);
  expect(ticksFor(364)).toEqual([0, 100, 200, 300, 400]);
  expect(ticksFor(2_564_325)).toEqual([0, 1_000_000, 2_000_000, 3_000_000]);
});

it('labels only the ends of an axis whose labels would run into each other', () => {
  expect(labelledTicks([0, 1_000, 2_000], 60, 40)).toEqual([0, 1_000, 2_000]);
  expect(labelledTicks([0, 10_000_000, 20_000_000], 60, 80)).toEqual([0, 20_000_000]);
});

it('labels at most so many points, evenly', () => {
  expect(labelled(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelled(90, 4)).toEqual([0, 23, 46, 69]);
  expect(labelled(0, 4)).toEqual([]);
});

it('centres a label below its point, and cuts none off at the ends of the axis', () => {
  const axis = { from: 64, to: 700, width: 96 };
  expect(labelPlace(64, axis)).toEqual({ x: 64, textAnchor: 'start' });
  expect(labelPlace(700, axis)).toEqual({ x: 700, textAnchor: 'end' });
  // The only day of a campaign.
  expect(labelPlace(382, axis)).toEqual({ x: 382, textAnchor: 'middle' });
});

it('has a step of colour for every value but 0', () => {
  expect([0, 1, 20, 21, 100].map((value) => stepOf(value, 100))).toEqual([0, 1, 1, 2, 5]);
  expect(stepOf(0, 0)).toBe(0);
});
