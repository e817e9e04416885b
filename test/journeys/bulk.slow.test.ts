/** A hundred articles at once, three of which someone else has changed: the others are done, and undone. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';

const MANY = 100;

describe.skipIf(!hasBrowser)('many articles', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  it('are unpublished at once but for the three that someone else has changed, and published again by Undo', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const uids: string[] = [];
    for (let n = 0; n < MANY; n++) {
      const article = { title: `Boat ${String(n).padStart(3, '0')}`, section_id: section.id, state: 'published' };
      uids.push((await app.manage('POST', `/sites/${site}/articles`, { article })).article.uid);
    }
    const counts = async () => (await app.manage('GET', `/sites/${site}/counts`)).counts;
    const owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    const page = await newsroom.open(`/sites/${site}/articles?sort=title`, owner);
    const toEnd = async () => {
      await page.getByRole('table').evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.locator('.row-title').allTextContents();
    };
    await page.locator('.row-title').first().waitFor();
    await expect.poll(toEnd).toContain(`Boat 0${MANY - 1}`);
    for (const uid of [uids[3], uids[50], uids[99]])
      await app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { summary: 'Changed.' } });
    await page.getByLabel('Select all loaded articles').check();
    await page.getByText(`${MANY} selected`).waitFor();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText(`${MANY - 3} articles unpublished`).waitFor();
    await page.getByText('3 articles failed').waitFor();
    const failures = await page.locator('.bulk-failures li').allTextContents();
    expect(failures.map((text) => text.slice(0, 8)).toSorted()).toEqual(['Boat 003', 'Boat 050', 'Boat 099']);
    expect(await counts()).toMatchObject({ published: 3, unpublished: MANY - 3 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect(await counts()).toMatchObject({ published: MANY, unpublished: 0 });
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
