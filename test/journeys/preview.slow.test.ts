/** The page of a preview in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { picture, uploaded } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';

const WIDE = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
const BODY = `<p>${WIDE}</p><h2>Heading</h2><ul><li>One</li></ul><blockquote><p>Quoted.</p></blockquote>
<table><tr>${'<td>wide cell of a table</td>'.repeat(12)}</tr></table><pre>${'x'.repeat(300)}</pre>
<p style="text-align: center">Centred</p><figure><img src="/files/none.jpg" alt="None" width="2000"></figure>`;

const tooWide = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth)
    .map((element) => element.tagName + '.' + element.className);
})()`;

/** Contrast of the text of an element with the first background behind it. */
const contrast = `(selector) => {
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (text) => {
    const [r, g, b] = rgb(text).map((one) => one / 255).map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const element = document.querySelector(selector);
  let behind = element;
  while (behind.parentElement && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
  const [one, other] = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}`;
const TEXTS = [
  '.preview-notice p',
  '.preview-notice strong',
  'h1',
  '.preview-summary',
  '.preview-byline',
  '.preview-body p',
  '.preview-masthead span',
];

describe.skipIf(!hasBrowser)('the page of a preview', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await testApp();
    await fillDemo(kysely(app.pool), app.media, new Date());
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function preview(uid: string | number): Promise<string> {
    return (await app.manage('POST', `/sites/1/articles/${uid}/preview`)).preview.page_url;
  }

  it.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const)('fits, is legible and breaks no policy: %s, %i px', async (colorScheme, width) => {
    const article = { title: WIDE, summary: 'A summary.', section_id: 1, body: BODY, tags: ['sea'], author_ids: [1] };
    const { uid } = (await app.manage('POST', '/sites/1/articles', { article })).article;
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
    });
    await page.goto(await preview(uid));
    expect(await page.evaluate(tooWide)).toEqual([]);
    for (const text of TEXTS) expect(await page.evaluate(`(${contrast})('${text}')`), text).toBeGreaterThanOrEqual(4.5);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('p[style]')).textAlign`)).toBe('center');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows the pictures of the library, private ones too', async () => {
    const { articles } = await app.manage('GET', '/sites/1/articles?count=50&type=article');
    const { uid } = articles.find(({ cover_url }: { cover_url: string | null }) => cover_url);
    const page = await browser.newPage();
    const isShown = async (one: string) => {
      await page.goto(await preview(one));
      await page.waitForFunction(`document.querySelector('.preview-cover img').complete`);
      expect(await page.evaluate(`document.querySelector('.preview-cover img').naturalWidth`)).toBeGreaterThan(0);
    };
    await isShown(uid);
    const { id, path } = await uploaded(app, 1, await picture('png', 35, 20));
    await app.pool.query(`update media set origin = 'form' where id = $1`, [id]);
    const sent = { article: { title: 'Sent', section_id: 1, cover_url: path } };
    await isShown((await app.manage('POST', '/sites/1/articles', sent)).article.uid);
    expect(await page.locator('.preview-cover img').getAttribute('src')).toMatch(/\?preview=[\w-]{43}$/);
    await page.close();
  });
});
