import { describe, expect, it } from 'vitest';
import { blockerOf, changedFields, isStale, problemAt, restOf } from './changes.ts';

const failed = (status: number, message: string, problems: { path: string; message: string }[] = []) => ({
  ...{ status, message, problems },
});

describe('a form', () => {
  it('sends changed fields, at any depth', () => {
    const before = { name: 'Sea', tags: ['a'], links: { email: 'x' }, order: 1 };
    expect(changedFields(before, { ...before, tags: ['a'], links: { email: 'y' } })).toEqual({ links: { email: 'y' } });
    expect(changedFields(before, structuredClone(before))).toEqual({});
  });

  it('shows a problem beside its field, and the rest elsewhere', () => {
    const error = failed(422, 'The body is invalid.', [
      { path: '/name', message: 'must not be blank' },
      { path: '/links/website', message: 'must be an address' },
      { path: '/colour', message: 'is unknown' },
    ]);
    expect(['name', 'links', 'link', 'colour'].map((name) => problemAt(error, name))).toEqual([
      'must not be blank',
      'must be an address',
      undefined,
      'is unknown',
    ]);
    expect(restOf(error, ['name', 'links'])).toBe('colour is unknown');
    expect(restOf(error, ['name', 'links', 'colour'])).toBeNull();
    expect(restOf(failed(503, 'The database is unavailable.'), ['name'])).toBe('The database is unavailable.');
  });

  it('finds the field whose value is taken', () => {
    const clash = { ...failed(409, 'Reworded.'), body: { error: 'Reworded.', taken_field: 'section_url' } };
    expect(problemAt(clash, 'section_url')).toBe(clash.message);
    expect([restOf(clash, ['section_url']), restOf(clash, ['name'])]).toEqual([null, clash.message]);
    expect(isStale(clash)).toBe(false);
  });

  it('distinguishes a stale save from other conflicts', () => {
    const stale = failed(409, 'Reworded.');
    expect(isStale({ ...stale, body: { error: 'Reworded.', version: 3 } })).toBe(true);
    expect(isStale({ ...stale, body: { error: 'This page was changed since you read it.' } })).toBe(false);
  });

  it.each([
    [{ used_by: { kind: 'article', count: 3 } }, { kind: 'article', count: 3 }],
    [{ used_by: { kind: 'published_article', count: 1 } }, { kind: 'published_article', count: 1 }],
    [{ used_by: { kind: 'newsletter', count: 1 } }, null],
    [{ error: 'Something else.' }, null],
  ])('reads why an item cannot be deleted: %j', (body, expected) => {
    expect(blockerOf({ body })).toEqual(expected);
  });
});
