import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('at most three notices are shown, the same words once, each for ten seconds', () => {
  const toasts = createToasts();
  const shown = () => toasts.list.get().map(({ message }) => message);
  for (const message of ['Saved', 'Moved', 'Saved', 'Published', 'Undone']) toasts.show(message);
  expect(shown()).toEqual(['Saved', 'Published', 'Undone']);
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual([]);
});
