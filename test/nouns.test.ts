import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import { nouns } from './nouns.ts';

/** Nouns with tests of their own instead of a case in `nouns.ts`. */
const OTHERS = ['articles', 'media', 'webhooks', 'sources', 'network-accounts', 'intake-rules', 'blocked'];

const created = Object.values<Record<string, Row>>(manageApi).flatMap(({ create }) => {
  const path = create?.path.match(/^\/v1\/manage\/sites\/:site_id\/([a-z-]+)$/)?.[1];
  return create?.body && path && !OTHERS.includes(path) ? [{ path, schema: create.body.schema }] : [];
});

/** JSON pointers of the fields that a body may have and an example does not. */
function missingFields(schema: TSchema, value: unknown, at = ''): string[] {
  // a schema is a plain object of JSON Schema keywords
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items && Array.isArray(value))
    return value.flatMap((item, index) => missingFields(items, item, `${at}/${index}`));
  if (!properties || value === null) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const member = Object(value)[name];
    // Only a migration gives an id.
    if (member === undefined) return name === 'id' && at === '' ? [] : [`${at}/${name}`];
    return missingFields(field, member, `${at}/${name}`);
  });
}

describe('the examples of nouns', () => {
  it('cover every noun that can be created on a site', () => {
    expect(nouns.map(({ path }) => path).sort()).toEqual(created.map(({ path }) => path).sort());
  });

  it.each(created)('have every field that can be written: $path', ({ path, schema }) => {
    const full = nouns.find((noun) => noun.path === path)?.full;
    expect(missingFields(schema, full)).toEqual([]);
  });

  it('would be incomplete with a new field, also one of a part', () => {
    const { schema } = created.find(({ path }) => path === 'events') ?? {};
    const full = nouns.find(({ path }) => path === 'events')?.full ?? {};
    expect(missingFields(schema ?? {}, { ...full, summary: undefined })).toEqual(['/summary']);
    expect(missingFields(schema ?? {}, { ...full, images: [{ id: 31, caption: '', link: '' }] })).toEqual([
      '/images/0/url',
    ]);
  });
});
