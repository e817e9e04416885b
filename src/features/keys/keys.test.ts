import { beforeAll, describe, expect, it } from 'vitest';
import { problemsOf } from '../../../src/http/validate.ts';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { ApiKey, CreatedApiKey } from '../../contract/manage.ts';

let app: TestApp;
let open: number;
let closed: number;
beforeAll(async () => {
  app = await testApp();
  open = await app.site();
  closed = await app.site({ api_key_required: true });
});

interface Made {
  id: number;
  key: string;
}

async function key(fields: Record<string, unknown>): Promise<Made> {
  return (await app.manage('POST', '/api-keys', { api_key: { name: 'test', ...fields } })).api_key;
}

describe('keys', () => {
  it('are shown once, stored as a hash, and never listed', async () => {
    const made = await key({ scopes: ['content:read', 'manage:read'], site_ids: [open] });
    expect(problemsOf(CreatedApiKey, made)).toEqual([]);
    const { api_key: read } = await app.manage('GET', `/api-keys/${made.id}`);
    expect(problemsOf(ApiKey, read)).toEqual([]);
    expect(read).not.toHaveProperty('key');
    expect((await app.manage('GET', '/api-keys?count=100')).api_keys).toContainEqual(read);
    const { rows } = await app.pool.query("select api_key::text || encode(key_hash, 'escape') as stored from api_key");
    expect(rows.some(({ stored }) => stored.includes(made.key))).toBe(false);
  });

  it('open a closed site by parameter, by header with the branded prefix, and as a bearer token', async () => {
    const { key: secret } = await key({ scopes: ['content:read'], site_ids: [closed] });
    const path = `/v1/sites/${closed}/authors`;
    expect((await app.get(path)).status).toBe(401);
    expect((await app.get(`${path}?api_key=wrong`)).status).toBe(401);
    expect((await app.get(`${path}?api_key=${secret}`)).status).toBe(200);
    expect((await app.get(path, { headers: { authorization: `SERVICE-API-KEY ${secret}` } })).status).toBe(200);
    const reply = await app.get(path, { token: secret });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=0']);
  });

  it('need the scope and the site', async () => {
    const other = await key({ scopes: ['content:read'], site_ids: [open] });
    const analyst = await key({ scopes: ['analytics:read'] });
    const path = `/v1/sites/${closed}/authors`;
    expect((await app.get(path, { token: other.key })).status).toBe(403);
    expect((await app.get(path, { token: analyst.key })).status).toBe(403);
  });

  it('are ignored on an open site, right or wrong', async () => {
    expect((await app.get(`/v1/sites/${open}/authors?api_key=whatever`)).status).toBe(200);
  });

  it('stop when they expire and when they are revoked', async () => {
    const past = await key({ scopes: ['manage:read'], expires_at: '2100-01-01' });
    await app.pool.query("update api_key set expires_at = now() - interval '1 s' where id = $1", [past.id]);
    expect((await app.get('/v1/manage/sites', { token: past.key })).status).toBe(401);
    const made = await key({ scopes: ['manage:read'], expires_at: '2100-01-01T00:00:00Z' });
    expect((await app.get('/v1/manage/sites', { token: made.key })).status).toBe(200);
    await app.manage('DELETE', `/api-keys/${made.id}`);
    expect((await app.get('/v1/manage/sites', { token: made.key })).status).toBe(401);
    await app.manage('DELETE', `/api-keys/${made.id}`, undefined, 404);
  });

  it('record their last use', async () => {
    const made = await key({ scopes: ['manage:read'] });
    await app.get('/v1/manage/sites', { token: made.key });
    await expect
      .poll(async () => (await app.manage('GET', `/api-keys/${made.id}`)).api_key.last_used_at)
      .toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
  });

  it.each([
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ scopes: ['admin'], site_ids: [987654] }, '/site_ids'],
    [{ scopes: ['admin'], expires_at: 'soon' }, '/expires_at'],
    [{ scopes: ['admin'], expires_at: '2020-01-01' }, '/expires_at'],
    [{ scopes: ['admin'], name: '' }, '/name'],
  ])('refuse %j', async (fields, path) => {
    const body = { api_key: { name: 'x', ...fields } };
    const { problems } = await app.manage('POST', '/api-keys', body, 422);
    expect(problems.map((problem: { path: string }) => problem.path)).toContain(path);
  });
});

describe('rights in management', () => {
  it('give 401 without a key, 403 without the scope, 404 on another site', async () => {
    const reader = await key({ scopes: ['manage:read'], site_ids: [open] });
    const post = (token: string | null, site: number) =>
      app.request('POST', `/v1/manage/sites/${site}/pages`, { token, body: { page: { name: 'x' } } });
    expect((await post(null, open)).status).toBe(401);
    expect((await post('nonsense', open)).status).toBe(401);
    expect((await post(reader.key, open)).status).toBe(403);
    expect((await app.get(`/v1/manage/sites/${open}/pages`, { token: reader.key })).status).toBe(200);
    expect((await app.get(`/v1/manage/sites/${closed}/pages`, { token: reader.key })).status).toBe(404);
  });

  it('are checked before the body', async () => {
    const reply = await app.request('POST', `/v1/manage/sites/${open}/pages`, { body: { nonsense: 1 } });
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('are checked before the path', async () => {
    expect((await app.get('/v1/manage/sites/abc/pages')).status).toBe(401);
    expect((await app.get('/v1/manage/sites/abc/pages', { token: ADMIN })).status).toBe(400);
  });

  it('ignore keys in parameters: URLs end up in logs', async () => {
    expect((await app.get(`/v1/manage/sites?api_key=${ADMIN}`)).status).toBe(401);
  });

  it('to write include reading; choosing ids needs admin', async () => {
    const writer = await key({ scopes: ['manage:write'], site_ids: [open] });
    const post = (body: unknown) => app.request('POST', `/v1/manage/sites/${open}/pages`, { token: writer.key, body });
    expect((await post({ page: { name: 'x' } })).status).toBe(201);
    expect((await post({ page: { name: 'x', id: 777 } })).status).toBe(403);
    expect((await app.get(`/v1/manage/sites/${open}/pages`, { token: writer.key })).status).toBe(200);
    expect((await app.get('/v1/manage/api-keys', { token: writer.key })).status).toBe(403);
    const opening = { token: writer.key, body: { site: { api_key_required: true } } };
    expect((await app.request('PATCH', `/v1/manage/sites/${open}`, opening)).status).toBe(403);
  });

  it('of a key bound to sites stay within them', async () => {
    const bound = await key({ scopes: ['admin'], site_ids: [open] });
    const make = (fields: object) =>
      app.request('POST', '/v1/manage/api-keys', { token: bound.key, body: { api_key: { name: 'x', ...fields } } });
    expect((await make({ scopes: ['admin'] })).status).toBe(403);
    expect((await make({ scopes: ['content:read'], site_ids: [closed] })).status).toBe(403);
    const child = await make({ scopes: ['content:read'], site_ids: [open] });
    expect(child.status).toBe(201);
    const sites = await app.get('/v1/manage/sites', { token: bound.key });
    expect(sites.body.sites.map(({ id }: { id: number }) => id)).toEqual([open]);
    const site = { name: 'x', url: 'https://x.example' };
    expect((await app.request('POST', '/v1/manage/sites', { token: bound.key, body: { site } })).status).toBe(403);
    const everywhere = await key({ scopes: ['content:read'] });
    expect((await app.get(`/v1/manage/api-keys/${everywhere.id}`, { token: bound.key })).status).toBe(404);
    expect((await app.request('DELETE', `/v1/manage/api-keys/${everywhere.id}`, { token: bound.key })).status).toBe(
      404,
    );
    expect(
      (await app.request('DELETE', `/v1/manage/api-keys/${child.body.api_key.id}`, { token: bound.key })).status,
    ).toBe(204);
  });
});

describe('the branded prefix', () => {
  it('names the scheme of the header', async () => {
    const branded = await testApp({ wireWord: 'acme' });
    const site = await branded.site({ api_key_required: true });
    const made = await branded.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const ask = (scheme: string) =>
      branded.get(`/v1/sites/${site}/authors`, { headers: { authorization: `${scheme} ${made.api_key.key}` } });
    expect((await ask('ACME-API-KEY')).status).toBe(200);
    expect((await ask('SERVICE-API-KEY')).status).toBe(401);
  });

  it('may differ from the key schemes, which have their own setting', async () => {
    const branded = await testApp({ wireWord: 'acme', apiKeySchemes: ['AC-API-KEY', 'Old.Key'] });
    const site = await branded.site({ api_key_required: true });
    const made = await branded.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const status = async (scheme: string) =>
      (await branded.get(`/v1/sites/${site}/authors`, { headers: { authorization: `${scheme} ${made.api_key.key}` } }))
        .status;
    const asked = ['AC-API-KEY', 'ac-api-key', 'old.key', 'Bearer', 'ACME-API-KEY', 'oldXkey'];
    expect(await Promise.all(asked.map(status))).toEqual([200, 200, 200, 200, 401, 401]);
    const { body } = await branded.get('/openapi.json');
    expect(body.components.securitySchemes.key_header).toMatchObject({
      description: '`Authorization: AC-API-KEY <key>` or `Authorization: Old.Key <key>`',
      'x-prefix': 'AC-API-KEY',
    });
  });
});
