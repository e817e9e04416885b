import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, it } from 'vitest';
import { operationId, operationOf } from '../src/contract/reference/operations.ts';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import { rowsOf } from '../src/http/bind.ts';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: a document of a hundred shapes
let document: any;
beforeAll(async () => {
  app = await testApp();
  document = (await app.get('/openapi.json')).body;
});

it('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect([valid, document.openapi]).toEqual([true, '3.1.0']);
});

it('has exactly the rows of the contract', () => {
  const operations = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const rows = [...rowsOf(contentApi), ...rowsOf(analyticsApi), ...rowsOf(manageApi)];
  const expected = rows.map(({ name, row }) => {
    const operation = operationOf(row.api, name);
    return `${operation && operationId(row.api, operation)} ${row.method} ${row.path.replace(/:(\w+)/g, '{$1}')}`;
  });
  expect(operations.sort()).toEqual(expected.sort());
});

it('describes every field of every noun, with its type', () => {
  for (const [name, schema] of Object.entries<{
    properties: Record<string, { description?: string; $ref?: string; anyOf?: unknown }>;
  }>(document.components.schemas)) {
    if (['Error', 'Meta', 'CountMeta'].includes(name)) continue;
    for (const [field, { description, $ref, anyOf }] of Object.entries(schema.properties))
      expect(description ?? $ref ?? anyOf, `${name}.${field}`).toBeTruthy();
  }
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Author', 'Event', 'EventLocation', 'Issue', 'Page', 'Section', 'Site', 'ApiKey']),
  );
});

it('resolves every reference and contains no private keywords', () => {
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(name ?? '');
  expect(text).not.toContain('x-computed');
});
