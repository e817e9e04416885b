/** The lists and forms of the small nouns: a quick walk. The rest is in nouns.slow.test.ts. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('the small nouns', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let owner: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(() => chromium?.close());

  const open = (path: string) => newsroom.open(`/sites/${site}${path}`, owner);
  const names = (page: Page) => page.locator('.noun-name').allTextContents();

  it('creates, edits and deletes a page, and does not change untouched HTML', async () => {
    const body = '<p class=lead>One</p>\n<details><summary>More</summary>Kept</details>\n<p>End';
    const { page: made } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'About', body } });
    const page = await open('/pages');
    await page.getByRole('link', { name: 'New page' }).first().click();
    await page.getByRole('button', { name: 'Create' }).click();
    // The service says what is missing, and the field has the focus.
    await page.locator('#content :focus[aria-invalid="true"]').waitFor();
    await page.keyboard.type('Contact');
    await page.getByLabel('Visibility').selectOption('public');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/pages\/\d+$/);
    expect((await app.manage('GET', `/sites/${site}/pages`)).pages).toMatchObject([
      { name: 'About' },
      { name: 'Contact', visibility: 'public', url: 'contact' },
    ]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => names(page)).toEqual(['About']);
    await page.getByRole('link', { name: 'About' }).click();
    await page.locator('.body-text > p').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' of it');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('About was saved.').waitFor();
    const saved = (await app.manage('GET', `/sites/${site}/pages/${made.id}`)).page;
    expect(saved.body).toBe(made.body.replace(/End(<\/p>)?$/, 'End of it</p>'));
    await page.close();
  });

  it('orders sections by keys, marks hidden ones, and says what is in the way of a deletion', async () => {
    const make = (name: string, fields = {}) =>
      app.manage('POST', `/sites/${site}/sections`, { section: { name, ...fields } });
    const { section } = await make('News');
    await make('Sea', { state: 'hidden' });
    await make('Sport');
    await app.manage('POST', `/sites/${site}/articles`, { article: { title: 'Fog', section_id: section.id } });
    const stored = async () =>
      (await app.manage('GET', `/sites/${site}/sections`)).sections.map(({ name }: { name: string }) => name);
    const page = await open('/sections');
    await page.locator('.ordered-item', { hasText: 'Sea' }).getByText('Hidden').waitFor();
    await page.getByRole('button', { name: 'Move Sport', exact: true }).focus();
    for (const key of ['Space', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByText('Sport: position 1 of 3.').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(stored).toEqual(['Sport', 'News', 'Sea']);
    await page.getByRole('link', { name: 'News' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Latest news');
    await page.getByRole('link', { name: 'Sections' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Latest news was saved.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It cannot be deleted: 1 article uses it.').waitFor();
    await page.getByRole('link', { name: 'Show the articles' }).click();
    await page.getByRole('row', { name: 'Fog' }).waitFor();
    await page.close();
  });

  it('creates, edits and deletes an event by the days of the site, wherever the browser is', async () => {
    const stored = async () => (await app.manage('GET', `/sites/${site}/events`)).events;
    const page = await newsroom.open(`/sites/${site}/events/new`, owner, { timezoneId: 'America/New_York' });
    await page.getByLabel('Name', { exact: true }).fill('Herring market');
    await page.getByLabel('All day').check();
    await page.getByLabel('First day').fill('2099-10-03');
    await page.getByLabel('Last day').fill('2099-10-05');
    await page.getByLabel('Venue').fill('Old customs house');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/events\/\d+$/);
    // Helsinki is three hours ahead of UTC then.
    const [start_date, end_date] = ['2099-10-02T21:00:00Z', '2099-10-04T21:00:00Z'];
    const location = expect.objectContaining({ name: 'Old customs house' });
    expect(await stored()).toMatchObject([{ name: 'Herring market', all_day: true, start_date, end_date, location }]);
    await page.getByLabel('All day').uncheck();
    await page.getByLabel('Start', { exact: true }).fill('2099-10-03T18:30');
    await page.getByLabel('Venue').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(stored)
      .toMatchObject([{ all_day: false, start_date: '2099-10-03T15:30:00Z', location: { name: null } }]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No events here').waitFor();
    await page.close();
  });

  it('has thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
