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
    expect(await rendered.locator('del').allTextContents()).toEqual(['noon.']);
    expect(await rendered.locator('ins').allTextContents()).toEqual(['dawn.']);
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
