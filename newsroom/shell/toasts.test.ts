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

it('a notice about the same thing replaces the one before, with its Undo', () => {
  const toasts = createToasts();
  toasts.show('Scheduled', undefined, 'one');
  toasts.show('Scheduled elsewhere', undefined, 'two');
  toasts.show('Published', undefined, 'one');
  expect(toasts.list.get().map(({ message }) => message)).toEqual(['Scheduled elsewhere', 'Published']);
});
