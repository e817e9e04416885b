import { describe, expect, it } from 'vitest';
import { afterTry, type Breaker, CLOSED } from './breaker.ts';

const START = Date.parse('2026-03-29T09:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1_000);
const good = { isSuccess: true, isProbe: false };
const bad = { isSuccess: false, isProbe: false };
const badProbe = { isSuccess: false, isProbe: true };

/** One try each so many seconds: `+` succeeds, `-` fails. */
function tried(tries: string, everySeconds = 1, breaker: Breaker = CLOSED): Breaker {
  return [...tries].reduce((so, sign, n) => afterTry(so, sign === '+' ? good : bad, at(n * everySeconds)), breaker);
}

describe('the breaker', () => {
  it.each([
    ['-----', 1, true],
    ['----+', 1, false],
    ['----+----', 1, false],
    ['+-+-+-+-+-+-+-+-+-+-', 1, true],
    ['+-+-+-+-+-+-+-+-+-++', 1, false],
    ['--++--++--++--++--++', 1, true],
    ['+-+-+-+-+-+-+-+-+-+-', 10, false],
    ['++++++++++++++++++++', 1, false],
    ['-----', 3_600, true],
  ])('after %s, one each %i s, is open: %s', (tries, every, isOpen) => {
    expect(tried(tries, every).probeAt !== null).toBe(isOpen);
  });

  it('allows a probe after 5 s, then half as often each time, down to one in 5 minutes', () => {
    let breaker = tried('-----', 0);
    const pauses = [];
    for (let seconds = 0; pauses.length < 9; ) {
      const next = (breaker.probeAt?.getTime() ?? 0) - START;
      pauses.push(next / 1_000 - seconds);
      seconds = next / 1_000;
      breaker = afterTry(breaker, badProbe, at(seconds));
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('ignores failures of requests that were in flight when it opened', () => {
    const open = tried('-----');
    expect(afterTry(open, bad, at(9))).toEqual(open);
  });

  it('is closed by the first success, a probe or not, and counts from nothing', () => {
    const open = tried('-----');
    for (const isProbe of [true, false]) {
      const closed = afterTry(open, { isSuccess: true, isProbe }, at(7));
      expect(closed).toEqual({ ...CLOSED, closedAt: at(7) });
      expect(tried('----', 1, closed).probeAt).toBeNull();
    }
  });
});
