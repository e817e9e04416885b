/** Leaving an article inside the newsroom, and publishing alone, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Desk, deskOf } from './editor-desk.ts';

describe.skipIf(!hasBrowser)('leaving the editor', () => {
  let app: TestApp;
  let browser: Browser;
  let site = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site();
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
  /** Writes a new article; the body is typed in one go, so that it is not saved before the next step. */
  const write = async ({ page }: Desk, title: string, body: string) => {
    await page.goto(`/newsroom/sites/${site}/articles/new`);
    await page.locator('.body-text').waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(body);
    return page.url().split('/').at(-1) ?? '';
  };

  it('saves the last words of an article that is left at once, and shows them on return', async () => {
    const desk = await deskOf(app, browser, site);
    const uid = await write(desk, 'Ice', 'Thin ice on the bay');
    await desk.page.locator('.back-link').click();
    await desk.page.locator(`a[href$="${uid}"]`, { hasText: 'Ice' }).first().click();
    await desk.page.locator('.body-text').waitFor();
    expect(await desk.page.locator('.title-text').inputValue()).toBe('Ice');
    expect(await desk.page.locator('.body-text').textContent()).toBe('Thin ice on the bay');
    const { title, body, deleted_at } = await stored(uid);
    expect([title, body, deleted_at]).toEqual(['Ice', '<p>Thin ice on the bay</p>', null]);
    await desk.context.close();
  });

  it('takes over on the next visit what could not be sent on leaving', async () => {
    const desk = await deskOf(app, browser, site);
    const { page } = desk;
    await page.route(`**/articles/*`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: 'forbidden' } })
        : route.continue(),
    );
    const uid = await write(desk, 'Fog', 'Fog at noon');
    await page.evaluate(`history.pushState(null, '', '/newsroom/sites/${site}/articles')`);
    await page.locator('.editor').waitFor({ state: 'detached' });
    await page.unroute('**/articles/*');
    await page.evaluate(`history.pushState(null, '', '/newsroom/sites/${site}/articles/${uid}')`);
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>Fog at noon</p>');
    expect((await stored(uid)).title).toBe('Fog');
    await desk.context.close();
  });

  it('does not take its own publication for the change of someone else', async () => {
    const desk = await deskOf(app, browser, site);
    const uid = await write(desk, 'Herring', 'The herring is back');
    await desk.status('Saved');
    for (const state of ['published', 'unpublished']) {
      await desk.page.keyboard.press('Control+Enter');
      await desk.page
        .locator(state === 'unpublished' ? 'dialog .dialog-actions .button:not(.primary)' : 'dialog .primary')
        .click();
      await desk.page.locator('dialog').waitFor({ state: 'detached' });
      expect((await stored(uid)).state).toBe(state);
      expect(await desk.page.locator('.editor-notes').count()).toBe(0);
    }
    await desk.context.close();
  });
});
