/** The newsroom on a phone: the thumb's places, writing with a cover, and what is left behind. */
import type { Browser as Chromium, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('on a phone', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  let section = 0;
  let editor: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
  });
  afterAll(() => chromium?.close());

  const open = (path: string, colorScheme: 'light' | 'dark' = 'light') =>
    newsroom.open(`/sites/${site}/${path}`, editor, { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme });
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
  const count = async () => (await app.manage('GET', `/sites/${site}/articles?count=1`)).meta.total_count;

  it('leaves no empty draft behind, and keeps one with a word', async () => {
    const before = await count();
    const page = await open('articles');
    const places = page.getByRole('navigation', { name: 'Main sections' });
    await places.getByRole('link', { name: 'New' }).tap();
    await page.locator('.body-text').waitFor();
    expect(await places.count()).toBe(0);
    await page.getByRole('link', { name: 'Articles' }).first().tap();
    await expect.poll(count).toBe(before);
    await places.getByRole('link', { name: 'New' }).tap();
    await page.locator('.body-text').tap();
    await page.keyboard.type('A word');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    await page.getByRole('link', { name: 'Articles' }).first().tap();
    await places.getByRole('link', { name: 'Calendar' }).tap();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    expect(await count()).toBe(before + 1);
    await page.close();
  });

  it('writes, adds a cover, publishes, and takes it back', async () => {
    const page = await open('articles');
    await page.getByRole('navigation', { name: 'Main sections' }).getByRole('link', { name: 'New' }).tap();
    await page.locator('.body-text').waitFor();
    await page.keyboard.type('Fog on the bay');
    await page.locator('.body-text').tap();
    await page.keyboard.type('It came before dawn.');
    await page.waitForURL(/\/articles\/[0-9a-f-]{36}$/);
    const uid = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Details and cover' }).tap();
    await page.getByRole('tab', { name: 'Cover' }).tap();
    await page.getByRole('button', { name: 'Choose from the library' }).tap();
    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'fog.png', mimeType: 'image/png', buffer: picture });
    await page.locator('dialog').getByLabel('Alt text').fill('Fog over water');
    await page.getByRole('button', { name: 'Save and use' }).tap();
    await page.locator('.focal-picture img').waitFor();
    await expectSound(page, 'cover');
    await expect.poll(async () => (await stored(uid)).alt_text).toBe('Fog over water');
    await page.getByRole('button', { name: 'Back to the text' }).tap();
    await page.getByRole('button', { name: 'Publish' }).tap();
    await page.locator('dialog .primary').tap();
    await expect.poll(async () => (await stored(uid)).state).toBe('published');
    const { id } = await stored(uid);
    const served = (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;
    expect(served).toMatchObject({ title: 'Fog on the bay', body: '<p>It came before dawn.</p>' });
    expect([served.alt_text, served.cover_url]).toEqual(['Fog over water', expect.stringContaining('/files/')]);
    await page.locator('.toast-action').tap();
    await page.getByText('Undone').waitFor();
    expect((await app.get(`/v1/sites/${site}/articles/${id}`)).status).toBe(404);
    await page.close();
  });

  it('returns to the same row of a long list', async () => {
    for (let n = 0; n < 70; n++)
      await app.manage('POST', `/sites/${site}/articles`, {
        article: { title: `Number ${n}`, section_id: section, body: '<p>Text</p>' },
      });
    const page = await open('articles?q=number&sort=title');
    await page.getByRole('row', { name: 'Number 10' }).waitFor();
    const scroller = page.getByRole('table');
    const topOf = () => scroller.evaluate((element) => element.scrollTop);
    const link = page.getByRole('link', { name: 'Number 44' });
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollTop + 400));
        return link.count();
      })
      .toBe(1);
    await link.scrollIntoViewIfNeeded();
    const top = await topOf();
    expect(top).toBeGreaterThan(1_000);
    await link.tap();
    await page.locator('.body-text').waitFor();
    await page.goBack();
    await link.waitFor();
    await expect.poll(topOf).toBe(top);
    await page.close();
  });

  it('names the zone of a time that the clock of the reader shows otherwise', async () => {
    const at = { viewport: PHONE, timezoneId: 'America/New_York' };
    const page = await newsroom.open(`/sites/${site}/articles`, editor, at);
    expect(await page.locator('.row-time time').first().getAttribute('title')).toMatch(
      /, \d\d:\d\d (UTC|EET|EEST|GMT\S*)$/,
    );
    await page.goto(`${app.url}/newsroom/profile`);
    await page.getByText('Times here are in your time zone, America/New_York.').waitFor();
    await page.close();
    const here = await newsroom.open(`/sites/${site}/articles`, editor, { ...at, timezoneId: 'Europe/Helsinki' });
    await app.manage('PATCH', `/sites/${site}`, { site: { time_zone: 'Europe/Helsinki' } });
    await here.reload();
    expect(await here.locator('.row-time time').first().getAttribute('title')).toMatch(/, \d\d:\d\d$/);
    await here.goto(`${app.url}/newsroom/profile`);
    await here.getByRole('heading', { level: 1 }).waitFor();
    expect(await here.getByText('Times here are in').count()).toBe(0);
    await here.close();
  });

  it('says where tabs, tools and the menu go on beyond the edge, and shows the tab that is open', async () => {
    const page = await open('articles?state=trash');
    await page.setViewportSize({ width: 320, height: 560 });
    const tabs = page.locator('.tabs');
    const trash = tabs.getByRole('link', { name: 'Trash' });
    const isInSight = () =>
      trash.evaluate((tab: { getBoundingClientRect(): { left: number; right: number } }) => {
        const { left, right } = tab.getBoundingClientRect();
        return left >= 0 && right <= 320;
      });
    await expect.poll(isInSight).toBe(true);
    await expect.poll(() => tabs.getAttribute('data-before')).toBe('');
    await expect.poll(() => tabs.getAttribute('data-after')).toBeNull();
    await tabs.evaluate((row: { scrollTo(to: object): void }) => row.scrollTo({ left: 0 }));
    await expect.poll(() => tabs.getAttribute('data-after')).toBe('');
    await expect.poll(() => tabs.getAttribute('data-before')).toBeNull();
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    const foot = page.getByRole('dialog').locator('.sidebar-foot');
    await expect.poll(() => foot.getAttribute('data-more')).toBe('true');
    await page.getByRole('dialog').getByRole('link').last().scrollIntoViewIfNeeded();
    await page.getByRole('dialog').locator('.menu-end').scrollIntoViewIfNeeded();
    await expect.poll(() => foot.getAttribute('data-more')).toBe('false');
    await page.close();
  });

  it.each(['light', 'dark'] as const)('is sound in %s', async (colorScheme) => {
    const page = await open('articles', colorScheme);
    await page.getByRole('navigation', { name: 'Main sections' }).waitFor();
    await page.getByRole('table').waitFor();
    await expectSound(page, 'list with tabs');
    const small = await page.evaluate(`[...document.querySelectorAll('.bottom-tabs > *')]
      .filter((element) => element.getBoundingClientRect().height < 44).length`);
    expect(small).toBe(0);
    await page.close();
  });

  it('says how many filters are active while they are closed', async () => {
    const filters = (page: Page) => page.locator('.filters-button');
    const page = await open('articles');
    expect(await filters(page).textContent()).toBe('Filters');
    await filters(page).tap();
    await page.getByLabel('Section', { exact: true }).selectOption({ label: 'Sea' });
    await page.getByRole('button', { name: 'Mine', exact: true }).tap();
    await filters(page).tap();
    await expect.poll(() => filters(page).textContent()).toBe('Filters (2)');
    expect(await page.locator('.filters-fields').isVisible()).toBe(false);
    await expectSound(page, 'active filters');
    await page.close();
    const library = await open('media?q=fog&type=image', 'dark');
    await expect.poll(() => filters(library).textContent()).toBe('Filters (1)');
    await expectSound(library, 'active filters of the library');
    await library.close();
  });

  it('has broken no policy and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
