/** People who work at the same time: lists that say what changed, and notices at an open article. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('live', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  let section = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  const editor = () => newsroom.person([{ site_id: site, role: 'editor' }]);
  const write = async (title: string, body = '<p>One</p>') =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title, section_id: section, body } })).article;
  const change = (uid: string, article: object) => app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article });
  const changed = (page: Page, count: number) =>
    page.getByRole('button', { name: `${count} changed – show` }).waitFor();

  it('tells all tabs over one connection, also after the tab that had it is closed', async () => {
    const { uid } = await write('First');
    const first = await newsroom.open(`/sites/${site}/articles`, await editor());
    await first.getByText('Connected').waitFor(); // or the connection of this first load is counted, too
    const connections: string[] = [];
    first.context().on('request', (request) => {
      if (request.url().endsWith('/live')) connections.push(request.url());
    });
    await first.reload();
    await first.getByText('Connected').waitFor();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.getByText('Connected').waitFor();
    await second.getByRole('row', { name: 'First' }).waitFor();
    expect(connections).toHaveLength(1);
    await change(uid, { title: 'First, changed' });
    await Promise.all([changed(first, 1), changed(second, 1)]);
    await second.getByRole('link', { name: 'All 1' }).waitFor();
    await first.goto('about:blank');
    await write('Second');
    await second.getByRole('link', { name: 'All 2' }).waitFor();
    await second.getByRole('button', { name: /changed – show/ }).click();
    await second.getByRole('row', { name: 'First, changed' }).waitFor();
    await second.close();
    await first.close();
  });

  it('shows who else has an article open, and a newer version without touching a field', async () => {
    const { uid } = await write('Fog', '<p>One</p>\n<p>Two</p>');
    const address = `/sites/${site}/articles/${uid}`;
    const page = await newsroom.open(address, await editor());
    await page.locator('.body-text').click();
    const other = await newsroom.open(address, await editor());
    await other.getByText(/Also here: Person \d+ \(text\)/).waitFor();
    await other.locator('.title-text').click();
    await page.getByText(/Also here: Person \d+ \(title\)/).waitFor();
    await expectSound(page, 'with someone else');
    await other.keyboard.press('End');
    await other.keyboard.type(' at noon');
    const notice = page.getByText(/Person \d+ has saved a newer version\./);
    await notice.waitFor();
    expect(await page.locator('.title-text').inputValue()).toBe('Fog');
    await page.getByRole('button', { name: 'Show it' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await page.locator('.title-text').inputValue()).toBe('Fog at noon');
    await other.getByRole('link', { name: 'Articles' }).first().click();
    await page.getByText('Also here').waitFor({ state: 'detached' });
    await page.close();
    await other.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
