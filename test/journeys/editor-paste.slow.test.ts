/** What the editor makes of the clipboard, and what it says about it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Desk, deskOf } from './editor-desk.ts';

const WORD_ITEM = (sign: string, list: number, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l${list} level1 lfo${list}'><![if !supportLists]><span style='mso-list:Ignore'>${sign}</span><![endif]>${text}</p>`;

describe.skipIf(!hasBrowser)('pasting', () => {
  let app: TestApp;
  let browser: Browser;
  let desk: Desk;
  let site = 0;
  let section = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    browser = await launchBrowser();
    desk = await deskOf(app, browser, site);
  });
  afterAll(() => browser?.close());

  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article.body;

  /** An article whose last block has the cursor at its end. */
  async function opened(body = '<p>End</p>') {
    const article = { title: 'Fog', section_id: section, body };
    const { uid } = (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
    const page = await desk.open(uid);
    await page.locator('.body-text').click();
    await page.keyboard.press('Control+End');
    return { page, uid };
  }

  async function paste(page: Page, types: Record<string, string>): Promise<void> {
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const [type, value] of Object.entries(${JSON.stringify(types)})) data.setData(type, value);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector('.body-text').dispatchEvent(event);
    })()`);
  }

  it('takes text from Word, and the same as plain text', async () => {
    const { page, uid } = await opened();
    await page.keyboard.press('Enter');
    const html = `${WORD_ITEM('·', 0, "<b style='mso-bidi-font-weight:normal'>One</b>")}${WORD_ITEM('1.', 1, 'Two')}`;
    await paste(page, { 'text/html': html, 'text/plain': '· One' });
    await expect
      .poll(() => stored(uid))
      .toMatch(/<p>End<\/p>\s*<ul><li><strong>One<\/strong><\/li><\/ul>\s*<ol><li>Two<\/li><\/ol>$/);
    await page.getByRole('button', { name: 'Paste as plain text' }).click();
    await expect.poll(() => stored(uid)).toMatch(/<p>End<\/p>\s*<p>· One<\/p>$/);
  });

  it('says which pictures are not on the clipboard', async () => {
    const { page, uid } = await opened();
    const html = '<p class=MsoNormal>!<img src="file:///C:/clip_image001.png"></p>';
    await paste(page, { 'text/html': html, 'text/plain': '!' });
    await page.getByText('A picture could not be pasted: insert it from a file.').waitFor();
    await expect.poll(() => stored(uid)).toBe('<p>End!</p>');
  });

  const PLAYER = '<iframe width="560" height="315" src="https://www.youtube.com/embed/x" title="Fog"></iframe>';

  it('makes a player of embed code, and literal text of it if asked', async () => {
    const { page, uid } = await opened();
    await paste(page, { 'text/plain': `${PLAYER}\n` });
    await page.locator('.kept .player').waitFor();
    await page.keyboard.type('Below');
    await expect
      .poll(() => stored(uid))
      .toMatch(/^<p>End<\/p>\s*<iframe [^>]*embed\/x[^>]*><\/iframe>\s*<p>Below<\/p>$/);
    const other = await opened();
    await paste(other.page, { 'text/plain': PLAYER });
    await other.page.locator('.kept .player').waitFor();
    await other.page.getByRole('button', { name: 'Paste as plain text' }).click();
    await expect.poll(() => stored(other.uid)).toContain('<p>End&lt;iframe width');
  });

  it('takes the player of a page, below the list with the cursor', async () => {
    const { page, uid } = await opened('<ul><li>End</li></ul>');
    await paste(page, { 'text/html': `<p>One</p>${PLAYER}<p>Two</p>`, 'text/plain': 'One Two' });
    await expect
      .poll(() => stored(uid))
      .toMatch(/^<ul><li>End<\/li><\/ul>\s*<p>One<\/p>\s*<iframe [^>]*><\/iframe>\s*<p>Two<\/p>$/);
  });

  it('says that a player is not allowed, and changes nothing', async () => {
    const { page, uid } = await opened();
    await page.keyboard.type('!');
    await page.keyboard.press('Control+A');
    await paste(page, { 'text/plain': '<iframe src="https://evil.example/embed/1"></iframe>' });
    await page.getByText('Players of evil.example are not allowed in articles.', { exact: true }).waitFor();
    await expect.poll(() => stored(uid)).toBe('<p>End!</p>');
  });

  it('makes a link of an address', async () => {
    const { page, uid } = await opened();
    await paste(page, { 'text/plain': 'https://a.example/x' });
    await page.keyboard.type('!');
    await expect.poll(() => stored(uid)).toBe('<p>End<a href="https://a.example/x">https://a.example/x</a>!</p>');
  });
});
