/** Campaigns: every figure on the screen is that of the API to the last digit, and every file is that of the export. */
import { readFileSync } from 'node:fs';
import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

const START = Date.parse('2026-03-20T21:30:00Z'); // a clock change of Helsinki is within the days that follow
/** Charts, and lists of posts and people. */
const PARTS = 7;
/** Pixels of CSS within the margins. */
const A4_WIDTH = 672;
const NETWORKS = ['twitter', 'instagram', 'facebook', 'linkedin'] as const;

const userOf = (who: number) => ({ user_id: `u${who}`, username: `name ${who}`, followers: who * 1_003 });

/** Figures of every size, and one person with more posts than a page; some are hidden, some have no author. */
function entriesOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    item_type: NETWORKS[at % NETWORKS.length],
    item_id: String(at),
    item_url: `https://posts.example/${at}`,
    text: `Post ${at} #herring${at % 3} #sea`,
    published_at: new Date(START + ((at * 7_919) % (20 * 24 * 60)) * 60_000).toISOString(),
    user: at % 11 === 0 ? null : userOf(at % 8 === 4 ? 17 : at % 17),
    stat1: at % 7 === 0 ? null : (at * 37) % 2_003,
    stat2: (at * 5) % 23,
    stat3: at % 4 === 0 || at % 4 === 2 ? at % 5 : null,
  }));
}

/** Networks are the columns of their table. */
function turned<Value>(rows: Value[][]): Value[][] {
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] as Value)); // rows of one length
}

// biome-ignore lint/suspicious/noExplicitAny: an entry or a user
type Figures = any;

/** As a period that ends with yesterday. */
function daysUntilToday(count: number) {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  return { start_date: new Date(today - count * 86_400_000).toISOString(), end_date: new Date(today).toISOString() };
}

/** These tests are compiled without the types of the DOM. */
interface Box {
  getBoundingClientRect(): { left: number };
  scrollTo(x: number, y: number): void;
}

describe.skipIf(!hasBrowser)('campaigns in the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let editor: Browser;
  let small: number;
  let large: number;
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    site = await app.site({ name: 'Harbour Post', time_zone: 'Europe/Helsinki' });
    [small, large] = [await campaignWith('Small', 40), await campaignWith('Large', 3_000)];
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
  });
  afterAll(() => chromium?.close());

  async function campaignWith(name: string, count: number): Promise<number> {
    const { campaign } = await app.manage('POST', '/campaigns', { campaign: { name, service_site_id: site } });
    const entries = entriesOf(count);
    for (let at = 0; at < count; at += 1_000)
      await app.manage('POST', `/campaigns/${campaign.id}/entries`, { entries: entries.slice(at, at + 1_000) }, 200);
    return campaign.id;
  }

  const address = (id: number, query = '') => `/sites/${site}/campaigns/${id}${query}`;
  const read = async (id: number, path: string, query: object = {}) => {
    const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
    return (await app.get(`/v1/campaigns/${id}/${path}?${given}`, { token: ADMIN })).body;
  };
  /** Texts and values of elements with figures. What is read is marked, here and below. */
  const figuresIn = (page: Page, selector: string): Promise<{ name: string; text: string; value: string }[]> =>
    page.evaluate(`[...document.querySelectorAll(${JSON.stringify(`${selector} [data-figure]`)})].map((element) => {
      const data = element.querySelector('data');
      data?.setAttribute('data-read', '');
      return { name: element.dataset.figure, text: (data ?? element).textContent, value: data?.value ?? null };
    })`);
  /** The figures of a table, row by row: with every digit, null for missing ones. */
  const rowsIn = (page: Page, chart: string): Promise<(string | null)[][]> =>
    page.evaluate(`[...document.querySelectorAll('[data-chart=${chart}] tbody tr')].map((row) =>
      [...row.cells].filter((cell) => cell.querySelector('data, .for-readers')).map((cell) => {
        const data = cell.querySelector('data');
        data?.setAttribute('data-read', '');
        return data ? data.value : null;
      }))`);
  /** Figures that no comparison has read. */
  const unread = (page: Page): Promise<string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('.dashboard data:not([data-read])')].map((data) => data.parentElement.outerHTML)`,
    );
  const changesIn = (page: Page): Promise<{ text: string; value: string }[]> =>
    page.evaluate(`[...document.querySelectorAll('.figure-change')].map((element) => {
      const data = element.querySelector('data');
      data.setAttribute('data-read', '');
      return { text: element.textContent, value: data.value };
    })`);
  const fileOf = async (page: Page, press: () => Promise<void>): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return readFileSync(await download.path());
  };
  const settled = async (page: Page) => {
    await page.locator('.figure-value').first().waitFor();
    await expect.poll(() => page.locator('[data-chart]').count()).toBe(PARTS);
    await expect.poll(() => page.locator('.waiting, .chart-part[aria-busy=true]').count()).toBe(0);
  };

  it.each([
    ['the whole campaign', '', {}, 'Europe/Helsinki'],
    [
      'days across a clock change, compared',
      '?from=2026-03-27&to=2026-03-30&compare=previous',
      { start_date: '2026-03-26T22:00:00Z', end_date: '2026-03-30T21:00:00Z' },
      'Europe/Helsinki',
    ],
    [
      'one network in another zone, by hour',
      '?from=2026-03-29&to=2026-03-29&tz=Asia/Kathmandu&network=twitter&unit=hour&compare=previous',
      { start_date: '2026-03-28T18:15:00Z', end_date: '2026-03-29T18:15:00Z', item_type: 'twitter' },
      'Asia/Kathmandu',
    ],
  ])(
    'shows the figures of the API to the last digit: %s',
    async (_, query, { item_type, ...range }: Record<string, string>, time_zone) => {
      const tables = `${query ? '&' : '?'}tables=series,heatmap,networks,hashtags,distribution`;
      const page = await newsroom.open(address(large, query + tables), editor);
      await settled(page);
      const unit = query.includes('unit=hour') ? 'hour' : 'day';
      const compare = query.includes('compare') ? 'previous' : undefined;
      const { timeseries } = await read(large, 'timeseries', { ...range, item_type, time_zone, unit, compare });
      const shown = await figuresIn(page, '.figures');
      const names = ['entries', 'engagement', 'contributors', 'new_contributors', 'potential_reach'];
      expect(shown.map(({ name, value }) => [name, value])).toEqual(
        names.map((name) => [name, String(timeseries.total[name])]),
      );
      expect(shown.map(({ text }) => text)).toEqual(
        names.map((name) => new Intl.NumberFormat('en-GB').format(timeseries.total[name])),
      );
      const { total, comparison, buckets } = timeseries;
      const changes = await changesIn(page);
      expect(changes.map(({ value }) => value)).toEqual(
        comparison ? names.map((name) => String(comparison.total[name])) : [],
      );
      const percent = new Intl.NumberFormat('en-GB', {
        ...({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const),
      });
      for (const [at, { text }] of changes.entries()) {
        const [now, before] = [total[names[at] ?? ''], comparison.total[names[at] ?? '']];
        expect(text).toContain(before === 0 ? 'No posts before' : percent.format((now - before) / before));
      }
      type Bucket = Record<string, number>;
      expect(await rowsIn(page, 'series')).toEqual(
        buckets.map((bucket: Bucket, at: number) =>
          [bucket, ...(comparison ? [comparison.buckets[at] as Bucket | undefined] : [])].flatMap((one) =>
            names.map((name) => (one ? String(one[name]) : null)),
          ),
        ),
      );
      const { heatmap } = await read(large, 'heatmap', { ...range, item_type, time_zone });
      const text = (value: number | null) => (value === null ? null : String(value));
      expect(await rowsIn(page, 'heatmap')).toEqual(
        heatmap.cells.map((cell: Record<string, number | null>) =>
          [cell.entries, cell.known, cell.engagement_median].map((value) => text(value ?? null)),
        ),
      );
      const { networks } = await read(large, 'networks', range);
      const { campaign_report: report } = await read(large, 'campaign_report', range);
      const fields = [
        'entries',
        'entries_share',
        'engagement',
        'engagement_share',
        'engagement_per_entry',
        'contributors',
        'new_contributors',
        'potential_reach',
        'stat1',
        'stat2',
      ];
      const spreads = [
        'stat1_median',
        'stat1_std_dev',
        'stat2_median',
        'stat2_std_dev',
        'stat3_median',
        'stat3_std_dev',
      ];
      expect(turned(await rowsIn(page, 'networks'))).toEqual(
        networks.map((one: Record<string, number | null> & { network: string }) => [
          ...fields.map((name) => text(one[name] ?? null)),
          ['twitter', 'facebook'].includes(one.network) ? text(one.stat3 ?? null) : null,
          ...spreads.map((name) => text(report[one.network][name] ?? null)),
        ]),
      );
      const { hashtags } = await read(large, 'hashtags', { ...range, item_type, count: '20' });
      expect(await rowsIn(page, 'hashtags')).toEqual(
        hashtags.map(({ entries, contributors, engagement }: Record<string, number>) =>
          [entries, contributors, engagement].map(String),
        ),
      );
      const tags = await page.locator('[data-chart=hashtags] tbody th').allTextContents();
      expect(tags).toEqual(hashtags.map(({ hashtag }: { hashtag: string }) => `#${hashtag}`));
      const { distribution } = await read(large, 'distribution', { ...range, item_type });
      expect(await rowsIn(page, 'distribution')).toEqual(
        distribution.bins.map(({ from, to, entries }: Record<string, number>) => [from, to, entries].map(String)),
      );
      const percentiles = await figuresIn(page, '.percentiles');
      expect(percentiles).toHaveLength(11);
      expect(percentiles.map(({ name, value }) => [name, value])).toEqual(
        percentiles.map(({ name }) => [name, text(distribution[name])]),
      );
      const { entries } = await read(large, 'entries', { ...range, item_type, sort: 'score', count: '10' });
      const hasShares = (network: string) => ['twitter', 'facebook'].includes(network);
      const shownStat = (entry: Figures, name: string) =>
        (name === 'stat3' && !hasShares(entry.item_type)) || (entry.incomplete && entry[name] === 0)
          ? null
          : String(entry[name]);
      expect(await rowsIn(page, 'posts')).toEqual(
        entries.map((entry: Figures) => [
          ...['stat1', 'stat2', 'stat3'].map((name) => shownStat(entry, name)),
          String(entry.score),
        ]),
      );
      const { users } = await read(large, 'users', {
        ...range,
        user_type: item_type,
        sort: 'item_score_sum',
        count: '10',
      });
      expect(await rowsIn(page, 'people')).toEqual(
        users.map((user: Figures) => [
          ...[user.post_count, user.items_stat1_sum, user.items_stat2_sum].map(text),
          hasShares(user.user_type) ? text(user.items_stat3_sum) : null,
          ...[user.item_score_sum, user.score, user.followers].map(text),
        ]),
      );
      expect(await unread(page)).toEqual([]);
      await page.close();
    },
  );

  it('saves what it shows: CSV with every digit, pictures, and the export itself', async () => {
    const days = '?from=2026-03-27&to=2026-03-30&tz=UTC&tables=distribution';
    const page = await newsroom.open(address(large, days), editor);
    await settled(page);
    const range = { start_date: '2026-03-27', end_date: '2026-03-31' };
    const { timeseries } = await read(large, 'timeseries', range);
    const csv = await fileOf(page, () => page.getByRole('button', { name: 'CSV: Posts by day' }).click());
    const names = ['start', 'entries', 'engagement', 'contributors', 'new_contributors', 'potential_reach'];
    const lines = [
      names,
      ...timeseries.buckets.map((bucket: Record<string, unknown>) => names.map((name) => bucket[name])),
    ];
    expect(String(csv)).toBe(lines.map((line: unknown[]) => `${line.join(',')}\r\n`).join(''));
    for (const name of [
      'PNG: Posts by day',
      'PNG: Posts and engagement by network',
      /^PNG: When posts are published/,
    ]) {
      const png = await fileOf(page, () => page.getByRole('button', { name }).click());
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.length).toBeGreaterThan(5_000);
    }
    const exported = await fileOf(page, () => page.getByRole('link', { name: 'Export the posts' }).click());
    const given = new URLSearchParams(range);
    expect(String(exported)).toBe((await app.get(`/v1/campaigns/${large}/export?${given}`, { token: ADMIN })).text);
    await page.close();
  });

  it('saves the figures of every chart and list as CSV', async () => {
    const tables = 'tables=series,heatmap,networks,hashtags,distribution';
    const page = await newsroom.open(
      address(large, `?from=2026-03-27&to=2026-03-30&compare=previous&${tables}`),
      editor,
    );
    await settled(page);
    const charts = await page.evaluate(
      `[...document.querySelectorAll('[data-chart]')].map((one) => one.dataset.chart)`,
    );
    expect(charts).toHaveLength(PARTS);
    for (const chart of charts as string[]) {
      const rows = await rowsIn(page, chart);
      const shown = (chart === 'networks' ? turned(rows) : rows).map((row) => row.map((value) => value ?? ''));
      const button = page.locator(`[data-chart=${chart}]`).getByRole('button', { name: /^CSV: / });
      const lines = String(await fileOf(page, () => button.click()))
        .trimEnd()
        .split('\r\n');
      // The first cells of a line say what it is about.
      const saved = lines.slice(1).map((line) => line.split(',').slice(-(shown[0]?.length ?? 0)));
      expect([chart, saved]).toEqual([chart, shown]);
    }
    await page.close();
  });

  it('opens with the same number of requests, however many posts there are', async () => {
    const requestsFor = async (id: number) => {
      const page = await newsroom.open(`/sites/${site}/campaigns`, editor);
      await page.locator('.noun-name').first().waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v1/campaigns'))
          asked.push(new URL(request.url()).pathname.replace(`/campaigns/${id}`, '/campaigns/:id'));
      });
      await page.getByRole('link', { name: id === small ? 'Small' : 'Large' }).click();
      await settled(page);
      await page.close();
      return asked.sort();
    };
    const asked = await requestsFor(small);
    expect(asked).toHaveLength(10);
    expect(await requestsFor(large)).toEqual(asked);
  });

  it('sends all of them together, none after the answer to another', async () => {
    const page = await newsroom.open(`/sites/${site}/campaigns`, editor);
    await page.locator('.noun-name').first().waitFor();
    const waiting: (() => void)[] = [];
    await page.route(`**/v1/campaigns/${small}**`, async (route) => {
      await new Promise<void>((go) => waiting.push(go));
      await route.continue();
    });
    await page.getByRole('link', { name: 'Small' }).click();
    await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(10);
    for (const go of waiting) go();
    await settled(page);
    await page.close();
  });

  it('suggests time zones to those who type one, and shows the figures in it', async () => {
    const page = await newsroom.open(address(small), editor);
    await settled(page);
    const field = page.getByLabel('Time zone');
    const suggestions = page.locator('.dashboard-controls datalist option');
    expect(await suggestions.count()).toBe(0);
    await field.focus();
    await expect.poll(() => suggestions.count(), { timeout: 60_000 }).toBeGreaterThan(100);
    await field.fill('America/New_York');
    await page.waitForURL(/tz=America%2FNew_York/);
    await settled(page);
    expect(await page.locator('.dashboard-period').textContent()).toContain('America/New_York');
    await page.close();
  });

  it('opens the posts of a point by mouse and by keys, page by page', async () => {
    const page = await newsroom.open(address(large, '?from=2026-03-27&to=2026-03-30'), editor);
    await settled(page);
    await page.getByRole('group', { name: /^Posts by day/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const bucket = { start_date: '2026-03-28T00:00:00+02:00', end_date: '2026-03-29T00:00:00+02:00' };
    const { meta } = await read(large, 'entries', { ...bucket, count: '1' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/entries\?/);
    await page.getByText(`${meta.total_count} posts`).waitFor();
    expect(meta.total_count).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(100, meta.total_count));
    await page.goBack();
    await settled(page);
    await page.locator('.series-plot').click({ position: { x: 200, y: 100 } });
    await page.waitForURL(/\/entries\?/);
    await page.close();
  });

  it('shows a person with figures and posts, page by page', async () => {
    const { users } = await read(large, 'users', { sort: 'posted_items_count', count: '1' });
    const [{ id, username, posted_items_count: count }] = users;
    expect(count).toBeGreaterThan(50);
    const page = await newsroom.open(address(large), editor);
    await settled(page);
    await page.getByRole('link', { name: username, exact: true }).first().click();
    await page.getByRole('heading', { name: username }).waitFor();
    await page.goto(`${app.url}/newsroom${address(large, `/users/${id}`)}`);
    await page.getByText(`${count} posts`).waitFor();
    const listed = async (sort: string, count: number) => {
      const { entries } = await read(large, 'entries', { analytics_user_id: id, sort, count: String(count) });
      return entries.map(({ text, item_url }: Figures) => [text, item_url]);
    };
    const links = (): Promise<[string, string][]> =>
      page.evaluate(`[...document.querySelectorAll('a.post-text')].map((link) => [link.textContent, link.href])`);
    expect(await links()).toEqual(await listed('published_at', 50));
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await links()).length).toBe(Math.min(100, count));
    await page.getByLabel('Order', { exact: true }).selectOption('Likes');
    await expect.poll(links).toEqual(await listed('stat1', 50));
    expect(page.url()).toContain('posts=stat1');
    const shown = await figuresIn(page, '.figures');
    const [user] = users;
    expect(shown.find(({ name }) => name === 'posted_items_count')?.value).toBe(String(count));
    expect(shown.find(({ name }) => name === 'item_score_sum')?.value).toBe(String(user.item_score_sum));
    await expectSound(page, 'person');
    await page.close();
  });

  it('defines every figure in the language of the person', async () => {
    const finn = await newsroom.person([{ site_id: site, role: 'analyst' }]);
    await finn.manage('PATCH', '/me', { person: { language: 'fi' } });
    const page = await newsroom.open(address(large), finn);
    await settled(page);
    const definitions = page.locator('.figure-definition, .chart-note[lang]');
    await page.getByText('Eri tilit, jotka ovat julkaisseet jaksolla.').waitFor();
    expect(new Set(await definitions.evaluateAll((all) => all.map((one) => (one as { lang: string }).lang)))).toEqual(
      new Set(['fi']),
    );
    expect(await definitions.count()).toBe(10);
    await page.close();
  });

  it('creates a campaign, gives it a tracker, and says what is wrong with it', async () => {
    const page = await newsroom.open(`/sites/${site}/campaigns`, editor);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByLabel('Name').fill('Midsummer');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Midsummer' }).waitFor();
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
    expect(await page.getByRole('link', { name: 'Choose trackers' }).getAttribute('href')).toMatch(/settings$/);
    expect(await page.locator('.figures').count()).toBe(0);
    const id = Number(page.url().match(/campaigns\/(\d+)/)?.[1]);
    await app.manage('PATCH', `/campaigns/${id}`, { campaign: { twitter_access_token_invalid: true } });
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const { network_account } = await app.manage('POST', `/sites/${site}/network-accounts`, {
      network_account: { network: 'mastodon', name: 'M', server: 'm.example' },
    });
    const source = {
      kind: 'media_tracker',
      name: 'Bonfires',
      section_id: section.id,
      account_id: network_account.id,
      targets: [{ type: 'hashtag', value: 'bonfire' }],
      active: false,
    };
    const made = (await app.manage('POST', `/sites/${site}/sources`, { source })).source;
    await page.goto(`${app.url}/newsroom${address(id)}/settings`);
    await page.getByText('X refuses the token of the account.').waitFor();
    await page.getByLabel('Bonfires').check();
    const trackerOf = async () => (await app.manage('GET', `/sites/${site}/sources/${made.id}`)).source.campaign_id;
    expect(await trackerOf()).toBe(null);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(trackerOf).toBe(id);
    await expectSound(page, 'settings');
    const { campaign } = await app.manage('POST', '/campaigns', {
      campaign: { name: 'Autumn', service_site_id: site },
    });
    await page.goto(`${app.url}/newsroom${address(campaign.id)}/settings`);
    const tracker = page.getByLabel('Bonfires');
    await page.getByText(/Collects for Midsummer/).waitFor();
    await tracker.click();
    await page
      .getByRole('dialog')
      .getByText(/It collects for Midsummer/)
      .waitFor();
    await page.keyboard.press('Space');
    expect(await tracker.isChecked()).toBe(false);
    await tracker.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it over' }).click();
    expect([await tracker.isChecked(), await trackerOf()]).toEqual([true, id]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(trackerOf).toBe(campaign.id);
    await page.getByRole('link', { name: 'New tracker' }).click();
    await page.getByRole('heading', { name: 'New source' }).waitFor();
    expect(await page.getByLabel('Kind', { exact: true }).inputValue()).toBe('media_tracker');
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'M' });
    expect(await page.getByLabel('Campaign', { exact: true }).locator('option:checked').textContent()).toBe('Autumn');
    await page.getByLabel('Name', { exact: true }).fill('Lanterns');
    await page.getByLabel('Hashtags, accounts, words').fill('#lantern');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(`${app.url}/newsroom${address(campaign.id)}/settings`);
    expect(await page.getByLabel('Lanterns').isChecked()).toBe(true);
    expect(await tracker.isChecked()).toBe(true);
    await page.close();
  });

  it('shares the figures with someone without an account, until the link is revoked', async () => {
    const page = await newsroom.open(address(large, '?period=90d&tz=UTC&network=twitter'), editor);
    await settled(page);
    await page.getByRole('link', { name: 'Share' }).click();
    await page.getByLabel('Name').fill('Fish market');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await expectSound(page, 'links');
    const guest = await newsroom.open('/signed-in');
    await guest.goto(link);
    await settled(guest);
    const { start_date, end_date } = daysUntilToday(90);
    const range = { start_date, end_date, item_type: 'twitter' };
    const { timeseries } = await read(large, 'timeseries', range);
    const shown = await figuresIn(guest, '.figures');
    expect(shown.map(({ name, value }) => [name, value])).toEqual(
      shown.map(({ name }) => [name, String(timeseries.total[name])]),
    );
    for (const name of ['Settings', 'Share', 'Export the posts', 'All posts of the period'])
      expect([name, await guest.getByRole('link', { name }).count()]).toEqual([name, 0]);
    expect(await guest.locator('.dashboard-period').textContent()).toContain(
      (await app.manage('GET', `/sites/${site}`)).site.name,
    );
    await guest.getByText('Choose a point to see its figures.').waitFor();
    await guest.getByRole('group', { name: /^Posts by day: the arrow keys show a point$/ }).waitFor();
    await expectSound(guest, 'shared');
    await page.getByRole('button', { name: 'Revoke Fish market' }).click();
    await page.getByText('The link was revoked.').waitFor();
    await guest.reload();
    await guest.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await guest.close();
    await page.close();
  });

  it('links an article and its posts in both directions', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Harbour' } });
    const { article } = await app.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'Herring day', section_id: section.id, state: 'published' },
    });
    const [first] = entriesOf(1);
    const post = {
      ...first,
      item_id: 'linked',
      text: 'We were there',
      stat1: 1_234_567,
      stat2: 1,
      service_article_ids: [article.id],
    };
    await app.manage('POST', `/campaigns/${small}/entries`, { entries: [post] }, 200);
    const page = await newsroom.open(address(small), editor);
    await settled(page);
    await page.getByRole('link', { name: 'Herring day' }).click();
    await page.getByText('We were there').waitFor();
    await page.getByText('1,234,567 likes · 1 comment').waitFor();
    await page.getByRole('link', { name: 'Small' }).click();
    await settled(page);
    await page.close();
  });

  it('prints a report of A4 pages without anything to press', async () => {
    const page = await newsroom.open(address(large, '?tz=UTC&tables=networks'), editor);
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    const inSight = await page.evaluate(
      `[...document.querySelectorAll('button, select, input, nav, aside')].filter((element) => element.checkVisibility()).length`,
    );
    expect(inSight).toBe(0);
    const beyond = () =>
      page.evaluate(`(() => {
        const values = [...document.querySelectorAll('.figure-value')];
        values.at(1).firstElementChild.textContent = '26,876,476';
        values.at(-1).firstElementChild.textContent = '218,541,106';
        return values.filter((value) => value.scrollWidth > value.clientWidth).length;
      })()`);
    await page.setViewportSize({ width: A4_WIDTH, height: 1_000 });
    expect(await beyond()).toBe(0);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const [, width, height] = String(pdf).match(/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await beyond()).toBe(0);
    await page.close();
  });

  it('is read on a phone: the figure that posts are sorted by is beside them, and weekdays beside all hours', async () => {
    const page = await newsroom.open(address(large, '?tz=UTC'), editor, { viewport: PHONE });
    await settled(page);
    const headsOf = (chart: string) => page.locator(`[data-chart="${chart}"] thead th`).allTextContents();
    expect((await headsOf('posts')).slice(0, 3)).toEqual(['Post', 'Score', 'Network']);
    expect((await headsOf('people')).slice(0, 2)).toEqual(['Person', 'Score of the posts']);
    const heatmap = page.locator('.figures-scroll:has(.heatmap)');
    await expect.poll(() => heatmap.getAttribute('data-after')).not.toBeNull();
    const leftOf = (part: Locator) => part.evaluate((box) => (box as unknown as Box).getBoundingClientRect().left);
    await heatmap.evaluate((element) => (element as unknown as Box).scrollTo(9999, 0));
    await expect.poll(() => heatmap.getAttribute('data-before')).not.toBeNull();
    expect(await leftOf(heatmap.locator('tbody th').first())).toBeGreaterThanOrEqual(await leftOf(heatmap));
    expect(await leftOf(heatmap.locator('tbody td').first())).toBeLessThan(0);
    expect(await heatmap.getAttribute('data-after')).toBeNull();
    await page.close();
  });

  it('shows analysts the figures, and nothing that they cannot change', async () => {
    const analyst = await newsroom.person([{ site_id: site, role: 'analyst' }]);
    const page = await newsroom.open('', analyst);
    await page.getByRole('link', { name: 'Large' }).click();
    await settled(page);
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Share' }).count()).toBe(0);
    await page.getByText('Owners and editors can share this report.').waitFor();
    await page.goto(`${app.url}/newsroom${address(large)}/settings`);
    await page.getByRole('heading', { name: 'You have no access to this page' }).waitFor();
    await page.close();
  });

  it('has broken no policy, asked no other address and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
