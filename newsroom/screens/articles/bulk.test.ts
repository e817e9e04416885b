import { describe, expect, it } from 'vitest';
import type { OperationResult } from '../../../src/sdk/client.ts';
import { type BulkAction, inBatches, inverseOf, operationsOf } from './bulk.ts';

const row = (uid: string, version = 3) => ({
  ...{ uid, version, section_id: 1, category_id: null, tags: ['sea'], author_ids: [7] },
});
const done = (uid: string, version: number | null): OperationResult => ({ uid, status: 200, version, state: null });
const refused: OperationResult = { uid: 'b', status: 409, version: null, state: null, failure: { error: 'changed' } };

describe('an action on many articles', () => {
  it('sends the versions on the screen', () => {
    expect(operationsOf({ kind: 'publish' }, [row('a'), row('b', 5)])).toEqual([
      { uid: 'a', if_match: 3, action: 'publish' },
      { uid: 'b', if_match: 5, action: 'publish' },
    ]);
  });

  it.each<[BulkAction & { kind: 'change' }, object, object]>([
    [{ kind: 'change', change: { field: 'section', id: 9 } }, { section_id: 9 }, { section_id: 1 }],
    [{ kind: 'change', change: { field: 'category', id: 4 } }, { category_id: 4 }, { category_id: null }],
    [{ kind: 'change', change: { field: 'tag', tag: 'sea' } }, { tags: ['sea'] }, { tags: ['sea'] }],
    [{ kind: 'change', change: { field: 'tag', tag: 'ice' } }, { tags: ['sea', 'ice'] }, { tags: ['sea'] }],
    [{ kind: 'change', change: { field: 'author', id: 8 } }, { author_ids: [7, 8] }, { author_ids: [7] }],
  ])('changes a field and puts it back: %j', (action, article, former) => {
    expect(operationsOf(action, [row('a')])[0]?.article).toEqual(article);
    expect(inverseOf(action, [row('a')], [done('a', 4)])).toEqual([
      { uid: 'a', if_match: 4, action: 'change', article: former },
    ]);
  });

  it('undoes only successful operations, and only the versions that they created', () => {
    const undone = inverseOf({ kind: 'unpublish' }, [row('a'), row('b')], [done('a', 4), refused]);
    expect(undone).toEqual([{ uid: 'a', if_match: 4, action: 'publish' }]);
    expect(inverseOf({ kind: 'delete' }, [row('a')], [done('a', null)])).toEqual([{ uid: 'a', action: 'restore' }]);
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
