/** Writing on below a block that takes no text behind it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { deskOf } from './editor-desk.ts';

const FIGURE = '<figure><img src="/a.jpg" alt="Sea"><figcaption>Sea</figcaption></figure>';
const CELLS = '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>';

describe.skipIf(!hasBrowser)('a block at the end of the text', () => {
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

  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article.body;
  async function opened(body: string) {
    const article = { title: 'Fog', section_id: section, body };
    const { uid } = (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
    const desk = await deskOf(app, browser, site);
    const errors: string[] = [];
    desk.page.on('pageerror', ({ message }) => errors.push(message));
    return { desk, uid, errors, page: await desk.open(uid) };
  }

  it.each([
    ['Enter in the caption', FIGURE, 'figcaption', ['End', 'Enter']],
    ['Enter on the picture', FIGURE, 'figure img', ['Enter']],
    ['the arrow down in the caption', FIGURE, 'figcaption', ['End', 'ArrowDown']],
    ['the arrow right behind the caption', FIGURE, 'figcaption', ['End', 'ArrowRight']],
    ['a click below a picture', FIGURE, 'below', []],
    ['a click below a rule', '<hr>', 'below', []],
    ['a click below a kept block', '<details><summary>More</summary>Kept</details>', 'below', []],
    ['the arrow down in a table', CELLS, 'td', ['ArrowDown']],
    ['the arrow down in code', '<pre>code</pre>', 'pre', ['ArrowDown']],
  ])('is left by %s', async (_, end, place, keys) => {
    const body = `<p>One</p>\n${end}`;
    const { desk, uid, errors, page } = await opened(body);
    const text = page.locator('.body-text');
    if (place === 'below') {
      const box = await text.boundingBox();
      await text.click({ position: { x: 40, y: (box?.height ?? 0) - 10 } });
    } else await text.locator(place).first().click();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.type('Two');
    expect(errors).toEqual([]);
    expect(await page.locator('.body-text > p').allTextContents()).toEqual(['One', 'Two']);
    await expect.poll(() => stored(uid)).toBe(`${body}\n<p>Two</p>`);
    await desk.context.close();
  });

  it('is saved without the empty paragraph below', async () => {
    const body = `<p>One</p>\n${FIGURE}`;
    const { desk, uid, page } = await opened(body);
    await page.locator('figcaption').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await page.locator('.body-text > p').nth(1).waitFor();
    await expect.poll(() => stored(uid)).toBe(body.replace('Sea</', 'Sea!</'));
    await desk.status('Saved');
    expect(await page.locator('.body-text > p').count()).toBe(2);
    await desk.context.close();
  });
});
