/** Tables in the text: by keys alone, and by finger on a phone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type DeskOptions, deskOf, violations } from './editor-desk.ts';

describe.skipIf(!hasBrowser)('a table', () => {
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
  async function opened(body: string, options: DeskOptions = {}) {
    const article = { title: 'Fog', section_id: section, body };
    const { uid } = (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
    const desk = await deskOf(app, browser, site, options);
    const errors: string[] = [];
    desk.page.on('pageerror', ({ message }) => errors.push(message));
    return { desk, uid, errors, page: await desk.open(uid) };
  }
  const focused = (page: Page) =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');

  it('is made, filled and changed without a mouse', async () => {
    const { desk, uid, errors, page } = await opened('<p>Tides</p>');
    await page.locator('.body-text').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Alt+F10');
    expect(await focused(page)).toBe('Kind of block');
    for (let presses = 0; presses < 40 && (await focused(page)) !== 'Table'; presses++)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'Table' });
    await bar.waitFor();
    for (const text of ['Day', 'High', 'Low', 'Mon', '5.1', '0.8', 'Tue', '5.0', '0.9', 'Wed']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    expect(await page.locator('.body-text tr').count()).toBe(4);
    await page.keyboard.press('Alt+F10');
    expect(await focused(page)).toBe('Row above');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.body-text tr').count()).toBe(5);
    // Where it was, so that it can be pressed again.
    expect(await focused(page)).toBe('Row above');
    await bar.getByRole('button', { name: 'Delete row' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('4.9');
    const [head, ...rows] = [
      '<th>Day</th><th>High</th><th>Low</th>',
      '<td>Mon</td><td>5.1</td><td>0.8</td>',
      '<td>Tue</td><td>5.0</td><td>0.9</td>',
      '<td>Wed</td><td>4.9</td><td></td>',
    ].map((cells) => `<tr>${cells}</tr>`);
    const written = `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
    await expect.poll(async () => (await stored(uid)).replaceAll('\n', '')).toBe(`<p>Tides</p>${written}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Below');
    await expect.poll(async () => (await stored(uid)).replaceAll('\n', '')).toBe(`<p>Tides</p>${written}<p>Below</p>`);
    expect(errors).toEqual([]);
    await desk.context.close();
  });

  const CELLS = '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>';

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is changed by its bar, in %s, %i wide', async (colorScheme, width) => {
    const rest = '<p>Rest <b>as</b> it is';
    const { desk, uid, errors, page } = await opened(`<table><tbody>${CELLS}</tbody></table>${rest}`, {
      colorScheme,
      width,
      height: 800,
    });
    const bar = page.getByRole('region', { name: 'Table' });
    expect(await bar.count()).toBe(0);
    await page.getByRole('cell', { name: 'd' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect((await bar.boundingBox())?.height).toBeLessThan(60);
    await bar.getByRole('button', { name: 'Column after' }).click();
    await page.keyboard.type('e');
    await bar.getByRole('button', { name: 'Header row' }).click();
    await expect.poll(() => bar.getByRole('button', { name: 'Header row' }).getAttribute('aria-pressed')).toBe('true');
    const head = '<tr><th>a</th><th>b</th><th></th></tr>';
    const body = '<tr><td>c</td><td>d</td><td>e</td></tr>';
    await expect.poll(() => stored(uid)).toBe(`<table><thead>${head}</thead><tbody>${body}</tbody></table>${rest}`);
    await bar.getByRole('button', { name: 'Delete table' }).click();
    await bar.waitFor({ state: 'detached' });
    await expect.poll(() => stored(uid)).toBe(`${rest}`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.body-text th').count()).toBe(3);
    expect(errors).toEqual([]);
    await desk.context.close();
  });
});
