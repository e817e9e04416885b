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

  it('loses no letter when the page is loaded again or closed in the middle of a word', async () => {
    const desk = await deskOf(app, browser, site);
    const { article } = await app.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'Gale', section_id: 1, body: '<p>Gale</p>' },
    });
    const page = await desk.open(article.uid);
    const body = page.locator('.body-text');
    await body.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' warning for the outer islands');
    await page.reload();
    await body.waitFor();
    await expect.poll(() => body.textContent()).toBe('Gale warning for the outer islands');
    await body.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' until Sunday');
    await page.close({ runBeforeUnload: true });
    const again = await desk.context.newPage();
    await again.goto(`/newsroom/sites/${site}/articles/${article.uid}`);
    await expect
      .poll(() => again.locator('.body-text').textContent())
      .toBe('Gale warning for the outer islands until Sunday');
    await expect.poll(async () => (await stored(article.uid)).body).toContain('until Sunday');
    await desk.context.close();
  });

  it('publishes no words of someone else that were not on the screen', async () => {
    const desk = await deskOf(app, browser, site);
    const { article } = await app.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'Ferry', section_id: 1, body: '<p>Ferry</p><p>Timetable</p>' },
    });
    const page = await desk.open(article.uid);
    await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, {
      article: { body: '<p>Ferry</p><p>Timetable of another</p>' },
    });
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .primary').click();
    await page.getByText('Someone else has just changed this article.').waitFor();
    expect((await stored(article.uid)).state).toBe('draft');
    expect(await page.locator('.body-text').textContent()).toContain('Timetable of another');
    await page.locator('dialog .primary').click();
    await expect.poll(async () => (await stored(article.uid)).state).toBe('published');
    await desk.context.close();
  });

  it('does not take its own publication for the change of someone else', async () => {
    const desk = await deskOf(app, browser, site);
    const uid = await write(desk, 'Herring', 'The herring is back');
    await desk.status('Saved');
    const { page } = desk;
    const isAsBefore = async (state: string) => {
      await expect.poll(async () => (await stored(uid)).state).toBe(state);
      await page
        .locator('.editor-head')
        .getByText(state === 'published' ? 'Published' : 'Unpublished')
        .first()
        .waitFor();
      expect(await page.locator('.editor-notes').count()).toBe(0);
    };
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .primary').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await isAsBefore('published');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await isAsBefore('unpublished');
    await desk.context.close();
  });
});
