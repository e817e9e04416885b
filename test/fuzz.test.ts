/** Random and hostile requests to every route: never a 5xx, never a hang, every response matches its schema. */

import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../src/contract/common.ts';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import type { Row } from '../src/contract/row.ts';
import { rowsOf } from '../src/http/bind.ts';
import { problemsOf } from '../src/http/validate.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { nouns } from './nouns.ts';
import fc from './property.ts';
import { sized } from './random.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? sized(400, 6_000));
const LONGEST = 9_000;

let app: TestApp;
let guest: string;
beforeAll(async () => {
  app = await testApp();
  for (const id of [1, 2]) {
    await app.manage('POST', '/sites', { site: { id, name: 'Fuzz', url: 'https://fuzz.example' } });
    for (const { path, one, full } of nouns)
      await app.manage('POST', `/sites/${id}/${path}`, { [one]: { ...full, id } });
  }
  const partner = { kind: 'guest_api', name: 'Partner', section_id: 1, approval: 'auto' };
  const { source } = await app.manage('POST', '/sites/1/sources', { source: partner });
  const api_key = { name: 'Partner', scopes: ['guest:write'], site_ids: [1], source_id: source.id };
  guest = (await app.manage('POST', '/api-keys', { api_key })).api_key.key;
});

const rows = [...rowsOf(contentApi), ...rowsOf(analyticsApi), ...rowsOf(manageApi)].map(({ row }) => row);
/** Responses of content, and those that `fields` trims, need only match in the fields that they have. */
const isTrimmed = (row: (typeof rows)[number]) => row.api !== 'manage' || 'fields' in row.query;
const schemas = new Map(rows.map((row) => [row, row.answer && (isTrimmed(row) ? partial(row.answer) : row.answer)]));

const hostile = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  'true',
  "'",
  '"',
  '\\',
  '%00',
  '\0',
  '../../etc/passwd',
  '<script>',
  "1' or '1'='1",
  '💥',
  'ﬀ',
  '\ud83d',
  '9'.repeat(30),
  '__proto__',
  'constructor',
  '2026-02-30',
  '2026-03',
  '{}',
  '[]',
);
const text = fc.oneof(
  { weight: 3, arbitrary: hostile },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const idText = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('1', '2', '3') }, { weight: 1, arbitrary: text });
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('2026-01-01', 'https://x.example/', '#aabbcc', 'fi'),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 3 }),
);

interface Fuzzed {
  row: Row;
  path: string;
  query: string;
  body: unknown;
  headers: Record<string, string>;
}

const fuzzed: fc.Arbitrary<Fuzzed> = fc.constantFrom(...rows).chain((row) => {
  const names = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return fc.record({
    row: fc.constant(row),
    path: fc.array(idText, { minLength: names.length, maxLength: names.length }).map((ids) => filled(row.path, ids)),
    query: fc
      .array(fc.tuple(fc.oneof(fc.constantFrom('_', 'api_key', ...Object.keys(row.query)), text), text), {
        maxLength: 3,
      })
      .map(queryString),
    body: row.body ? bodyOf(row) : fc.constant(undefined),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { 'if-match': '"1"' },
      { 'if-none-match': '*' },
      { 'idempotency-key': 'k' },
      { 'accept-encoding': 'br' },
    ),
  });
});

/** Mostly schema fields with values of any kind, sometimes anything at all. */
function bodyOf(row: Row): fc.Arbitrary<unknown> {
  const { key, schema = {} } = row.body ?? { key: '' };
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  const good = (key === 'article'
    ? { title: 'x', section_id: 1, state: 'published' }
    : nouns.find(({ one }) => one === key)?.full) ?? { name: 'x', url: 'https://x.example', scopes: ['content:read'] };
  const changes = fc.dictionary(fc.constantFrom(...fields, 'surprise'), value, { maxKeys: 3 });
  const wrap = (body: object) => (key === null ? body : { [key]: body });
  return fc.oneof(
    { weight: 6, arbitrary: changes.map((changed) => wrap({ ...good, ...changed })) },
    { weight: 1, arbitrary: value },
  );
}

describe('hostile requests', () => {
  it(`are all answered, ${REQUESTS} of them`, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(fuzzed, { minLength: 10, maxLength: 10 }), async (batch) => {
        for (const status of await Promise.all(batch.map(ask))) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { numRuns: Math.ceil(REQUESTS / 10) },
    );
    console.log(`fuzz: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    // Few requests of a short run create anything.
    for (const status of [200, 400, 404, 422, ...(sized(0, 1) === 1 ? [201] : [])])
      expect(statuses.get(status), `status ${status}`).toBeGreaterThan(0);
  });
});

async function ask({ row, path, query, body, headers }: Fuzzed): Promise<number> {
  const token = row.right === 'guest' ? guest : row.api === 'manage' ? ADMIN : null;
  const options = { token, body, headers };
  const {
    status,
    body: answer,
    text: sent,
  } = await app.request(row.method, `${path}?${query}`.slice(0, LONGEST), options);
  const said = `${row.method} ${path}?${query} ${JSON.stringify(body)} → ${status} ${sent}`;
  expect(status, said).toBeLessThan(500);
  const schema = status >= 400 ? Failure : status < 300 ? schemas.get(row) : undefined;
  if (schema && sent !== '') expect(problemsOf(schema, answer), said).toEqual([]);
  return status;
}

function filled(path: string, ids: string[]): string {
  let index = 0;
  return path.replace(/:(\w+)/g, () => escaped(ids[index++] ?? '') || '%20');
}

function queryString(pairs: [string, string][]): string {
  return pairs.map(([name, word]) => `${escaped(name)}=${escaped(word)}`).join('&');
}

function escaped(word: string): string {
  return encodeURIComponent(word.toWellFormed()).replace(/^\.+$/, '%2E');
}

function partial(schema: TSchema): TSchema {
  const {
    properties = {},
    items,
    ...rest
  } = schema as { properties?: Record<string, TSchema>; items?: TSchema; required?: string[] };
  const { required: _, ...kept } = rest;
  const inner = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, partial(field)]));
  return {
    ...kept,
    ...(items ? { items: partial(items) } : {}),
    ...(Object.keys(inner).length > 0 ? { properties: inner } : {}),
  } as TSchema;
}
