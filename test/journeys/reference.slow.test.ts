/** The reference page in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';

/** How wide a font is differs from machine to machine. */
const LETTER_SPACING = { wide: '0.5em', narrow: '-0.1em' };

/** The elements that reach beyond the right edge, when the page scrolls sideways. */
const tooWide = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth && !element.closest('pre'))
    .map((element) => element.tagName + ' ' + element.className + ': ' + element.textContent.trim().slice(0, 40));
})()`;

/** The status codes of errors that are set in more than one line. */
const brokenCodes = `[...document.querySelectorAll('.errors .status')]
  .filter((code) => {
    const range = document.createRange();
    range.selectNodeContents(code);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  })
  .map((code) => code.textContent)`;

/** How far the link to the document reaches beyond the box that cuts it off, in pixels; 0 where it is hidden for want of room. */
const cutOff = `(() => {
  const box = document.querySelector('.edition').getBoundingClientRect();
  const link = document.querySelector('.document-link').getBoundingClientRect();
  return link.top >= box.bottom ? 0 : Math.max(0, box.top - link.top, link.bottom - box.bottom);
})()`;

/** The values of parameters that follow the description without a space. */
const unspaced = `[...document.querySelectorAll('.parameters td')]
  .map((cell) => cell.textContent)
  .filter((text) => /\\SOne of /.test(text))`;

describe.skipIf(!hasBrowser)('the reference page', () => {
  let app: TestApp;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    app = await testApp();
    await app.manage('POST', '/sites', { site: { id: 1, name: 'Post', url: 'https://post.example' } });
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on(
      'request',
      (request) =>
        request.url().startsWith(app.url) || request.url().startsWith('data:') || complaints.push(request.url()),
    );
    await page.goto(`${app.url}/docs`);
    await page.getByText('/v1/sites/{site_id}/authors', { exact: false }).first().waitFor({ state: 'attached' });
    return page;
  }

  it('lists every operation, finds one by its filter, and sends a real request', async () => {
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('list authors');
    await page.goto(`${app.url}/docs#content.listAuthors`);
    const operation = page.locator('[id="content.listAuthors"]');
    await operation.getByRole('button', { name: 'Try it' }).click();
    await operation.getByRole('button', { name: 'Send' }).click();
    // The example beside it counts one author; the answer of this site counts none.
    await operation.getByText('"total_count": 0').waitFor();
    await page.close();
  });

  it('shows the example in the language that was chosen, for all operations', async () => {
    const page = await open();
    const [one, other] = ['content.readSite', 'content.listAuthors'].map((id) => page.locator(`[id="${id}"]`));
    expect(await one?.locator('.sample').first().textContent()).toContain('curl ');
    await one?.getByRole('button', { name: 'Python' }).click();
    expect(await other?.locator('.sample').first().textContent()).toContain('urlopen');
    await page.close();
  });

  it('links to guides, which fit a narrow screen and link each other', async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    await page.locator('[id="manage.createWebhook"]').getByRole('link', { name: 'docs/webhooks.md' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(tooWide)).toEqual([]);
    await page.getByRole('link', { name: 'the guide', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /receive/i }).waitFor();
    expect(await page.evaluate(tooWide)).toEqual([]);
    await page.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('looks right in %s at %i pixels: nothing scrolls sideways', async (colorScheme, width) => {
    const page = await open({ colorScheme, viewport: { width, height: 800 } });
    expect(await page.evaluate(tooWide)).toEqual([]);
    await page.close();
  });

  it.each(Object.entries(LETTER_SPACING))('fits any screen in a font that is %s', async (_, spacing) => {
    const page = await open({ bypassCSP: true });
    // Far operations are laid out too.
    const content = `* { letter-spacing: ${spacing} !important } .operation { content-visibility: visible !important }`;
    await page.addStyleTag({ content });
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(tooWide), `${width} pixels`).toEqual([]);
    }
    await page.close();
  });

  it.each([1280, 390])('breaks no status code and cuts off no letter at %i pixels', async (width) => {
    const page = await open({ bypassCSP: true, viewport: { width, height: 800 } });
    await page.addStyleTag({ content: '.operation { content-visibility: visible !important }' });
    expect(await page.evaluate(brokenCodes)).toEqual([]);
    expect(await page.evaluate(cutOff)).toBe(0);
    await page.close();
  });

  it('counts operations in the singular too, and sets a space before the values of a parameter', async () => {
    const page = await open();
    const counts = await page.locator('.glance dd').allTextContents();
    expect(counts.filter((text) => text.includes('operation'))).not.toEqual([]);
    expect(counts).not.toContain('1 operations');
    expect(await page.evaluate(unspaced)).toEqual([]);
    await page.close();
  });

  it('asks no other address and breaks no policy', () => {
    expect(complaints).toEqual([]);
  });
});
