/** When thumbnails rest. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const usedTo = (utilization: number) => () => ({ idle: 0, active: 0, utilization });

it('rests for twice the time of the work while the service is busy, and then goes on', () => {
  const goOn = vi.fn();
  const pace = createPace(goOn, usedTo(0.9));
  pace.begin();
  vi.advanceTimersByTime(100);
  pace.end();
  expect(pace.isResting()).toBe(true);
  vi.advanceTimersByTime(199);
  expect(pace.isResting()).toBe(true);
  expect(goOn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(pace.isResting()).toBe(false);
  expect(goOn).toHaveBeenCalledOnce();
});

it('does not rest while the service has time', () => {
  const pace = createPace(() => {}, usedTo(0.5));
  pace.begin();
  vi.advanceTimersByTime(100);
  pace.end();
  expect(pace.isResting()).toBe(false);
});

it('goes on no more once it is stopped', () => {
  const goOn = vi.fn();
  const pace = createPace(goOn, usedTo(1));
  pace.begin();
  vi.advanceTimersByTime(100);
  pace.end();
  pace.stop();
  vi.runAllTimers();
  expect(goOn).not.toHaveBeenCalled();
});
