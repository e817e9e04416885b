/** Live events when something is in the way: a proxy that holds streams back, a service that is gone, a session that ends. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import { PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('live, with something in the way', () => {
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

  const list = () => `/sites/${site}/articles`;
  const editor = () => newsroom.person([{ site_id: site, role: 'editor' }]);
  const write = async (title: string) =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title, section_id: section } })).article;

  /** As a row, or as a change to show: the list may be read again before the event arrives. */
  async function arrives(page: Page, title: string): Promise<void> {
    const changed = page.getByRole('button', { name: /changed – show/ });
    const row = page.getByRole('row', { name: title });
    await changed.or(row).first().waitFor();
    if (await changed.isVisible()) await changed.click();
    await row.waitFor();
  }

  it('polls where streams do not arrive, and says so', async () => {
    await write('There');
    const page = await newsroom.open('', await editor());
    await page.route('**/live', (route) => route.abort());
    await page.goto(`${app.url}/newsroom${list()}`);
    await page.getByText('Connected; updates every 15 seconds').waitFor();
    const polled = page.waitForResponse((response) => response.url().endsWith('/live?once=true'));
    await write('Polled');
    await polled;
    await page.getByRole('button', { name: '1 changed – show' }).waitFor();
    await page.close();
  });

  it('says when the service does not answer, and reads what it missed when it does', async () => {
    const page = await newsroom.open(list(), await editor());
    await page.getByText('Connected').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline').first().waitFor();
    await write('Missed');
    await page.context().setOffline(false);
    await page.getByText('Connected').waitFor();
    await arrives(page, 'Missed');
    await page.close();
  });

  it('asks for the password when the session ends, and goes on', async () => {
    const person = await editor();
    const page = await newsroom.open(list(), person);
    await page.getByText('Connected').waitFor();
    await app.pool.query('delete from session where person_id = $1', [person.id]);
    // The stream learns of it within a quarter of a minute, without a click.
    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    await dialog.waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Connected').waitFor();
    await write('After the sign-in');
    await arrives(page, 'After the sign-in');
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
