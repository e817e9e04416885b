import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimedLane } from './lanes.ts';
import { newReceiverConcurrency, type ReceiverConcurrency } from './receiver-concurrency.ts';

const ONE_RECEIVER_AT_ONCE = 8;

// Requests take no time: every receiver is quick.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a receiver of which more is due than it is sent at once', () => {
  it('is asked for once at a time: requests that end meanwhile do not ask again', async () => {
    const { slots, endOne, rings } = sending();
    slots.add(lanes(ONE_RECEIVER_AT_ONCE));
    await endOne();
    expect(rings()).toBe(1);
    const [asked] = slots.rooms();
    await endOne();
    await endOne();
    expect(rings()).toBe(1);
    slots.add(lanes(asked?.room ?? 0));
    while (slots.waiting() > ONE_RECEIVER_AT_ONCE) await endOne();
    expect(rings()).toBeGreaterThan(1);
  });

  it('is claimed ahead in few large parts once it is known to be quick', async () => {
    const { slots, endOne, rings } = sending();
    slots.add(lanes(ONE_RECEIVER_AT_ONCE));
    await endOne();
    slots.add(lanes(slots.rooms()[0]?.room ?? 0));
    const held = slots.waiting() + slots.underWay();
    expect(held).toBe(64);
    const before = rings();
    while (rings() === before) await endOne();
    expect(slots.rooms()[0]?.room).toBeGreaterThanOrEqual((held * 2) / 3);
    expect(slots.underWay()).toBe(ONE_RECEIVER_AT_ONCE);
  });

  it('of which no more is due is not asked for', async () => {
    const { slots, endOne, rings } = sending();
    slots.add(lanes(ONE_RECEIVER_AT_ONCE));
    await endOne();
    slots.rooms();
    slots.add(lanes(1));
    while (slots.underWay() > 0) await endOne();
    expect(rings()).toBe(1);
  });
});

it('a receiver that fails is neither claimed ahead nor asked for until its results are written', async () => {
  const { slots, endOne, rings } = sending();
  slots.add(lanes(ONE_RECEIVER_AT_ONCE));
  for (let n = 0; n < ONE_RECEIVER_AT_ONCE; n++) await endOne(false);
  expect(rings()).toBe(0);
  expect(slots.rooms()).toMatchObject([{ room: ONE_RECEIVER_AT_ONCE }]);
  slots.add(lanes(ONE_RECEIVER_AT_ONCE));
  await endOne();
  expect(rings()).toBe(1);
});

/** Requests end when the test says so, the first one first. */
function sending() {
  const ends: ((isTaken: boolean) => void)[] = [];
  let rings = 0;
  const slots: ReceiverConcurrency = newReceiverConcurrency({
    slots: 256,
    send: () => new Promise((resolve) => ends.push(resolve)),
    onRoom: () => {
      rings += 1;
    },
  });
  const endOne = async (isTaken = true) => {
    ends.shift()?.(isTaken);
    await new Promise(setImmediate);
  };
  return { slots, endOne, rings: () => rings };
}

let claims = 0;
function lanes(count: number): ClaimedLane[] {
  return Array.from({ length: count }, () => {
    const claim = ++claims;
    const key = { site_id: 1, webhook_id: 1, article_id: claim };
    return {
      key,
      claim,
      isAbandoned: false,
      lateMs: 0,
      isProbe: false,
      pending: [],
      webhook: {},
    } as unknown as ClaimedLane; // slots look at the key alone
  });
}
