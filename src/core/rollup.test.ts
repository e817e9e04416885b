/** The pure parts of rollups: unpacking returns the packed values, in any order of additions. */
import { describe, expect, it } from 'vitest';
import {
  addDayEntries,
  engagementAt,
  isCompleteAt,
  newDayEntries,
  packEntries,
  packHashtags,
  positionAt,
  unpackEntries,
  unpackHashtags,
} from './day-entries.ts';
import { followersById, partOf, sumOfFollowers, USERS_A_PART, unpackFollowers, withFollowers } from './followers.ts';
import {
  addUnpackedHistogram,
  addValue,
  figuresOf,
  newHistogram,
  packHistogram,
  pairs,
  sumOfUnpacked,
  unpackHistogram,
} from './histogram.ts';
import { addId, addUnpackedIds, eachId, eachUnpackedId, newIdSet, packIds, sizeOf, unpackIds } from './id-set.ts';
import { addTotals, newTotals, packTotals, unpackTotals } from './rollup.ts';
import { dayOf, dayStart, firstDayOf, monthOf, runsOf, spansOf } from './spans.ts';
import { readVarint, writeVarint } from './varint.ts';

const LARGEST = 2_147_483_647;

/** Numbers that look random, and are the same each time. */
function numbers(count: number, below: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  });
}

it('varints come back, from one byte to nine', () => {
  const values = [0, 1, 127, 128, 16_383, 16_384, LARGEST, 2 ** 32, Number.MAX_SAFE_INTEGER];
  const bytes: number[] = [];
  for (const value of values) writeVarint(bytes, value);
  const cursor = { at: 0 };
  const packed = Uint8Array.from(bytes);
  expect(values.map(() => readVarint(packed, cursor))).toEqual(values);
  expect(cursor.at).toBe(packed.length);
});

describe('sets of ids', () => {
  it.each([
    ['nobody', []],
    ['the least and the greatest', [0, 31, 32, 99_999]],
    ['few among many', numbers(50, 100_000)],
    ['nearly all', numbers(5_000, 2_000)],
  ])('of %s survive packing, alone or added to others', (_, ids) => {
    const set = newIdSet(100_000);
    for (const id of ids) addId(set, id);
    const expected = [...new Set(ids)].sort((one, other) => one - other);
    const packed = packIds(set);
    const added = newIdSet(100_000);
    addUnpackedIds(added, unpackIds(packed));
    for (const found of [set, added]) {
      const members: number[] = [];
      eachId(found, (id) => members.push(id));
      expect(members).toEqual(expected);
      expect(sizeOf(found)).toBe(expected.length);
    }
    const unpacked: number[] = [];
    eachUnpackedId(unpackIds(packed), (id) => unpacked.push(id));
    expect(unpacked).toEqual(expected);
  });

  it('are no longer than distances, and no longer than bits', () => {
    const dense = newIdSet(8_000);
    for (let id = 0; id < 8_000; id++) addId(dense, id);
    expect(packIds(dense).length).toBe(1 + 8_000 / 8);
    const sparse = newIdSet(1_000_000);
    addId(sparse, 1_000_000);
    expect(packIds(sparse).length).toBe(1 + 3);
  });
});

describe('histograms', () => {
  it('packed in parts add up to the histogram of all values, in any order', () => {
    const values = [...numbers(500, 50), ...numbers(100, 100_000), LARGEST, LARGEST, 0];
    const [whole, added] = [newHistogram(), newHistogram()];
    for (const value of values) addValue(whole, value);
    const parts = [values.filter((value) => value % 2 === 1), values.filter((value) => value % 2 === 0)];
    for (const part of parts) {
      const histogram = newHistogram();
      for (const value of part) addValue(histogram, value);
      addUnpackedHistogram(added, unpackHistogram(packHistogram(histogram)));
    }
    expect(pairs(added)).toEqual(pairs(whole));
    expect(packHistogram(added)).toEqual(packHistogram(whole));
    expect(BigInt(sumOfUnpacked(unpackHistogram(packHistogram(whole))))).toBe(figuresOf(whole).sum);
    expect(figuresOf(whole).sum).toBe(values.reduce((sum, value) => sum + BigInt(value), 0n));
  });

  it.each([
    [[], null, null],
    [[5], 5, 0],
    [[0, 1, 4, 10], 2.5, 3.897114317029974],
    [[LARGEST, LARGEST], LARGEST, 0],
    [[0, LARGEST], LARGEST / 2, LARGEST / 2],
    [[4_095, 4_096, 4_097], 4_096, Math.sqrt(2 / 3)],
  ])('of %j have the median %d and the deviation %d', (values, median, standardDeviation) => {
    const histogram = newHistogram();
    for (const value of values) addValue(histogram, value);
    expect(figuresOf(histogram)).toMatchObject({ known: values.length, median, standardDeviation });
  });
});

const day = (entries: [at: number, user: number, isFirst: number, stat1: number, stat2: number, stat3: number][]) => {
  const made = newDayEntries(entries.length);
  for (const [index, [at, user, isFirst, ...stats]] of entries.entries()) {
    made.at[index] = at;
    made.users[index] = user;
    made.firsts[index] = isFirst;
    for (const [figure, value] of stats.entries()) (made.stats[figure] as Int32Array)[index] = value;
  }
  return made;
};

describe('the entries of a day', () => {
  const entries = day([
    [0, 1, 1, 3, 0, -1],
    [5, 0, 0, -1, 0, -1],
    [5, LARGEST, 1, LARGEST, LARGEST, LARGEST],
    [86_399_999, 1, 0, 0, 1, 7],
  ]);

  it('survive packing', () => {
    expect(unpackEntries(packEntries(entries))).toEqual(entries);
    expect(unpackEntries(packEntries(newDayEntries(0)))).toEqual(newDayEntries(0));
  });

  it.each([
    [0, 0],
    [1, 1],
    [5, 1],
    [6, 3],
    [86_400_000, 4],
  ])('from %d on begin at position %d', (time, position) => {
    expect(positionAt(entries, time)).toBe(position);
  });

  it('know their engagement, and whether some of it is hidden', () => {
    expect([0, 1, 2, 3].map((position) => engagementAt(entries, position))).toEqual([3, 0, 3 * LARGEST, 8]);
    expect([0, 1, 2, 3].map((position) => isCompleteAt(entries, position, true))).toEqual([false, false, true, true]);
    expect([0, 1, 2, 3].map((position) => isCompleteAt(entries, position, false))).toEqual([true, false, true, true]);
  });

  it('have hashtags that survive packing, with the same bytes in any order', () => {
    const hashtags: [string, Int32Array][] = [
      ['日本', Int32Array.of(0, 200, 70_000)],
      ['harbour', Int32Array.of(3)],
    ];
    const packed = packHashtags(new Map(hashtags));
    expect(unpackHashtags(packed)).toEqual(new Map(hashtags));
    expect(packHashtags(new Map(hashtags.toReversed()))).toEqual(packed);
  });
});

it('totals of entries are the same, whether they were packed in between or not', () => {
  const parts = [
    day([
      [0, 1, 0, 3, 0, -1],
      [1, 2, 0, -1, 0, -1],
      [2, 0, 0, 5, 1, -1],
    ]),
    day([[9, 2, 1, 9, -1, 7]]),
  ];
  const [straight, packed] = [newTotals(10), newTotals(10)];
  for (const part of parts) {
    addDayEntries(straight, part, 0, part.at.length);
    const own = newTotals(10);
    addDayEntries(own, part, 0, part.at.length);
    addTotals(packed, unpackTotals(packTotals(own)));
  }
  expect(packTotals(packed)).toEqual(packTotals(straight));
  expect(straight.stats.map((histogram) => figuresOf(histogram).known)).toEqual([3, 3, 1]);
  expect([straight.posts, straight.newContributors, sizeOf(straight.contributors)]).toEqual([4, 1, 2]);
});

it('followers are added up once for each user, across parts; unknown adds nothing', () => {
  const users = [1, USERS_A_PART - 1, USERS_A_PART, 3 * USERS_A_PART + 5].map((id, at) => ({
    id,
    followers: 10 ** at,
  }));
  const parts = new Map<number, Buffer>();
  for (const user of [...users, { id: 2, followers: null }]) {
    parts.set(partOf(user.id), withFollowers(parts.get(partOf(user.id)), [user]));
  }
  const set = newIdSet(4 * USERS_A_PART);
  for (const { id } of users.slice(1)) addId(set, id);
  addId(set, 2);
  const unpacked = new Map([...parts].map(([part, bytes]) => [part, unpackFollowers(bytes)]));
  expect(sumOfFollowers(unpacked, set)).toBe(1_110);
  const byId = followersById(unpacked, 3 * USERS_A_PART + 5);
  expect([1, 2, ...users.map(({ id }) => id)].map((id) => byId[id])).toEqual([1, 0, 1, 10, 100, 1_000]);
});

describe('spans', () => {
  const at = (text: string) => new Date(text);

  it.each([
    ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 12, 365, 0],
    ['2026-01-15T10:00:00Z', '2026-03-02T00:00:00Z', 1, 45, 1],
    ['2026-01-15T10:00:00Z', '2026-01-15T11:00:00Z', 0, 0, 1],
    ['2026-01-15T23:00:00Z', '2026-01-16T01:00:00Z', 0, 0, 2],
    ['2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z', 1, 29, 0],
  ])('from %s to %s consist of %d whole months, %d whole days and %d edges', (start, end, months, days, edges) => {
    const spans = spansOf({ start: at(start), end: at(end) });
    expect(Math.max(0, spans.months.to - spans.months.from)).toBe(months);
    expect(spans.days.to - spans.days.from).toBe(days);
    expect(spans.edges).toHaveLength(edges);
    const length = spans.edges.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
    expect(length + days * 86_400_000).toBe(at(end).getTime() - at(start).getTime());
  });

  it('count days and months before 1970 too', () => {
    expect([dayOf(at('1969-12-31T23:00:00Z')), monthOf(-1), firstDayOf(-1)]).toEqual([-1, -1, -31]);
    expect(dayStart(-1)).toEqual(at('1969-12-31T00:00:00Z'));
  });

  it('join consecutive numbers', () => {
    expect(runsOf([5, 3, 4, 9, 4])).toEqual([
      { from: 3, to: 6 },
      { from: 9, to: 10 },
    ]);
  });
});
