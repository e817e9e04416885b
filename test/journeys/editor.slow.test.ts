/** Writing in a real browser against the real service. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { deskOf, violations } from './editor-desk.ts';

const BODY =
  '<p class=lead>The herring is <b>back</b>.</P>\n<ul><li>One<li>Two</ul>\n<details><summary>More</summary>Kept</details>\n<p>End';

describe.skipIf(!hasBrowser)('the editor', () => {
  let app: TestApp;
  let browser: Browser;
  let site = 0;
  let section = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const article = async (body = BODY) =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title: 'Fog', section_id: section, body } }))
      .article;
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
  const change = (uid: string, fields: object) =>
    app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: fields });
  const typeAtEnd = async (page: Page, text: string) => {
    await page.locator('.body-text > p').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };

  it('saves what is written, byte for byte beside it, and publishes it without a mouse', async () => {
    const { uid } = await article();
    const desk = await deskOf(app, browser, site);
    const page = await desk.open(uid);
    await typeAtEnd(page, ' of the day');
    await expect.poll(async () => (await stored(uid)).body).toBe(BODY.replace(/<p>End$/, '<p>End of the day</p>'));
    await desk.status('Saved');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .primary').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('dialog .primary').press('Enter');
    await expect.poll(async () => (await stored(uid)).state).toBe('published');
    await desk.context.close();
  });

  it('begins a new article with a key, and its address with the title', async () => {
    const desk = await deskOf(app, browser, site);
    await desk.page.goto(`/newsroom/sites/${site}/articles/new`);
    await desk.page.locator('.body-text').waitFor();
    await desk.page.keyboard.type('Ice on the bay');
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.type('- one');
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Control+b');
    await desk.page.keyboard.type('Bold');
    const uid = desk.page.url().split('/').at(-1) ?? '';
    await expect.poll(async () => (await stored(uid)).body).toBe('<ul><li>one</li></ul>\n<p><strong>Bold</strong></p>');
    const saved = await stored(uid);
    expect([saved.title, saved.article_url]).toEqual(['Ice on the bay', 'ice-on-the-bay']);
    await desk.context.close();
  });

  it('merges other blocks and fields, and asks about the same block', async () => {
    const { uid } = await article('<p>One</p>\n<p>Two</p>\n<p>End</p>');
    const desk = await deskOf(app, browser, site);
    const page = await desk.open(uid);
    await change(uid, { title: 'Fog at noon', body: '<p>One by her</p>\n<p>Two</p>\n<p>End</p>' });
    await typeAtEnd(page, ' by me');
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>One by her</p>\n<p>Two</p>\n<p>End by me</p>');
    expect(await page.locator('.title-text').inputValue()).toBe('Fog at noon');
    expect(await page.locator('.body-text > p').first().textContent()).toBe('One by her');
    await desk.status('Saved');
    await change(uid, { body: '<p>One by her</p>\n<p>Two</p>\n<p>End by her</p>' });
    await page.keyboard.type(' alone');
    await desk.status('Conflict');
    expect(await violations(page)).toEqual([]);
    await page.locator('dialog .primary').click();
    await expect
      .poll(async () => (await stored(uid)).body)
      .toBe('<p>One by her</p>\n<p>Two</p>\n<p>End by me alone</p>\n<p>End by her</p>');
    await desk.context.close();
  });

  it('keeps words while the service is away and the browser is closed', async () => {
    const { uid } = await article('<p>End</p>');
    const desk = await deskOf(app, browser, site);
    const page = await desk.open(uid);
    await page.route('**/v1/manage/**', (route) => route.abort());
    await typeAtEnd(page, ' offline words');
    await desk.status('Saved on this device');
    expect((await stored(uid)).body).toBe('<p>End</p>');
    await page.close();
    desk.page = await desk.context.newPage();
    await desk.open(uid);
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>End offline words</p>');
    expect(await desk.page.locator('.body-text').textContent()).toBe('End offline words');
    await desk.context.close();
  });

  it('goes on after the session has ended', async () => {
    const { uid } = await article('<p>End</p>');
    const desk = await deskOf(app, browser, site);
    const page = await desk.open(uid);
    await app.pool.query('delete from session where person_id = $1', [desk.person.id]);
    await typeAtEnd(page, ' of a session');
    await page.getByRole('dialog').getByLabel('Password').first().waitFor();
    await page.getByRole('dialog').locator('input[type=password]').fill(desk.password);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>End of a session</p>');
    await desk.context.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has nothing that axe finds in %s, %i wide', async (colorScheme, width) => {
    const { uid } = await article();
    const desk = await deskOf(app, browser, site, { colorScheme, width });
    const page = await desk.open(uid);
    expect(await violations(page)).toEqual([]);
    if (width < 500) await page.locator('.panel-toggle').click();
    for (const name of ['Cover', 'Share', 'Attachment', 'History', 'Details']) {
      await page.getByRole('tab', { name }).click();
      expect(await violations(page)).toEqual([]);
    }
    await desk.context.close();
  });
});
