/** The demo site: complete, valid and deterministic. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARTICLE_TYPES, Article, type ArticleWire } from '../src/contract/article.ts';
import { sanitizeHtml } from '../src/core/html.ts';
import { kysely } from '../src/db/connect.ts';
import { entries } from '../src/demo/campaign.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { demoTools } from '../src/demo/removal.ts';
import { problemsOf } from '../src/http/validate.ts';
import { createClient, type SiteClient } from '../src/sdk/client.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { addPerson, signedIn } from './people.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURES = join(ROOT, 'public/demo');
const NOW = new Date('2026-03-28T22:30:00Z');

let app: TestApp;
let site: SiteClient;
let articles: ArticleWire[];
beforeAll(async () => {
  app = await testApp();
  const began = performance.now();
  expect(await fillDemo(kysely(app.pool), app.media, NOW)).toBe(true);
  console.log(`demo: filled in ${Math.round(performance.now() - began)} ms`);
  site = createClient({ url: app.url }).site(1);
  articles = [];
  for await (const article of site.listArticles({ count: 100 })) articles.push(article);
});

describe('the demo site', () => {
  it('of 0.1.0 still has its pictures', async () => {
    const names = readdirSync(PICTURES).map((name) => name.replace('.webp', ''));
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const { status, headers } = await app.get(`/files/demo/${name}.svg`);
      expect([status, headers.get('content-type')], name).toEqual([200, 'image/webp']);
    }
    expect((await app.get('/files/demo/nothing.svg')).status).toBe(404);
  });

  it('has sixty articles of every type, in two languages, that match the contract', async () => {
    expect(articles).toHaveLength(60);
    expect(new Set(articles.map(({ type }) => type))).toEqual(new Set(ARTICLE_TYPES));
    for (const article of articles)
      expect(problemsOf({ ...Article, additionalProperties: false } as TSchema, article), article.title).toEqual([]);
    const kinds = new Set(articles.flatMap(({ attachments }) => Object.keys(attachments ?? {})));
    expect([...kinds].sort()).toEqual(['facebook_post', 'instagram_item', 'tweet', 'video']);
    const { sections } = await site.listSections();
    expect(new Set(sections.map(({ locale }) => locale))).toEqual(new Set(['en', 'fi']));
    for (const { id } of sections)
      expect((await site.listSectionArticles({ section_id: id })).meta.total_count).toBeGreaterThan(4);
  });

  it('is filled once', async () => {
    expect(await fillDemo(kysely(app.pool), app.media, NOW)).toBe(false);
  });

  it('is written in HTML that needs no cleaning', async () => {
    const { authors } = await site.listAuthors();
    const { pages } = await site.listPages();
    for (const text of [...articles, ...pages].map(({ body }) => body).concat(authors.map(({ about }) => about)))
      expect(sanitizeHtml(text).html).toBe(text);
    const embeds = articles.flatMap(({ attachments }) => attachments?.tweet?.oembed ?? []);
    expect(embeds.length).toBeGreaterThan(2);
    for (const text of embeds) expect(sanitizeHtml(text)).toEqual({ html: text, removed: [] });
  });

  it('shows only pictures that exist', async () => {
    const answers = await Promise.all([
      site.listArticles({ count: 100 }),
      site.listAuthors(),
      site.listEvents(),
      site.listIssues(),
    ]);
    const addresses = JSON.stringify(answers).match(/http:[^"]+\/files\/sites\/1\/[^"]+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(100);
    for (const address of new Set(addresses))
      expect((await fetch(address, { method: 'HEAD' })).status, address).toBe(200);
  });

  it('has pins, likes, something to read next, full issues and containers', async () => {
    expect(articles.slice(0, 3).map(({ site_pinned_index }) => site_pinned_index)).toEqual([0, 1, 2]);
    expect((await site.listLikes()).likes.length).toBeGreaterThan(30);
    expect(articles.some(({ featured_articles }) => featured_articles.length > 0)).toBe(true);
    for (const { id } of (await site.listIssues()).issues)
      expect((await site.listIssueArticles({ issue_id: id })).articles.length).toBeGreaterThan(2);
    const { featured_item_containers } = await site.listFeaturedItemContainers();
    for (const { id } of featured_item_containers) {
      const list = await site.listContainerArticles({ featured_item_container_id: id });
      expect(list.articles.length).toBeGreaterThan(1);
    }
  });

  it('always has past, current and future events', async () => {
    const today = (await site.listEvents({ date: '2026-03-28' })).events.map(({ name }) => name);
    expect(today).toEqual(['Herring market']);
    const starts = (await site.listEvents({ count: 100 })).events.map(({ start_date }) => new Date(start_date));
    expect(starts.some((start) => start < new Date('2026-03-20'))).toBe(true);
    expect(starts.filter((start) => start > NOW).length).toBeGreaterThan(4);
  });

  it('has a campaign with believable figures of ninety days, the same on the same day', async () => {
    const client = createClient({ url: app.url, apiKey: ADMIN });
    const { campaigns } = await client.listCampaigns();
    const { id: campaign_id = 0 } = campaigns[0] ?? {};
    expect(campaigns).toMatchObject([{ name: 'Summer at sea', service_site_id: 1, linkedin_items_exist: true }]);
    const { campaign_report: report } = await client.readCampaignReport({ campaign_id });
    expect(report.entries).toBe(5_000);
    const { buckets } = (await client.readTimeseries({ campaign_id, unit: 'day' })).timeseries;
    expect([buckets[0]?.start, buckets.at(-1)?.end]).toEqual([
      '2025-12-28T00:00:00+00:00',
      '2026-03-28T00:00:00+00:00',
    ]);
    const launch = buckets.toSorted((a, b) => b.entries - a.entries)[0];
    expect(launch?.start).toBe('2026-01-25T00:00:00+00:00');
    const { distribution } = await client.readDistribution({ campaign_id, figure: 'stat1', item_type: 'instagram' });
    expect(distribution.known).toBeLessThan(distribution.entries);
    expect(distribution.p99).toBeGreaterThan(10 * (distribution.median ?? 0));
    const { hashtags } = await client.listHashtags({ campaign_id, count: 1 });
    expect(hashtags[0]?.hashtag).toBe('summeratsea');
    const { users } = await client.listUsers({ campaign_id, count: 1 });
    expect(users[0]?.score).toBeGreaterThan(10);
    const [today, ids] = [new Date('2026-03-28'), [1, 2]];
    expect(entries(today, ids)).toEqual(entries(today, ids));
  });

  it('has a draft and a scheduled article that readers do not see', async () => {
    const { body } = await app.get('/v1/manage/sites/1/articles?count=100', { token: ADMIN });
    const states: string[] = body.articles.map(({ state }: { state: string }) => state);
    expect(states.filter((state) => state !== 'published').sort()).toEqual(['draft', 'scheduled']);
  });
});

describe('the demo’s pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-pictures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are those that scripts/demo-pictures.mjs draws, and small', async () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/demo-pictures.mjs'), folder]);
    expect(readdirSync(folder).map((name) => name.replace('.svg', '.webp'))).toEqual(readdirSync(PICTURES));
    const pixels = (path: string) => sharp(path).resize(40, 40, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    for (const name of readdirSync(folder)) {
      const file = join(PICTURES, name.replace('.svg', '.webp'));
      const [drawn, stored] = await Promise.all([pixels(join(folder, name)), pixels(file)]);
      const difference = drawn.reduce((sum, value, at) => sum + Math.abs(value - (stored[at] ?? 0)), 0) / drawn.length;
      expect(difference, name).toBeLessThan(6);
      expect(readFileSync(file).length, name).toBeLessThan(120_000);
    }
  });
});

describe('an owner of all sites', () => {
  it('removes the demo with its people, and nothing else', async () => {
    const working = await testApp({ demoTools }, { database: app.database, isWorking: true });
    const mine = await app.site();
    const { id } = await addPerson(app, [{ site_id: 1, role: 'owner' }]);
    await app.pool.query('update person set is_demo = true where id = $1', [id]);
    const owner = await signedIn(working, [{ site_id: null, role: 'owner' }]);
    const ofOne = await signedIn(working, [{ site_id: 1, role: 'owner' }]);
    const ofAnother = await signedIn(working, [{ site_id: mine, role: 'owner' }]);
    expect((await ofAnother.manage('GET', '/demo')).demo).toBe(null);
    expect((await ofOne.manage('GET', '/demo')).demo).toMatchObject({ articles: 62, is_being_removed: false });
    await ofOne.manage('POST', '/demo/removal', undefined, 403);
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['content:read'], site_ids: [1] },
    });
    expect((await owner.manage('POST', '/demo/removal', undefined, 409)).error).toContain('1 API key(s)');
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    const { demo } = await owner.manage('POST', '/demo/removal', undefined, 202);
    expect(demo).toMatchObject({ site_id: 1, people: 1 });
    await expect.poll(async () => (await owner.manage('GET', '/demo')).demo, { timeout: 60_000 }).toBe(null);
    await owner.manage('POST', '/demo/removal', undefined, 404);
    expect((await app.manage('GET', '/sites')).sites.map((one: { id: number }) => one.id)).toEqual([mine]);
    expect((await app.pool.query('select from person where is_demo')).rowCount).toBe(0);
    const { entries: found } = await owner.manage('GET', '/audit?action=remove_demo');
    expect(found).toMatchObject([{ actor_kind: 'person', actor_id: owner.id, noun: 'installation' }]);
    expect(found[0].counts).toMatchObject({ 'person.delete': 1, 'site.delete': 1, 'campaign.delete': 1 });
  });
});
