/** Campaigns, entries and users arrive with their ids, and every figure of them is answered as it was. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../test/app.ts';
import { campaigns } from '../features/rollups/testing/campaigns.ts';
import { analyticsAnswers } from './testing/analytics.ts';
import { exported, imported, lines } from './testing/transfer.ts';

let [from, to, file, campaign] = [{} as TestApp, {} as TestApp, '', 0];
const here = campaigns(() => from);
const there = campaigns(() => to);
const SITE = 7;
const DAY = 86_400_000;

const entry = (number: number, fields: object = {}) => ({
  item_type: ['twitter', 'instagram', 'facebook', 'linkedin'][number % 4],
  item_id: `0${number}`,
  published_at: new Date(Date.UTC(2026, 0, 1) + number * DAY * 0.37 + number).toISOString(),
  text: `Post ${number} #sea “quoted \\ ${number % 5}”`,
  stat1: number % 7 === 0 ? null : number * 3,
  stat2: number,
  is_reply: number % 3 === 0,
  user:
    number % 11 === 0 ? null : { user_id: String(number % 13), username: `u${number % 13}`, followers: number * 10 },
  ...fields,
});

beforeAll(async () => {
  [from, to] = [await testApp(), await testApp()];
  await from.site({ id: SITE });
  const section = await from.manage('POST', `/sites/${SITE}/sections`, { section: { name: 'Sea' } });
  const gone = await from.manage('POST', `/sites/${SITE}/sections`, { section: { name: 'Gone' } });
  // Ids behind the first ones, and of several campaigns.
  await here.write(await here.campaign({ service_site_id: SITE, service_section_id: gone.section.id }), [entry(1)]);
  await from.manage('DELETE', `/sites/${SITE}/sections/${gone.section.id}`);
  campaign = await here.campaign({ service_site_id: SITE, service_section_id: section.section.id, name: 'Sea' });
  await here.write(
    campaign,
    Array.from({ length: 240 }, (_, index) => entry(index + 1)),
  );
  await here.write(campaign, [
    entry(9, {
      users_in_photo: [
        {
          user: { id: '1', username: 'x', fullname: 'X', profile_picture_url: 'https://x.example/p.jpg' },
          position: { x: 0.25, y: 0.5 },
        },
      ],
      last_data_update_failure_reason: { code: 'x', message: null, details: 'y' },
      last_successful_data_update_at: '2026-02-01T00:00:00.123Z',
      service_article_ids: [4, 5],
      saved_count: 3,
    }),
    entry(500, { user: { user_id: 'gone' } }),
    entry(501, { user: { user_id: 'last' } }),
  ]);
  // A user whose entries are gone leaves a number that is not given again.
  await from.manage(
    'POST',
    `/campaigns/${campaign}/entry-deletions`,
    { entries: [nameOf(entry(500)), nameOf(entry(501))] },
    200,
  );
  await from.manage('PATCH', `/campaigns/${campaign}`, { campaign: { twitter_access_token_invalid: true } });
  file = await exported(from);
});

const nameOf = ({ item_type, item_id }: ReturnType<typeof entry>) => ({ item_type, item_id });

const rows = async (app: TestApp, table: string) =>
  (await app.pool.query(`select xmin, * from ${table} order by 2, 3`)).rows;
const TABLES = ['campaign', 'campaign_entry', 'campaign_user', 'campaign_network', 'campaign_followers'];

describe('a campaign elsewhere', () => {
  it('is answered as it was, to the last digit', async () => {
    const { refused, counts } = await imported(to, file);
    expect([refused, counts.campaign?.new, counts.campaign_entry?.new]).toEqual([[], 2, 241]);
    const [one, other] = [await analyticsAnswers(from, campaign), await analyticsAnswers(to, campaign)];
    expect(one.size).toBeGreaterThan(60);
    expect([...one].filter(([path, answer]) => other.get(path) !== answer).slice(0, 3)).toEqual([]);
    expect(await there.differences(campaign)).toEqual([]);
    while ((await there.rebuild(campaign)) > 0);
    expect(await there.differences(campaign)).toEqual([]);
    const report = `/v1/campaigns/${campaign}/campaign_report`;
    const { status, text } = await to.get(report, { token: ADMIN });
    expect(`${status} ${text.replaceAll(to.url, '')}`).toBe(one.get(report));
  });

  it('is exported as it was', async () => {
    expect((await exported(to)).split('\n').slice(1)).toEqual(file.split('\n').slice(1));
  });

  it('is not written to when it comes again', async () => {
    const before = await Promise.all(TABLES.map((table) => rows(to, table)));
    const { counts } = await imported(to, file, { isRestarted: true });
    for (const [noun, count] of Object.entries(counts))
      expect({ noun, ...count }).toMatchObject({ new: 0, changed: 0 });
    expect(await Promise.all(TABLES.map((table) => rows(to, table)))).toEqual(before);
  });

  it('continues with ids after the imported ones', async () => {
    const added = entry(900, { user: { user_id: 'new' } });
    for (const app of [here, there]) await app.write(campaign, [added]);
    const last = async (app: TestApp) =>
      (await app.pool.query('select user_id, item_id from campaign_entry order by id desc limit 1')).rows[0];
    expect(await last(to)).toEqual(await last(from));
    expect((await last(to)).item_id).toBe('0900');
    expect(await there.differences(campaign)).toEqual([]);
  });
});

describe('a line of a campaign', () => {
  const site = { site: { id: SITE, name: 'x', url: 'https://x.example' } };
  const of = { site_id: SITE, campaign_id: 3 };
  const post = { ...of, item_type: 'twitter', item_id: '1', published_at: '2026-01-01T00:00:00Z' };

  it('may come in any order, and is refused with a reason when it fits nowhere', async () => {
    const app = await testApp();
    const text = lines(
      {
        campaign_user: {
          ...of,
          user_type: 'twitter',
          user_id: '5',
          username: 'ada',
          profile_at: '2026-01-01T00:00:00Z',
        },
      },
      { campaign_entry: { ...post, id: 12, user: { id: 4, user_id: '5' } } },
      { campaign: { site_id: SITE, id: 3, name: 'C', section_id: 99 } },
      { campaign_entry: { ...post, campaign_id: 4 } },
      { campaign_user: { ...of, user_type: 'twitter', user_id: '6', profile_at: '2026-01-01T00:00:00Z' } },
      { campaign_entry: { ...post, item_type: 'myspace' } },
      { campaign: { site_id: SITE, id: 3, name: 'C' } },
      site,
    );
    const { refused } = await imported(app, text);
    expect(refused).toEqual([
      { line: 3, reason: 'campaign: section_id names no section of this site: 99' },
      { line: 4, reason: 'campaign_entry: campaign_id names no campaign of this site: 4' },
      { line: 5, reason: 'campaign_user: user_id names no user with an entry: 6' },
      { line: 6, reason: expect.stringContaining('item_type must be one of') },
    ]);
    const { rows: users } = await app.pool.query('select id, username, posted_items_count from campaign_user');
    expect(users).toEqual([{ id: 4, username: 'ada', posted_items_count: 1 }]);
  });

  it('changes existing entries and no other fields; an older profile changes nothing', async () => {
    const app = await testApp();
    const reads = campaigns(() => app);
    const user = { ...of, user_type: 'twitter', user_id: '5', followers: 9 };
    const at = (day: string) => ({ profile_at: `2026-01-${day}T00:00:00Z`, followers_at: `2026-01-${day}T00:00:00Z` });
    await imported(
      app,
      lines(
        site,
        { campaign: { site_id: SITE, id: 3, name: 'C', twitter_connected: true } },
        { campaign_entry: { ...post, text: 'Old #sea', stat1: 4, user: { user_id: '5' } } },
        { campaign_user: { ...user, username: 'ada', ...at('02') } },
      ),
    );
    const { counts, refused } = await imported(
      app,
      lines(
        { campaign: { site_id: SITE, id: 3, name: 'Renamed' } },
        { campaign_entry: { ...post, stat1: 5 } },
        { campaign_user: { ...user, username: 'old', followers: 1, ...at('01') } },
      ),
    );
    expect(refused).toEqual([]);
    expect([counts.campaign?.changed, counts.campaign_entry?.changed, counts.campaign_user?.same]).toEqual([1, 1, 1]);
    expect((await app.manage('GET', '/campaigns/3')).campaign).toMatchObject({
      name: 'Renamed',
      twitter_connected: true,
    });
    expect((await reads.read('/3/entries')).entries[0]).toMatchObject({ text: 'Old #sea', stat1: 5, username: 'ada' });
    expect((await reads.report(3)).potential_reach).toBe(9);
    expect(await reads.differences(3)).toEqual([]);
    const other = await imported(
      app,
      lines({ site: { ...site.site, id: 8 } }, { campaign: { site_id: 8, id: 3, name: 'C' } }),
    );
    expect(other.refused[0]?.reason).toBe('campaign: id 3 belongs to a campaign of site 7 here');
  });
});
