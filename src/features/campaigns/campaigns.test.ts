/** Campaigns in management and in analytics, and who may read them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { AnalyticsUser, Campaign, CampaignReport, Entry } from '../../contract/analytics.ts';
import { analyticsApi } from '../../contract/routes.ts';
import { problemsOf } from '../../http/validate.ts';
import { campaigns } from '../rollups/testing/campaigns.ts';

let app: TestApp;
const { campaign, write, read, report } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});

const key = async (scopes: string[], site_ids: number[] = []): Promise<string> =>
  (await app.manage('POST', '/api-keys', { api_key: { name: 'k', scopes, site_ids } })).api_key.key;
const entry = { item_type: 'twitter', item_id: '1', published_at: '2026-03-01T10:00:00Z', user: { user_id: 'ulla/1' } };

describe('campaigns', () => {
  it('belong to a site or a section, keep their flags, and name the networks of their entries', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const fields = {
      service_site_id: site,
      service_section_id: section.id,
      twitter_connected: true,
      update_enabled: false,
    };
    const id = await campaign({ name: 'Herring', ...fields });
    const { campaign: served } = await read(`/${id}`);
    expect(problemsOf(Campaign, served)).toEqual([]);
    expect(served).toMatchObject({ name: 'Herring', ...fields, twitter_items_exist: false, section_deleted: false });
    expect(served.last_update_at).toMatch(/\.\d{3}Z$/);
    await write(id, [entry]);
    await app.manage('DELETE', `/sites/${site}/sections/${section.id}`);
    const changed = { facebook_access_token_expired: true, name: 'Sprat' };
    await app.manage('PATCH', `/campaigns/${id}`, {
      campaign: { ...served, ...changed, service_section_id: undefined },
    });
    expect((await read(`/${id}`)).campaign).toMatchObject({
      ...changed,
      facebook_api_token_expired: true,
      twitter_items_exist: true,
      linkedin_items_exist: false,
      section_deleted: true,
    });
    expect((await read('')).campaigns.map((one: { id: number }) => one.id)).toContain(id);
    await app.manage('DELETE', `/sites/${site}`, undefined, 409);
  });

  it('are rejected with an unknown site or section', async () => {
    const site = await app.site();
    const refused = async (body: object) =>
      (await app.manage('POST', '/campaigns', { campaign: { name: 'x', ...body } }, 422)).problems[0].path;
    expect(await refused({ service_site_id: 999_999 })).toBe('/service_site_id');
    expect(await refused({ service_site_id: site, service_section_id: 999_999 })).toBe('/service_section_id');
    expect(await refused({})).toBe('/service_site_id');
  });

  it('cannot move to another site; their own site can be sent back', async () => {
    const [site, other] = [await app.site(), await app.site()];
    const id = await campaign({ service_site_id: site });
    const change = (fields: object, status = 200) =>
      app.manage('PATCH', `/campaigns/${id}`, { campaign: fields }, status);
    const { problems } = await change({ name: 'Moved', service_site_id: other }, 422);
    const message = 'cannot be changed: a campaign stays with its site';
    expect(problems).toEqual([{ path: '/service_site_id', message }]);
    const { campaign: sent } = await change({ service_site_id: site });
    expect(sent).toMatchObject({ name: 'Herring', service_site_id: site });
  });

  it('have a save counter, and reject a stale If-Match', async () => {
    const id = await campaign();
    const patch = (ifMatch: string) =>
      app.request('PATCH', `/v1/manage/campaigns/${id}`, {
        token: ADMIN,
        body: { name: 'y' },
        headers: { 'if-match': ifMatch },
      });
    expect((await patch('"1"')).headers.get('etag')).toBe('"2"');
    expect((await patch('"1"')).status).toBe(409);
  });

  it('are found by no address as soon as they are being deleted', async () => {
    const id = await campaign();
    await app.pool.query('update campaign set being_deleted = true where id = $1', [id]);
    const seen = (path: string) => app.get(`/v1/campaigns${path}`, { token: ADMIN });
    const parts = [
      '',
      '/campaign_report',
      '/timeseries',
      '/heatmap',
      '/networks',
      '/hashtags',
      '/definitions',
      '/export',
    ];
    for (const part of [...parts, '/entries', '/users', '/users/1', '/users/twitter/1'])
      expect([part, (await seen(`/${id}${part}`)).status]).toEqual([part, 404]);
    expect((await seen('')).body.campaigns.map((one: { id: number }) => one.id)).not.toContain(id);
  });

  it('are deleted with all their data', async () => {
    const id = await campaign();
    await write(id, [entry]);
    await app.manage('DELETE', `/campaigns/${id}`);
    await app.manage('DELETE', `/campaigns/${id}`, undefined, 404);
    await app.manage('POST', `/campaigns/${id}/entries`, { entries: [entry] }, 404);
    expect((await app.get(`/v1/campaigns/${id}/campaign_report`, { token: ADMIN })).status).toBe(404);
    await expect.poll(async () => (await app.pool.query('select from campaign where id = $1', [id])).rowCount).toBe(0);
    expect((await app.pool.query('select from campaign_entry where campaign_id = $1', [id])).rowCount).toBe(0);
  });
});

describe('users', () => {
  it('are read by id; the id of the network redirects there and keeps the key', async () => {
    const id = await campaign();
    await write(id, [entry]);
    const reader = await key(['analytics:read']);
    const find = (path: string) => app.get(`/v1/campaigns/${id}/users/${path}?api_key=${reader}`);
    const found = await find('twitter/ulla%2F1');
    expect(found.status).toBe(302);
    const location = new URL(found.headers.get('location') ?? '');
    expect([location.origin, location.searchParams.get('api_key')]).toEqual([app.url, reader]);
    const { body } = await app.get(location.pathname + location.search);
    expect(problemsOf(AnalyticsUser, body)).toEqual([]);
    expect(body).toMatchObject({ user_id: 'ulla/1', user_type: 'twitter', posted_items_count: 1, score: 1 });
    const byHeader = await app.get(`/v1/campaigns/${id}/users/twitter/ulla%2F1`, { token: ADMIN });
    expect(byHeader.headers.get('location')).toBe(`${app.url}/v1/campaigns/${id}/users/${body.id}`);
    for (const path of ['facebook/ulla%2F1', 'twitter/nobody', 'myspace/1']) {
      const unknown = await find(path);
      expect([unknown.status, unknown.text]).toEqual([404, '{"error":"Invalid id"}']);
    }
    expect((await find('nobody')).status).toBe(404);
  });
});

describe('reading analytics', () => {
  const addresses = (id: number) =>
    Object.values(analyticsApi).map(({ path }) =>
      path
        .replace(':campaign_id', String(id))
        .replace(':analytics_user_id', '1')
        .replace(':user_type/:user_id', 'twitter/ulla%2F1'),
    );

  it('needs a key with the right, on every route', async () => {
    const id = await campaign();
    await write(id, [entry]);
    const [reader, other] = [await key(['analytics:read']), await key(['content:read', 'manage:write'])];
    for (const path of addresses(id)) {
      const status = async (query: string, headers = {}) => (await app.get(`${path}?${query}`, { headers })).status;
      expect(await status(''), path).toBe(401);
      expect(await status('api_key=mh_wrong'), path).toBe(401);
      expect(await status(`api_key=${other}`), path).toBe(403);
      expect(await status(`api_key=${reader}`), path).toBeLessThan(303);
      expect(await status('', { authorization: `SERVICE-API-KEY ${reader}` }), path).toBeLessThan(303);
    }
  });

  it('is limited to the sites of the key, on every route', async () => {
    const [site, foreign] = [await app.site(), await app.site()];
    const id = await campaign({ service_site_id: foreign, name: 'Secret' });
    await write(id, [entry]);
    const reader = await key(['analytics:read'], [site]);
    const editor = await key(['manage:write'], [site]);
    for (const path of addresses(id)) {
      const { status, text } = await app.get(`${path}?api_key=${reader}`);
      if (path === '/v1/campaigns') expect([status, text]).toEqual([200, '{"campaigns":[]}']);
      else expect([status, text], path).toEqual([404, '{"error":"There is no such campaign."}']);
    }
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/entries'],
      ['DELETE', '/entries/1'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'x' } : method === 'POST' ? { entries: [entry] } : undefined;
      const { status } = await app.request(method, `/v1/manage/campaigns/${id}${path}`, { token: editor, body });
      expect(status, `${method} ${path}`).toBe(404);
    }
    const { body } = await app.get('/v1/manage/campaigns', { token: editor });
    expect(body.campaigns).toEqual([]);
    expect((await report(id)).entries).toBe(1);
  });

  it('writes the key into links only if it came as a parameter', async () => {
    const id = await campaign();
    await write(id, [entry, { ...entry, item_id: '2' }]);
    const reader = await key(['analytics:read']);
    const { body } = await app.get(`/v1/campaigns/${id}/entries?count=1&sort=stat1&api_key=${reader}&_=5`);
    expect(problemsOf(Entry, body.entries[0])).toEqual([]);
    expect(body.pagination.base).toBe(`${app.url}/v1/campaigns/${id}/entries?count=1&sort=stat1&api_key=${reader}`);
    expect(body.pagination.older).toMatch(/&api_key=mh_.*&page=2&after=/);
    expect(JSON.stringify((await read(`/${id}/entries?count=1`)).pagination)).not.toContain('api_key');
  });

  it('answers an empty campaign with valid nulls and zeroes', async () => {
    const empty = await report(await campaign());
    expect(problemsOf(CampaignReport, empty)).toEqual([]);
    expect(empty).toMatchObject({
      entries: 0,
      twitter: { posts: 0, stat1: 0, stat1_median: null, stat1_std_dev: null },
    });
  });
});

describe('an installation with a branded prefix', () => {
  it('uses it in the names of fields of bodies, answers and the reference', async () => {
    const branded = await testApp({ wireWord: 'acme' });
    const site = await branded.site();
    const { campaign: made } = await branded.manage('POST', '/campaigns', {
      campaign: { name: 'C', acme_site_id: site },
    });
    expect(made).toMatchObject({ acme_site_id: site, acme_section_id: null });
    const entries = [{ ...entry, acme_article_id: 5 }];
    await branded.manage('POST', `/campaigns/${made.id}/entries`, { entries }, 200);
    const { body } = await branded.get(`/v1/campaigns/${made.id}/entries`, { token: ADMIN });
    expect(body.entries[0]).toMatchObject({ acme_article_id: 5, acme_article_ids: [5] });
    expect(JSON.stringify(body)).not.toContain('service_');
    const { problems } = await branded.manage(
      'POST',
      '/campaigns',
      { campaign: { name: 'C', service_site_id: site } },
      422,
    );
    expect(problems).toEqual([
      { path: '/acme_site_id', message: 'is missing' },
      { path: '/service_site_id', message: 'is not a field here' },
    ]);
    const nowhere = { campaign: { name: 'C', acme_site_id: 999_999 } };
    const told = await branded.manage('POST', '/campaigns', nowhere, 422);
    expect(told.problems).toEqual([{ path: '/acme_site_id', message: 'names no site that you have access to' }]);
    expect((await branded.get('/openapi.json')).text).not.toMatch(/"service_/);
  });
});
