/** The panel of the editor: versions, attachments, how the article is shared; and five minutes without a connection. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type DeskOptions, deskOf, violations } from './editor-desk.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(!hasBrowser)('the editor', () => {
  let app: TestApp;
  let browser: Browser;
  let site = 0;
  let section = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post', url: 'https://harbour.example' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const desk = (options: DeskOptions = {}) => deskOf(app, browser, site, options);
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
  const create = async (fields: object): Promise<string> =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title: 'Fog', section_id: section, ...fields } }))
      .article.uid;
  const change = (uid: string, article: object) => app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article });

  it('compares a version as it reads and as source, and restores it as a new one', async () => {
    const body = '<h2>Morning</h2><p>Fog lay on the <strong>bay</strong> until noon.</p>';
    const uid = await create({ body, summary: 'Grey.' });
    await change(uid, { title: 'Sun', body: '<h2>Morning</h2><p>Fog lay on the <strong>bay</strong> until dawn.</p>' });
    const { page, open, status, context } = await desk();
    await open(uid);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Compare with the current version' }).click();
    const rendered = page.locator('.difference-text.rendered');
    await rendered.locator('strong', { hasText: 'bay' }).waitFor();
    expect(await rendered.locator('del').allTextContents()).toEqual(['noon']);
    expect(await rendered.locator('ins').allTextContents()).toEqual(['dawn']);
    expect(await page.locator('.difference-part').first().textContent()).toContain('FogSun');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Source', { exact: true }).check();
    const source = page.locator('.difference-text.source');
    expect(await source.textContent()).toContain('<strong>bay</strong>');
    expect(await source.locator('del').allTextContents()).toEqual(['noon']);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('Version 1 has been restored.').waitFor();
    await status(/Saved/);
    await expect.poll(async () => (await stored(uid)).body).toBe(body);
    expect(await stored(uid)).toMatchObject({ title: 'Fog', version: 3 });
    expect(await page.locator('.title-text').inputValue()).toBe('Fog');
    expect(await page.locator('.body-text').textContent()).toContain('until noon.');
    await context.close();
  });

  it('shows what changed in a table in its cells', async () => {
    const table = (ice: string, rows = '') =>
      `<table><thead><tr><th>Day</th><th>Ice</th></tr></thead><tbody><tr><td>Mon</td><td>${ice}</td></tr>${rows}</tbody></table>`;
    const uid = await create({ body: table('5 cm', '<tr><td>Tue</td><td>9 cm</td></tr>') });
    await change(uid, { body: table('7 cm') });
    const { page, open, context } = await desk();
    await open(uid);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Compare with the current version' }).click();
    const rows = page.locator('.difference-text.rendered tr');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.nth(1).locator('td').nth(1).innerHTML()).toBe('<del>5</del><ins>7</ins> cm');
    expect(await rows.nth(2).locator('td del').allTextContents()).toEqual(['Tue', '9 cm']);
    await context.close();
  });

  it.each([1280, 390])('marks what readers saw, discards changes and brings them back, %i px wide', async (width) => {
    const uid = await create({ body: '<p>Served.</p>', state: 'published' });
    await change(uid, { title: 'Sun', body: '<p>Changed.</p>' });
    const { page, open, context } = await desk({ width });
    await open(uid);
    const body = page.locator('.body-text');
    await body.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Just now.');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await page.getByText('The text is as readers see it again.').waitFor();
    await expect.poll(() => body.textContent()).toBe('Served.');
    expect(await page.locator('.title-text').inputValue()).toBe('Fog');
    await expect.poll(() => page.locator('.changes-chip').count()).toBe(0);
    expect(await stored(uid)).toMatchObject({ body: '<p>Served.</p>', version: 4, published_version: 4 });
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => body.textContent()).toBe('Changed. Just now.');
    expect(await stored(uid)).toMatchObject({ title: 'Sun', version: 5, published_version: 4 });
    expect(await page.getByText('another tab or window').count()).toBe(0);
    if (width < 800) await page.getByRole('button', { name: 'Details and cover' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText(/^Readers see it since .* · published by Person \d+$/).waitFor();
    await page.getByText(/^Readers saw it .* · published by admin token · then version 4$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('ends in the open history what readers saw when the article is unpublished, here or elsewhere', async () => {
    const uid = await create({ body: '<p>Served.</p>', state: 'published' });
    const { page, open, context } = await desk();
    await open(uid);
    await page.getByRole('tab', { name: 'History' }).click();
    const now = page.getByText(/^Readers see it since /);
    await now.waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByText(/^Readers saw it .* · unpublished by Person \d+$/).waitFor();
    expect(await now.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await now.waitFor();
    await app.manage('DELETE', `/sites/${site}/articles/${uid}/publication`);
    await page.getByText(/^Readers saw it .* · unpublished by admin token$/).waitFor();
    await context.close();
  });

  it('follows the direction of the letters in the text, in fields and in lists', async () => {
    const title = 'סערה בנמל, אמש!';
    const uid = await create({ title, summary: 'סערה!', body: '<p>הספינות חזרו.</p><ul><li>אחת.</li></ul>' });
    const { page, open, context } = await desk();
    await open(uid);
    /** Where a letter is in an element: 0 is its left edge, 1 its right edge. */
    const edge = (selector: string, letter: string) =>
      page.evaluate(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (walker.nextNode()) {
          const at = walker.currentNode.nodeValue.indexOf(${JSON.stringify(letter)});
          if (at < 0) continue;
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + 1);
          const box = element.getBoundingClientRect();
          return (range.getBoundingClientRect().left - box.left) / box.width;
        }
      })()`) as Promise<number>;
    // The first letter is at the right, and the stop at the end of the line left of it.
    expect(await edge('.body-text p', 'ה')).toBeGreaterThan(0.9);
    expect(await edge('.body-text p', '.')).toBeLessThan(await edge('.body-text p', 'ו'));
    const style = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`);
    expect(await style('.body-text ul', 'direction')).toBe('rtl');
    expect(await style('#properties textarea', 'unicode-bidi')).toBe('plaintext');
    await page.goto(`/newsroom/sites/${site}/articles`);
    const row = page.locator('.row-title', { hasText: 'סערה' }).first();
    await row.waitFor();
    expect(await edge('.row-title', '!')).toBeLessThan(await edge('.row-title', 'ס'));
    await context.close();
  });

  it.each([1280, 390])('attaches a post and takes it away, %i px wide', async (width) => {
    const uid = await create({ body: '<p>Look</p>' });
    const { page, open, context } = await desk({ width });
    await open(uid);
    if (width < 800) await page.getByRole('button', { name: 'Details and cover' }).click();
    await page.getByRole('tab', { name: 'Attachment' }).click();
    await page.getByLabel('Kind of attachment').selectOption('tweet');
    await page.getByLabel('Address of the post').fill('https://social.example/1');
    await page.getByLabel('Text of the post').fill('Fog again');
    await expect
      .poll(async () => (await stored(uid)).attachments?.tweet)
      .toMatchObject({ url: 'https://social.example/1', text: 'Fog again' });
    await page.getByLabel('Kind of attachment').selectOption('');
    await expect.poll(async () => (await stored(uid)).attachments).toBe(undefined);
    await context.close();
  });

  it('shows the search result and the card, which follow their own words and fall back to the article', async () => {
    const media_item = { data: PIXEL, name: 'fog.png', alt_text: 'Fog' };
    const { media_item: picture } = await app.manage('POST', `/sites/${site}/media`, { media_item });
    const uid = await create({ title: 'Fog until noon', summary: 'And then some.', cover_url: picture.url });
    const { page, open, context } = await desk();
    await open(uid);
    await page.getByRole('tab', { name: 'Share' }).click();
    const [result, card] = [page.locator('.search-result'), page.locator('.share-card')];
    await result.getByText('Fog until noon').waitFor();
    await card.getByText('And then some.').waitFor();
    expect(await card.textContent()).toContain('harbour.example');
    await expect
      .poll(() => card.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
    await page.getByLabel('Title for sharing').fill('Grey morning '.repeat(6));
    await result.getByText(/Grey morning .* …$/).waitFor();
    await page.getByText('78 of about 60 characters').waitFor();
    await expect.poll(async () => (await stored(uid)).open_graph.og_title).toContain('Grey morning');
    await page.getByLabel('Title for sharing').fill('');
    await card.getByText('Fog until noon').waitFor();
    await expect.poll(async () => (await stored(uid)).open_graph.og_title).toBe(null);
    await context.close();
  });

  it('loses nothing of what was written in five minutes without a connection', async () => {
    const uid = await create({ body: '<p>Before.</p>' });
    const { page, open, status, context } = await desk();
    await page.clock.install();
    await open(uid);
    await context.setOffline(true);
    await page.locator('.body-text').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' First words.');
    await status(/this device/);
    await page.clock.fastForward('05:00');
    await page.keyboard.type(' Last words.');
    await status(/this device/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect((await stored(uid)).body).toBe('<p>Before.</p>');
    await context.setOffline(false);
    await page.clock.fastForward('00:10');
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>Before. First words. Last words.</p>');
    await status(/^Saved/);
    await context.close();
  });

  it('sends after a restart of the browser what five minutes without a connection left on the device', async () => {
    const uid = await create({ body: '<p>Before.</p>' });
    const { page, open, status, context } = await desk();
    await page.clock.install();
    await open(uid);
    await context.setOffline(true);
    await page.locator('.title-text').fill('Written at sea');
    await page.clock.fastForward('05:00');
    await status(/this device/);
    await page.close();
    await context.setOffline(false);
    expect((await stored(uid)).title).toBe('Fog');
    const again = await context.newPage();
    await again.goto(`/newsroom/sites/${site}/articles/${uid}`);
    await expect.poll(async () => (await stored(uid)).title).toBe('Written at sea');
    await context.close();
  });
});
