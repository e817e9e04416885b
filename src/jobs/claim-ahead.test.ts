import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newClaimAhead } from './claim-ahead.ts';

const PER_GROUP = 8;

// Work takes no time: every group is fast.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a group with more due lanes than it works on at once', () => {
  it('is claimed once at a time: work that ends meanwhile does not cause another claim', async () => {
    const { ahead, endOne, wakeUps } = working();
    ahead.add(lanes(PER_GROUP));
    await endOne();
    expect(wakeUps()).toBe(1);
    const [first] = ahead.capacities();
    await endOne();
    await endOne();
    expect(wakeUps()).toBe(1);
    ahead.add(lanes(first?.capacity ?? 0));
    while (ahead.waiting() > PER_GROUP) await endOne();
    expect(wakeUps()).toBeGreaterThan(1);
  });

  it('is claimed ahead in few large batches once it is known to be fast', async () => {
    const { ahead, endOne, wakeUps } = working();
    ahead.add(lanes(PER_GROUP));
    await endOne();
    ahead.add(lanes(ahead.capacities()[0]?.capacity ?? 0));
    const claimed = ahead.waiting() + ahead.running();
    expect(claimed).toBe(64);
    const before = wakeUps();
    while (wakeUps() === before) await endOne();
    expect(ahead.capacities()[0]?.capacity).toBeGreaterThanOrEqual((claimed * 2) / 3);
    expect(ahead.running()).toBe(PER_GROUP);
  });

  it('causes no claim when fewer lanes were due than requested', async () => {
    const { ahead, endOne, wakeUps } = working();
    ahead.add(lanes(PER_GROUP));
    await endOne();
    ahead.capacities();
    ahead.add(lanes(1));
    while (ahead.running() > 0) await endOne();
    expect(wakeUps()).toBe(1);
  });
});

it('a group that fails is not claimed ahead, and causes no claim until it succeeds', async () => {
  const { ahead, endOne, wakeUps } = working();
  ahead.add(lanes(PER_GROUP));
  for (let n = 0; n < PER_GROUP; n++) await endOne(false);
  expect(wakeUps()).toBe(0);
  expect(ahead.capacities()).toMatchObject([{ capacity: PER_GROUP }]);
  ahead.add(lanes(PER_GROUP));
  await endOne();
  expect(wakeUps()).toBe(1);
});

it('groups take turns when there is less concurrency than lanes', async () => {
  const { ahead, endOne, begun } = working(2);
  ahead.add([...lanes(6, 'a'), ...lanes(2, 'b'), ...lanes(2, 'c')]);
  while (ahead.running() > 0) await endOne();
  expect(begun.join('')).toBe('abcabcaaaa');
});

it('a group without free concurrency is only claimed ahead', async () => {
  const { ahead } = working(2);
  ahead.add(lanes(2, 'a'));
  expect(ahead.capacities(['b'])).toEqual([{ group: 'b', claimed: 0, capacity: 0 }]);
});

it('a group apart has its own limit, and takes nothing from the others', async () => {
  const { ahead, endOne, begun } = working(2);
  ahead.add([...lanes(PER_GROUP + 1, 'apart'), ...lanes(3, 'a')]);
  expect(begun.filter((group) => group === 'apart')).toHaveLength(PER_GROUP);
  expect(begun.filter((group) => group === 'a')).toHaveLength(2);
  expect(ahead.capacities(['apart', 'b'])).toMatchObject([{ capacity: 0 }, { capacity: 0 }]);
  while (ahead.running() > 0) await endOne();
  expect(begun).toHaveLength(PER_GROUP + 4);
  expect(ahead.capacities(['apart', 'b'])[1]).toMatchObject({ capacity: 2 });
});

it('every lane that ends causes a claim where that is chosen', async () => {
  const { ahead, endOne, wakeUps } = working(256, true);
  ahead.add(lanes(2));
  await endOne(false);
  await endOne(false);
  expect(wakeUps()).toBe(2);
});

it('lanes that wait can be taken back or lost, and then do not begin', async () => {
  const { ahead, endOne, begun } = working(1);
  const [first, lost, old] = lanes(3) as [Lane, Lane, Lane];
  ahead.add([first, lost, old]);
  ahead.lose(lost.claim);
  expect(ahead.takeWaiting(1_000)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ahead.takeWaiting(1_000)).toEqual([old]);
  await endOne();
  expect([begun.length, ahead.waiting(), ahead.running()]).toEqual([1, 0, 0]);
});

interface Lane {
  claim: number;
  group: string;
}

/** Work ends when the test says so, the first lane first. */
function working(concurrency = 256, isEager = false) {
  const ends: ((isSuccess: boolean) => void)[] = [];
  const begun: string[] = [];
  let wakeUps = 0;
  const ahead = newClaimAhead<Lane>({
    concurrency,
    maxClaimed: 256,
    groupConcurrency: () => PER_GROUP,
    groupOf: ({ group }) => group,
    isApart: (group) => group === 'apart',
    isEager,
    run({ group }) {
      begun.push(group);
      return new Promise((resolve) => ends.push(resolve));
    },
    onCapacity() {
      wakeUps += 1;
    },
  });
  const endOne = async (isSuccess = true) => {
    ends.shift()?.(isSuccess);
    await new Promise(setImmediate);
  };
  return { ahead, endOne, begun, wakeUps: () => wakeUps };
}

let claims = 0;
function lanes(count: number, group = 'a'): Lane[] {
  return Array.from({ length: count }, () => ({ claim: ++claims, group }));
}
