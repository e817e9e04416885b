/** The client of an installation with a word of its own in field names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { createClient, type NewEntry } from '../client.ts';
import { failure, recorded } from './testing/requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ wireWord: 'acme' });
});

describe('with a branded prefix', () => {
  it('field names are the neutral ones in bodies, lines, answers, files and problems', async () => {
    const { manage, ...client } = createClient({ url: app.url, apiKey: ADMIN, wireWord: 'acme' });
    const site = await app.site();
    const { campaign } = await manage.campaigns.create({ name: 'Summer', service_site_id: site });
    const raw = await app.manage('GET', `/campaigns/${campaign.id}`);
    expect([campaign.service_site_id, raw.campaign.acme_site_id]).toEqual([site, site]);
    const invalid = await failure(manage.campaigns.create({ name: 'Summer', service_site_id: -1 }));
    expect(invalid.problems.map(({ path }) => path)).toEqual(['/service_site_id']);

    const entry = { item_type: 'twitter', published_at: '2026-01-01T09:00:00Z' } as const;
    const lines: NewEntry[] = [
      { ...entry, item_id: 'a', service_article_ids: [4] },
      { ...entry, item_id: 'b', service_article_id: 0 },
    ];
    const written = await manage.campaignEntries.write(campaign.id, lines);
    expect(written.errors.map(({ problems }) => problems[0]?.path)).toEqual(['/service_article_id']);
    const of = { campaign_id: campaign.id };
    expect((await client.listEntries(of)).entries[0]?.service_article_ids).toEqual([4]);
    for await (const { service_article_ids } of client.exportCampaign(of)) expect(service_article_ids).toEqual([4]);
  });

  it('keys are shown by the scheme of the word, and to management as bearer tokens', async () => {
    const closed = await app.site({ api_key_required: true });
    const schemes = async (options: { wireWord?: string; apiKeyScheme?: string }) => {
      const { requests, fetch } = recorded();
      const client = createClient({ url: app.url, apiKey: ADMIN, fetch, ...options });
      await client.site(closed).listAuthors();
      await client.listCampaigns();
      await client.manage.sites.read(closed);
      expect(requests.map(({ status }) => status)).toEqual([200, 200, 200]);
      return requests.map(({ headers }) => headers.get('authorization')?.split(' ')[0]);
    };
    expect(await schemes({})).toEqual(['Bearer', 'Bearer', 'Bearer']);
    expect(await schemes({ wireWord: 'acme' })).toEqual(['ACME-API-KEY', 'ACME-API-KEY', 'Bearer']);
    const other = schemes({ wireWord: 'acme', apiKeyScheme: 'AC-API-KEY' });
    expect((await failure(other)).status).toBe(401); // unless API_KEY_SCHEMES has it
  });
});
