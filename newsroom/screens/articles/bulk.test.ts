import { describe, expect, it } from 'vitest';
import type { OperationResult } from '../../../src/sdk/client.ts';
import {
  type BulkAction,
  inBatches,
  inverseOf,
  type Life,
  leftBy,
  needsSection,
  operationsOf,
  undoableOf,
} from './bulk.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const LATER = '2030-01-02T00:00:00Z';
const row = (uid: string, version = 3, life: Partial<Life> = {}) => ({
  ...{ uid, version, title: `Title ${uid}`, section_id: 1, category_id: null, tags: ['sea'], author_ids: [7] },
  ...{ state: 'draft' as const, published_version: null, publish_at: null, scheduled_version: null, ...life },
});
const published = (uid: string, version = 3) => row(uid, version, { state: 'published', published_version: 3 });
const scheduled = (uid: string, life: Partial<Life> = {}) =>
  row(uid, 3, { state: 'scheduled', publish_at: LATER, scheduled_version: 3, ...life });
const done = (uid: string, version: number | null): OperationResult => ({ uid, status: 200, version, state: null });
const refused: OperationResult = { uid: 'b', status: 409, version: null, state: null, failure: { error: 'changed' } };

describe('an action on many articles', () => {
  it('sends the versions on the screen', () => {
    expect(operationsOf({ kind: 'publish' }, [row('a'), row('b', 5)])).toEqual([
      { uid: 'a', if_match: 3, action: 'publish' },
      { uid: 'b', if_match: 5, action: 'publish' },
    ]);
  });

  it('restores to the section that was chosen where the service asks for one', () => {
    const action: BulkAction = { kind: 'restore', section_id: 9 };
    expect(operationsOf(action, [row('a')])).toEqual([{ uid: 'a', if_match: 3, action: 'restore', section_id: 9 }]);
    expect(needsSection({ ...refused, failure: { error: 'deleted', missing_field: 'section_id' } })).toBe(true);
    expect(needsSection(refused)).toBe(false);
  });

  it.each<[BulkAction & { kind: 'change' }, object, object]>([
    [{ kind: 'change', change: { field: 'section', id: 9 } }, { section_id: 9 }, { section_id: 1 }],
    [{ kind: 'change', change: { field: 'category', id: 4 } }, { category_id: 4 }, { category_id: null }],
    [{ kind: 'change', change: { field: 'tag', tag: 'sea' } }, { tags: ['sea'] }, { tags: ['sea'] }],
    [{ kind: 'change', change: { field: 'tag', tag: 'ice' } }, { tags: ['sea', 'ice'] }, { tags: ['sea'] }],
    [{ kind: 'change', change: { field: 'author', id: 8 } }, { author_ids: [7, 8] }, { author_ids: [7] }],
  ])('changes a field and puts it back: %j', (action, article, former) => {
    expect(operationsOf(action, [row('a')])[0]?.article).toEqual(article);
    expect(inverseOf(action, [row('a')], [done('a', 4)], NOW)).toEqual([
      { uid: 'a', if_match: 4, action: 'change', article: former },
    ]);
  });

  it('undoes only successful operations, and only the versions that they created', () => {
    const rows = [published('a'), published('b')];
    const undone = inverseOf({ kind: 'unpublish' }, rows, [done('a', null), refused], NOW);
    expect(undone).toEqual([{ uid: 'a', if_match: 3, action: 'publish' }]);
    expect(inverseOf({ kind: 'restore' }, [row('a')], [done('a', 4)], NOW)).toEqual([
      { uid: 'a', if_match: 4, action: 'delete' },
    ]);
  });

  it.each([
    ['a draft stays one', row('a'), []],
    ['a published article is published again', published('a'), [{ uid: 'a', if_match: 3, action: 'publish' }]],
    [
      'its unpublished changes are not published',
      published('a', 4),
      [{ uid: 'a', if_match: 4, action: 'publish', version: 3 }],
    ],
    ['a schedule is set again', scheduled('a'), [{ uid: 'a', if_match: 3, action: 'publish', publish_at: LATER }]],
    ['a schedule that has passed is not', scheduled('a', { publish_at: '2029-12-31T00:00:00Z' }), []],
    [
      'a later autosave is not scheduled',
      scheduled('a', { version: 4 }),
      [{ uid: 'a', if_match: 4, action: 'publish', version: 3, publish_at: LATER }],
    ],
  ])('is undone after a deletion: %s', (_, one, again) => {
    expect(inverseOf({ kind: 'delete' }, [one], [done('a', null)], NOW)).toEqual([
      { uid: 'a', action: 'restore' },
      ...again,
    ]);
  });

  it('sets the schedule of a published article again, and has no undo for published changes', () => {
    expect(inverseOf({ kind: 'publish' }, [scheduled('a')], [done('a', 3)], NOW).map(({ action }) => action)).toEqual([
      ...['unpublish', 'publish'],
    ]);
    expect(undoableOf({ kind: 'publish' }, [published('a', 4), row('b')], [done('a', 4), done('b', 3)])).toEqual([
      row('b'),
    ]);
  });

  it('says what is not public again', () => {
    const past = scheduled('b', { publish_at: '2029-12-31T00:00:00Z' });
    const rows = [published('a'), past, published('c'), row('d')];
    const action = { kind: 'delete' as const };
    const operations = inverseOf(
      action,
      rows,
      rows.map(({ uid }) => done(uid, null)),
      NOW,
    );
    const results = operations.map(({ uid, action: one }) =>
      uid === 'c' && one === 'publish' ? { ...refused, uid } : done(uid, 3),
    );
    expect(leftBy(action, rows, operations, results)).toEqual({
      failed: [],
      unpublished: [
        { uid: 'b', reason: undefined },
        { uid: 'c', reason: 'changed' },
      ],
    });
    const gone = operations.map(({ uid }) => (uid === 'c' ? { ...refused, uid } : done(uid, 3)));
    expect(leftBy(action, rows, operations, gone)).toEqual({
      failed: [{ uid: 'c', reason: 'changed' }],
      unpublished: [{ uid: 'b', reason: undefined }],
    });
  });

  it('is sent a hundred at a time', () => {
    const operations = operationsOf(
      { kind: 'delete' },
      Array.from({ length: 201 }, (_, at) => row(String(at))),
    );
    expect(inBatches(operations).map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(inBatches([])).toEqual([]);
  });
});
