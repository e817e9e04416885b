import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { ARTICLE_STATES } from '../contract/article.ts';
import { RequestError } from './errors.ts';
import { LIFECYCLE, type Life, nextState, requestedStep, STATES, type State } from './lifecycle.ts';

const NOW = new Date('2026-03-29T09:00:00Z');
const [PAST, FUTURE, LATER] = ['2026-03-29T08:59:59Z', '2026-03-29T09:00:01Z', '2027-01-01T00:00:00Z'].map(
  (text) => new Date(text),
) as [Date, Date, Date]; // three texts

const life = (fields: Partial<Life> = {}): Life => ({
  state: 'draft',
  id: null,
  publish_at: null,
  published_at: null,
  ...fields,
});
const scheduled = (publish_at = FUTURE) => life({ state: 'scheduled', publish_at });

describe('the table of the life of an article', () => {
  it('has the states of the interface', () => {
    expect(STATES).toEqual(ARTICLE_STATES);
  });

  it('is the one that docs/articles.md shows', () => {
    const text = readFileSync(new URL('../../docs/articles.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, action, cells = '']) => {
      const [, ...next] = cells.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return [action, Object.fromEntries(STATES.map((state, index) => [state, next[index] || null]))];
    });
    expect(Object.fromEntries(rows)).toEqual(LIFECYCLE);
  });

  it('lets the timer publish only scheduled articles', () => {
    const published = STATES.filter((state) => nextState('publishDue', { state, id: 1 }));
    expect(published).toEqual(['scheduled']);
  });

  it('returns articles that were never public to draft', () => {
    expect(nextState('unpublish', { state: 'scheduled', id: null })).toBe('draft');
    expect(nextState('unpublish', { state: 'scheduled', id: 7 })).toBe('unpublished');
  });
});

describe('a body', () => {
  it.each([
    ['a future publish_at schedules', { publish_at: FUTURE }, life(), 'schedule'],
    ['with the state scheduled too', { state: 'scheduled', publish_at: FUTURE }, life(), 'schedule'],
    ['with the state published too', { state: 'published', publish_at: FUTURE }, life(), 'schedule'],
    ['a future published_at schedules', { published_at: FUTURE }, life(), 'schedule'],
    ['another time moves a schedule', { state: 'scheduled', publish_at: LATER }, scheduled(), 'schedule'],
    ['publish_at null cancels a schedule', { publish_at: null }, scheduled(), 'unschedule'],
    ['the state draft cancels a schedule', { state: 'draft' }, scheduled(), 'draft'],
    ['also with the stored time', { state: 'draft', publish_at: FUTURE }, scheduled(), 'draft'],
    ['also with null', { state: 'pending', publish_at: null }, scheduled(), 'pending'],
    ['the state published publishes', { state: 'published' }, life(), 'publish'],
    ['also with a past publish_at', { state: 'published', publish_at: PAST }, life(), 'publish'],
    ['also a scheduled article', { state: 'published', publish_at: null }, scheduled(), 'publish'],
    [
      'repeating a schedule does not publish early',
      { state: 'published', publish_at: FUTURE },
      scheduled(),
      'schedule',
    ],
    ['an overdue schedule is published', { state: 'published', publish_at: PAST }, scheduled(PAST), 'publish'],
    ['the state unpublished unpublishes', { state: 'unpublished' }, life({ state: 'published', id: 1 }), 'unpublish'],
    ['a published article is published again', { state: 'published' }, life({ state: 'published', id: 1 }), 'publish'],
    ['a past published_at changes no state', { published_at: PAST }, life(), null],
  ] as const)('%s', (_, requested, stored, action) => {
    expect(requestedStep(requested, stored, NOW).action).toBe(action);
  });

  it.each([
    ['draft with a future publish_at', { state: 'draft', publish_at: FUTURE }, life()],
    ['pending with a future publish_at', { state: 'pending', publish_at: FUTURE }, life()],
    ['draft with a future published_at', { state: 'draft', published_at: FUTURE }, life()],
    ['unpublished with a future publish_at', { state: 'unpublished', publish_at: FUTURE }, life({ id: 1 })],
    ['draft with another time than the stored one', { state: 'draft', publish_at: LATER }, scheduled()],
    ['a past publish_at', { publish_at: PAST }, life()],
    ['a past publish_at with the state scheduled', { state: 'scheduled', publish_at: PAST }, scheduled()],
    ['a past publish_at with the state draft', { state: 'draft', publish_at: PAST }, life()],
    ['a past publish_at of a published article', { publish_at: PAST }, life({ state: 'published', id: 1 })],
    ['scheduled without a time', { state: 'scheduled' }, life()],
    ['scheduled with null', { state: 'scheduled', publish_at: null }, scheduled()],
  ] as const)('is refused: %s', (_, requested, stored) => {
    expect(() => requestedStep(requested, stored, NOW)).toThrow(RequestError);
  });

  it('that repeats the stored values changes nothing, no matter how late it arrives', () => {
    const time = fc.date({ min: new Date(0), max: LATER, noInvalidDate: true });
    const stored = fc.record({
      state: fc.constantFrom<State>('draft', 'pending', 'scheduled', 'unpublished'),
      id: fc.option(fc.nat()),
      published_at: fc.option(time),
      publish_at: time,
    });
    fc.assert(
      fc.property(stored, time, (any, now) => {
        const kept = { ...any, publish_at: any.state === 'scheduled' ? any.publish_at : null };
        expect(requestedStep(kept, kept, now)).toEqual({ action: null, at: null, datedBack: null });
      }),
    );
  });
});
