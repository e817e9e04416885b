/** Links to the figures of a campaign: what they open, what they do not, and when they end. And the entries of an article. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';
import { analyticsApi } from '../../contract/routes.ts';
import { campaigns } from '../rollups/testing/campaigns.ts';

let app: TestApp;
const { campaign, write } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp();
});

const entry = { item_type: 'twitter', item_id: '1', published_at: '2026-03-01T10:00:00Z', user: { user_id: 'ulla' } };
const make = async (id: number, fields: object = {}) =>
  (await app.manage('POST', `/campaigns/${id}/links`, { campaign_link: { days: 30, ...fields } })).campaign_link;
const report = (id: number, token: string) => app.get(`/v1/campaigns/${id}/campaign_report`, { token });

describe('a link to a campaign', () => {
  it('opens the figures of this campaign, and nothing else', async () => {
    const site = await app.site();
    const [id, other] = [await campaign({ service_site_id: site }), await campaign({ service_site_id: site })];
    await write(id, [entry]);
    const { token, url } = await make(id, { name: 'Fish market' });
    expect(url).toBe(`${app.url}/newsroom/shared/${id}/${token}`);
    const open: string[] = [];
    for (const [name, { path }] of Object.entries(analyticsApi)) {
      const address = (of: number) =>
        path
          .replace(':campaign_id', String(of))
          .replace(':analytics_user_id', '1')
          .replace(':user_type', 'twitter')
          .replace(':user_id', 'ulla');
      const { status } = await app.get(address(id), { token });
      if (status === 200) open.push(name);
      else expect([name, status]).toEqual([name, 403]);
      expect([name, (await app.get(`${address(id)}?api_key=${token}`)).status]).toEqual([name, status]);
      if (path.includes(':campaign_id')) {
        expect([404, 403]).toContain((await app.get(address(other), { token })).status);
        expect([404, 403]).toContain((await app.get(address(999_999), { token })).status);
      }
    }
    expect(open.sort()).toEqual([
      'listDefinitions',
      'listEntries',
      'listHashtags',
      'listNetworks',
      'listUsers',
      'readCampaign',
      'readCampaignReport',
      'readDistribution',
      'readHeatmap',
      'readTimeseries',
    ]);
    for (const path of [`/v1/manage/campaigns/${id}`, '/v1/manage/sites', `/v1/manage/campaigns/${id}/links`])
      expect([path, (await app.get(path, { token })).status]).toEqual([path, 401]);
    await app.manage('PATCH', `/sites/${site}`, { site: { api_key_required: true } });
    expect((await app.get(`/v1/sites/${site}/articles`, { token })).status).toBe(401);
  });

  it('is shown once, stored hashed, listed and revoked', async () => {
    const id = await campaign();
    const { token, url: _, ...made } = await make(id, { name: 'Fish market' });
    const { campaign_links } = await app.manage('GET', `/campaigns/${id}/links`);
    expect(campaign_links).toEqual([made]);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * 86_400_000);
    expect(JSON.stringify((await app.pool.query('select * from campaign_link')).rows)).not.toContain(token);
    expect((await report(id, token)).status).toBe(200);
    await app.manage('DELETE', `/campaigns/${await campaign()}/links/${made.id}`, undefined, 404);
    await app.manage('DELETE', `/campaigns/${id}/links/${made.id}`);
    await app.manage('DELETE', `/campaigns/${id}/links/${made.id}`, undefined, 404);
    expect((await report(id, token)).status).toBe(401);
    const again = () =>
      app.request('POST', `/v1/manage/campaigns/${id}/links`, {
        token: ADMIN,
        body: { days: 1 },
        headers: { 'idempotency-key': 'link-once' },
      });
    expect([(await again()).status, (await again()).status]).toEqual([201, 409]);
    for (const days of [0, 367, 1.5, null])
      await app.manage('POST', `/campaigns/${id}/links`, { campaign_link: { days } }, 422);
  });

  it('ends when it expires, with the campaign, and with the right of its creator', async () => {
    const site = await app.site();
    const id = await campaign({ service_site_id: site });
    const expired = await make(id);
    await app.pool.query('update campaign_link set expires_at = now() where id = $1', [expired.id]);
    expect((await report(id, expired.token)).status).toBe(401);
    const editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
    const { campaign_link: theirs } = await editor.manage('POST', `/campaigns/${id}/links`, {
      campaign_link: { days: 1 },
    });
    const kept = await make(id);
    expect((await report(id, theirs.token)).status).toBe(200);
    const { person } = await editor.manage('GET', '/me');
    await app.manage('PATCH', `/people/${person.id}`, { person: { roles: [{ site_id: site, role: 'analyst' }] } });
    expect((await report(id, theirs.token)).status).toBe(401);
    expect((await report(id, kept.token)).status).toBe(200);
    expect(
      (await app.manage('GET', `/campaigns/${id}/links`)).campaign_links.map((one: { id: number }) => one.id),
    ).toEqual([kept.id]);
    const analyst = await signedIn(app, [{ site_id: site, role: 'analyst' }]);
    await analyst.manage('POST', `/campaigns/${id}/links`, { campaign_link: { days: 1 } }, 403);
    await app.manage('DELETE', `/campaigns/${id}`);
    expect((await report(id, kept.token)).status).toBe(401);
  });

  it('counts against the limit of the address, like a request without a key', async () => {
    const limited = await testApp({ strangerLimit: 2 });
    const own = campaigns(() => limited);
    const id = await own.campaign();
    const { campaign_link } = await limited.manage('POST', `/campaigns/${id}/links`, { campaign_link: { days: 1 } });
    const read = async () => (await limited.get(`/v1/campaigns/${id}`, { token: campaign_link.token })).status;
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
    await limited.stop();
  });
});

describe('entries and articles', () => {
  it('name each other, within the site', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const post = async (title: string, state = 'published') =>
      (await app.manage('POST', `/sites/${site}/articles`, { article: { title, section_id: section.id, state } }))
        .article;
    const [herring, draft, sprat] = [await post('Herring'), await post('Draft', 'draft'), await post('Sprat')];
    const [id, foreign] = [await campaign({ service_site_id: site, name: 'Summer' }), await campaign()];
    await write(id, [
      { ...entry, service_article_ids: [herring.id], stat1: 4, stat2: 1, stat3: null },
      { ...entry, item_id: '2', service_article_ids: [999_999, herring.id], stat1: 9 },
      { ...entry, item_id: '3' },
    ]);
    await write(foreign, [{ ...entry, service_article_ids: [herring.id, sprat.id] }]);
    await app.manage('PATCH', `/sites/${site}/articles/${herring.uid}`, { article: { title: 'Not yet' } });
    const results = (uid: string, query = '') => app.manage('GET', `/sites/${site}/articles/${uid}/results${query}`);
    const { results: found, totals } = await results(herring.uid);
    expect(totals).toEqual({ entries: 2, engagement: 14 });
    expect(
      found.map((one: { campaign_name: string; entry: { item_id: string } }) => [one.campaign_name, one.entry.item_id]),
    ).toEqual([
      ['Summer', '2'],
      ['Summer', '1'],
    ]);
    expect((await results(herring.uid, '?count=1')).results).toHaveLength(1);
    expect(await results(draft.uid)).toEqual({ results: [], totals: { entries: 0, engagement: 0 } });
    await app.manage('GET', `/sites/${site}/articles/019a0000-0000-7000-8000-000000000000/results`, undefined, 404);
    const named = async (ids: string) => (await app.manage('GET', `/campaigns/${id}/articles?ids=${ids}`)).articles;
    expect(await named(`${herring.id},${sprat.id},999999`)).toEqual([
      { id: herring.id, uid: herring.uid, title: 'Herring' },
    ]);
    await app.manage('GET', `/campaigns/${id}/articles?ids=x`, undefined, 400);
  });
});
