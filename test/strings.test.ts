/**
 * Every string that the service accepts or serves declares its kind: plain text, sanitised HTML, a checked address, or
 * something narrower. An undeclared field could be served unchecked.
 */
import { type TSchema, Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure, isAddress, isHtml, nullable, Problem, patternWords, text } from '../src/contract/common.ts';
import { fieldPaths } from '../src/contract/fields.ts';
import { Notification } from '../src/contract/notification.ts';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import { rowsOf } from '../src/http/bind.ts';
import { problemsOf } from '../src/http/validate.ts';
import { nouns } from '../src/transfer/nouns.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';

type Keywords = Record<string, unknown> & {
  type?: string | string[];
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
  anyOf?: TSchema[];
};
interface Place {
  path: string;
  schema: Keywords;
}

const FORMATS = ['uri', 'uri-reference', 'contact', 'receiver', 'date-time', 'time-zone', 'uuid'];
const BAD_ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,x',
  '/x',
  'x',
  '//',
  'https:x',
  'https://',
  ' https://x.example',
  'https://x.example/"><b>',
  'ftp://x.example',
];

const rows = [...rowsOf(contentApi), ...rowsOf(analyticsApi), ...rowsOf(manageApi)];
/** Input: bodies, lines of a stream, lines of an import. */
const taken: [string, TSchema][] = [
  ...rows.flatMap(({ name, row }) => given(name, row)),
  ...nouns.map(({ key, schema }): [string, TSchema] => [`import ${key}`, schema]),
];
const asked = rows.flatMap(({ name, row }) =>
  Object.entries<TSchema>(row.query).map(([field, schema]): [string, TSchema] => [`${name}?${field}`, schema]),
);
const served: [string, TSchema][] = [
  ...rows.flatMap(({ name, row }): [string, TSchema][] => (row.answer ? [[name, row.answer]] : [])),
  ['errors', Failure],
  ['removed', Problem],
  ['notifications', Notification],
];

function given(name: string, { body, options }: Row): [string, TSchema][] {
  return [
    ...(body ? [[name, body.schema] as [string, TSchema]] : []),
    ...(options.line ? [[`${name} line`, options.line] as [string, TSchema]] : []),
  ];
}

/** Every schema in a schema. */
function placesIn([path, schema]: [string, TSchema]): Place[] {
  const keywords = schema as Keywords;
  const { properties = {}, patternProperties = {}, additionalProperties, items, anyOf = [] } = keywords;
  const inner: [string, TSchema][] = [
    ...Object.entries(properties).map(([name, field]): [string, TSchema] => [`${path}.${name}`, field]),
    ...Object.values(patternProperties).map((field): [string, TSchema] => [`${path}.*`, field]),
    ...(typeof additionalProperties === 'object' ? [[`${path}.*`, additionalProperties] as [string, TSchema]] : []),
    ...(items ? [[`${path}[]`, items] as [string, TSchema]] : []),
    ...anyOf.map((variant): [string, TSchema] => [path, variant]),
  ];
  return [{ path, schema: keywords }, ...inner.flatMap(placesIn)];
}

const typesOf = ({ type, anyOf }: Keywords) => [type ?? (anyOf ? 'any of' : 'anything')].flat();
const isString = ({ schema }: Place) => typesOf(schema).includes('string');

/** Null for a string without a declared kind. */
function kindOf({ contentMediaType, format, enum: values, const: value }: Keywords): string | null {
  if (contentMediaType === 'text/plain') return 'plain text';
  if (contentMediaType === 'text/html') return 'HTML';
  if (typeof format === 'string' && FORMATS.includes(format)) return format;
  if (Array.isArray(values) || value !== undefined) return 'one of a list';
  return null;
}

/** Undeclared strings; latitudes and longitudes are numbers in quotes, by their pattern. */
function silentIn(places: Place[]): string[] {
  const silent = places.filter(
    (place) => isString(place) && !(kindOf(place.schema) ?? typesOf(place.schema).includes('number')),
  );
  return [...new Set(silent.map(({ path }) => path))];
}

describe('every string of the contract', () => {
  const all = [...taken, ...asked, ...served].flatMap(placesIn);

  it('declares its kind', () => {
    expect(all.filter(isString).length).toBeGreaterThan(800);
    expect(silentIn(all)).toEqual([]);
  });

  it('is found at any depth, so that an undeclared one is noticed', () => {
    const silent = Type.Optional(nullable(Type.String()));
    const planted = Type.Object({
      a: silent,
      b: Type.Array(silent),
      c: Type.Record(Type.String(), silent),
      d: text(''),
    });
    expect(silentIn(placesIn(['x', Type.Object({ y: planted })]))).toEqual(['x.y.a', 'x.y.b[]', 'x.y.c.*']);
  });

  it('has a type: no schema accepts anything', () => {
    const vague = all.filter(({ schema }) => typesOf(schema).includes('anything'));
    expect([...new Set(vague.map(({ path }) => path))]).toEqual([]);
  });

  it('is listed where it is accepted: no object keeps unlisted fields', () => {
    const open = taken.flatMap(placesIn).filter(({ schema }) => {
      const { additionalProperties: others, 'x-drops-unknown': drops } = schema;
      return typesOf(schema).includes('object') && others !== false && typeof others !== 'object' && drops !== 'always';
    });
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('is sanitised when it is accepted as HTML, at any depth', () => {
    for (const [name, schema] of taken) {
      const places = placesIn([name, schema]).filter((place) => isHtml(place.schema as TSchema));
      expect(fieldPaths(schema, isHtml).length, name).toBe(places.length);
    }
    const html = new Set(
      taken.flatMap(placesIn).flatMap(({ path, schema }) => (isHtml(schema as TSchema) ? [path] : [])),
    );
    expect([...html]).toEqual(
      expect.arrayContaining([
        'articles.create.body',
        'articles.change.attachments.tweet.oembed',
        'import article.published.article.attachments.tweet.oembed',
        'authors.create.about',
        'events.change.description',
        'pages.create.body',
      ]),
    );
  });

  it('is checked when it is accepted as an address', () => {
    const addresses = taken
      .flatMap(placesIn)
      .filter(({ schema }) => isAddress(schema as TSchema) || schema.format === 'receiver');
    expect(addresses.length).toBeGreaterThan(100);
    for (const { path, schema } of addresses) {
      for (const bad of BAD_ADDRESSES) {
        if (schema.format === 'contact' && !bad.includes(':')) continue; // a bare name
        if (schema.format === 'receiver' && bad.trim().startsWith('https://')) continue; // checked further by its command
        expect(problemsOf(schema as TSchema, bad), `${path}: ${bad}`).not.toEqual([]);
      }
      expect(problemsOf(schema as TSchema, `https://x.example/ä|b${schema.pattern ? '' : '?c=d&e={f}'}`), path).toEqual(
        [],
      );
    }
  });

  it('says what it must be in words where a pattern checks it', () => {
    const patterned = [...taken, ...asked].flatMap(placesIn).filter(({ schema }) => typeof schema.pattern === 'string');
    expect(patterned.length).toBeGreaterThan(200);
    const wordless = patterned.filter(({ schema }) => !Object.hasOwn(patternWords, String(schema.pattern)));
    expect(wordless.map(({ path, schema }) => `${path}: ${schema.pattern}`)).toEqual([]);
  });

  it('is checked as an address if its name says so', () => {
    const named = [...taken, ...served]
      .flatMap(placesIn)
      .filter(
        (place) =>
          isString(place) && /(?:^|[._])(?:url|src|link|website|picture|avatar|image|signup)$/.test(place.path),
      );
    // A slug is named like an address too, and has its own pattern.
    const unchecked = named.filter(
      ({ schema }) => !isAddress(schema as TSchema) && schema.format !== 'receiver' && !schema.pattern,
    );
    expect(unchecked.map(({ path }) => path)).toEqual([]);
  });
});

describe('the reference', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });

  it('shows the kind of every string', async () => {
    const { body: document } = await app.get('/openapi.json');
    expect(document.info.description).toMatch(/plain text.*sanitised.*http or https/s);
    const { Article, TweetAttachment, NotifiedArticle } = document.components.schemas;
    expect(Article.properties.body.contentMediaType).toBe('text/html');
    expect(Article.properties.title.contentMediaType).toBe('text/plain');
    expect(Article.properties.cover_url.format).toBe('uri-reference');
    expect(TweetAttachment.properties.oembed.contentMediaType).toBe('text/html');
    expect(NotifiedArticle.properties.body.contentMediaType).toBe('text/html');
  });

  it('describes notifications as they are sent', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
    const tweet = { oembed: '<blockquote class="twitter-tweet">x</blockquote>', url: 'https://t.example/1' };
    const article = { title: 'x', section_id: section.id, state: 'published', attachments: { tweet } };
    const { article: saved } = await app.manage('POST', `/sites/${site}/articles`, { article });
    await app.request('DELETE', `/v1/manage/sites/${site}/articles/${saved.uid}/publication`, { token: ADMIN });
    const { rows: events } = await app.pool.query('select body from article_event where site_id = $1', [site]);
    expect(events).toHaveLength(2);
    for (const { body } of events) expect(problemsOf(Notification, JSON.parse(body)), body).toEqual([]);
  });
});
