/** The calendar: what is published when, and moving it with a mouse. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('the calendar', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post', time_zone: 'Europe/Helsinki' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  it('shows a schedule on its day, moves it to another, asks for the time, and moves it back', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const { article } = await app.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'Ice report', section_id: section.id },
    });
    const at = `/sites/${site}/articles/${article.uid}`;
    // 23:30 of the 9th in UTC is the 10th in Helsinki.
    await app.manage('PUT', `${at}/publication`, { publication: { publish_at: '2036-06-09T23:30:00Z' } });
    const publishAt = async () => (await app.manage('GET', at)).article.publish_at;
    const page = await newsroom.open(
      `/sites/${site}/calendar?date=2036-06-01`,
      await newsroom.person([{ site_id: site, role: 'editor' }]),
    );
    const item = page.locator('[data-day="2036-06-10"]').getByRole('link', { name: /Ice report/ });
    await item.waitFor();
    expect(await item.textContent()).toContain('02:30');
    await page.getByText('Europe/Helsinki').waitFor();
    await expectSound(page, 'month');
    await item.dragTo(page.locator('[data-day="2036-06-18"]'));
    const dialog = page.getByRole('dialog', { name: 'Move “Ice report”' });
    await dialog.getByLabel('Date and time').fill('2036-06-18T09:15');
    await dialog.getByText('It will be published on 18 Jun 2036, 09:15 (Europe/Helsinki, UTC+3).').waitFor();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page
      .locator('[data-day="2036-06-18"]')
      .getByRole('link', { name: /09:15 Ice report/ })
      .waitFor();
    expect(await publishAt()).toBe('2036-06-18T06:15:00Z');
    await page.getByRole('button', { name: 'Undo' }).click();
    await item.waitFor();
    expect(await publishAt()).toBe('2036-06-09T23:30:00Z');
    await item.click();
    await page.locator('.body-text').waitFor();
    await page.goBack();
    await item.waitFor();
    expect(new URL(page.url()).search).toBe('?date=2036-06-01');
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
