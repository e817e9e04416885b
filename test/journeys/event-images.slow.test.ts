/** The images of an event: chosen from the library, captioned, ordered by keys, removed, and served in that order. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture, uploaded } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('the images of an event', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  it('come from the library, in an order, and are served with the event', async () => {
    const [quay, boat, herring] = [
      await uploaded(app, site, await picture('jpeg', 300, 200), { name: 'quay.jpg' }),
      await uploaded(app, site, await picture('jpeg', 310, 200), { name: 'boat.jpg' }),
      await uploaded(app, site, await picture('jpeg', 320, 200), { name: 'herring.jpg' }),
    ];
    const { event } = await app.manage('POST', `/sites/${site}/events`, {
      event: { name: 'Market', start_date: '2099-10-03', all_day: true, published_at: '2020-01-01T00:00:00Z' },
    });
    const served = async () => (await app.get(`/v1/sites/${site}/events/${event.id}`)).body.event.images;
    const owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    const page = await newsroom.open(`/sites/${site}/events/${event.id}`, owner);
    for (const name of ['quay', 'boat', 'herring']) {
      await page.getByRole('button', { name: 'Add an image' }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await expect.poll(() => page.locator('.event-image').count()).toBe(3);
    await page.getByLabel('Caption').nth(1).fill('The last boat');
    await page.locator('.event-image').nth(1).getByLabel('Link').fill('nowhere');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('Enter a web address, such as https://example.com/.').waitFor();
    expect(await served()).toEqual([]);
    await page.locator('.event-image').nth(1).getByLabel('Link').fill('https://boats.example/');
    await page.getByRole('button', { name: 'Move The last boat', exact: true }).focus();
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Remove image 3' }).click();
    await expectSound(page, 'images of an event');
    await save.click();
    await expect
      .poll(served)
      .toMatchObject([
        { url: expect.stringContaining(boat.path), caption: 'The last boat', link: 'https://boats.example/' },
        { url: expect.stringContaining(quay.path) },
      ]);
    const { uses } = await app.manage('GET', `/sites/${site}/media/${herring.id}/uses`);
    expect(uses).toEqual([]);
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
