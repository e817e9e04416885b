/** The lanes that a sender holds: those whose request is under way, and those claimed ahead for receivers that are quick. */
import { type ClaimedLane, type ReceiverRoom, receiverKey } from './lanes.ts';

interface ReceiverState {
  site_id: number;
  webhook_id: number;
  underWay: number;
  waiting: ClaimedLane[];
  /** How long a request takes, as of late. Nothing is claimed ahead before it is known. */
  meanMs: number;
  /** The last request failed. */
  isFailing: boolean;
  /** How many lanes were last asked for, 0 once that was compared with how many have come. */
  asked: number;
  came: number;
  /** All that was asked for came: more may be due. */
  mayHaveMore: boolean;
}

export interface ReceiverConcurrency {
  add(lanes: ClaimedLane[]): void;
  /** The receivers of which something is held, and how much more of each may be. */
  rooms(): ReceiverRoom[];
  /** How many lanes more may be held in all. */
  free(): number;
  /** Takes back what was claimed ahead. */
  takeWaiting(): ClaimedLane[];
  lose(claim: number): void;
  underWay(): number;
  waiting(): number;
}

export interface ReceiverConcurrencyOptions {
  /** Requests at once, in all. */
  slots: number;
  /** Sends what a lane holds, and answers whether the receiver took it; never throws. */
  send(lane: ClaimedLane): Promise<boolean>;
  /** There is room again where all there was had been filled; of a receiver that fails nothing is said. */
  onRoom(): void;
}

const MOST_AT_ONCE = 8;
const LARGEST_SHARE = 0.25;
/** Claimed ahead for this long: it is batches that make sending cheap. */
const AHEAD_MS = 100;
const MOST_AHEAD = 56;
/** Of what may be held of a receiver, so much must have gone before more is claimed ahead. */
const CLAIM_SHARE = 2 / 3;
const MEAN_WEIGHT = 0.1;

/** What a receiver gets at once that nothing is known of. */
export function perReceiver(slots: number): number {
  return Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(slots * LARGEST_SHARE)));
}

export function newReceiverConcurrency({ slots, send, onRoom }: ReceiverConcurrencyOptions): ReceiverConcurrency {
  const receivers = new Map<string, ReceiverState>();
  const cap = perReceiver(slots);
  let underWay = 0;
  let waiting = 0;

  function receiverOf(lane: ClaimedLane): ReceiverState {
    const { site_id, webhook_id } = lane.key;
    const known = receivers.get(receiverKey(lane.key));
    if (known) return known;
    const asked = { isFailing: false, asked: cap, came: 0, mayHaveMore: false };
    const fresh = { site_id, webhook_id, underWay: 0, waiting: [], meanMs: Number.POSITIVE_INFINITY, ...asked };
    receivers.set(receiverKey(lane.key), fresh);
    return fresh;
  }

  function startWhatFits(receiver: ReceiverState) {
    while (receiver.underWay < cap && underWay < slots) {
      const lane = receiver.waiting.shift();
      if (!lane) return;
      waiting -= 1;
      void start(receiver, lane);
    }
  }

  async function start(receiver: ReceiverState, lane: ClaimedLane) {
    receiver.underWay += 1;
    underWay += 1;
    const began = performance.now();
    receiver.isFailing = !(await send(lane));
    const took = performance.now() - began;
    receiver.meanMs = Number.isFinite(receiver.meanMs)
      ? receiver.meanMs + MEAN_WEIGHT * (took - receiver.meanMs)
      : took;
    const wasFull = free() <= 0;
    receiver.underWay -= 1;
    underWay -= 1;
    startWhatFits(receiver);
    // With all slots taken others may have waited for this one.
    if (underWay === slots - 1) for (const other of receivers.values()) startWhatFits(other);
    const isWanted = receiver.mayHaveMore && !receiver.isFailing && room(receiver) > 0;
    if (wasFull || isWanted) onRoom();
    forgetIdle(receiver);
  }

  /** Kept as long as anything is known of it that matters, and never more than there can be. */
  function forgetIdle(receiver: ReceiverState) {
    if (receivers.size <= slots * 4 || receiver.underWay + receiver.waiting.length > 0) return;
    receivers.delete(receiverKey(receiver));
  }

  /** One that is dead fails quickly, and would be taken for quick until its breaker is open. */
  function ahead({ meanMs, isFailing }: ReceiverState): number {
    return isFailing ? 0 : Math.min(MOST_AHEAD, Math.floor((cap * AHEAD_MS) / meanMs));
  }

  /** Claims ahead are large or none: a statement for three lanes costs what one for forty does. */
  function room(receiver: ReceiverState): number {
    const most = cap + ahead(receiver);
    const left = most - receiver.underWay - receiver.waiting.length;
    return receiver.waiting.length === 0 || left >= most * CLAIM_SHARE ? left : 0;
  }

  function free(): number {
    return slots - underWay - waiting;
  }

  function compareWithAsked() {
    for (const receiver of receivers.values()) {
      if (receiver.asked > 0) receiver.mayHaveMore = receiver.came >= receiver.asked;
      receiver.came = 0;
      receiver.asked = 0;
    }
  }

  return {
    add(lanes) {
      for (const lane of lanes) {
        const receiver = receiverOf(lane);
        receiver.waiting.push(lane);
        receiver.came += 1;
        waiting += 1;
      }
      compareWithAsked();
      for (const lane of lanes) startWhatFits(receiverOf(lane));
    },
    rooms: () =>
      [...receivers.values()].map((receiver) => {
        receiver.asked = room(receiver);
        // Until the answer is there: a ring meanwhile would have the same asked for again.
        if (receiver.asked > 0) receiver.mayHaveMore = false;
        const { site_id, webhook_id, asked } = receiver;
        return { site_id, webhook_id, held: receiver.underWay + receiver.waiting.length, room: asked };
      }),
    free,
    takeWaiting() {
      waiting = 0;
      return [...receivers.values()].flatMap((receiver) => receiver.waiting.splice(0));
    },
    lose(claim) {
      for (const receiver of receivers.values()) {
        const kept = receiver.waiting.filter((lane) => lane.claim !== claim);
        waiting -= receiver.waiting.length - kept.length;
        receiver.waiting = kept;
      }
    },
    underWay: () => underWay,
    waiting: () => waiting,
  };
}
