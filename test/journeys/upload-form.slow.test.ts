/** Readers fill in a form, alone and within another page, on a desktop and on a phone; look at its receipt, and withdraw it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../src/features/media/testing/files.ts';
import { newForm } from '../../src/intake/testing/forms.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { newsroomOf } from '../newsroom.ts';

const SCREENS = process.env.SCREENSHOTS;
const SIZES = { desktop: { width: 1200, height: 900 }, phone: { width: 390, height: 844 } };

let app: TestApp;
let browser: Browser;
let site: number;
let section: number;

describe.skipIf(!hasBrowser)('a form', () => {
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    browser = await launchBrowser();
    site = await app.site({ name: 'The Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
  });
  afterAll(() => browser?.close());

  const items = async (id: number) =>
    (await app.manage('GET', `/sites/${site}/source-items?source_id=${id}`)).source_items;

  async function shot(page: Page, name: string): Promise<void> {
    if (!SCREENS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SCREENS, `${name}-${colorScheme}.png`), fullPage: true });
    }
  }

  it.each(Object.entries(SIZES))('is filled in, sent and withdrawn on a %s', async (device, viewport) => {
    const { id, path } = await newForm(app, site, section, { approval: 'auto' });
    const page = await browser.newPage({ viewport });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(app.url + path);
    await shot(page, `form-${device}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);

    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await page.getByRole('alert').filter({ hasText: 'Please write something.' }).waitFor();
    await page.getByLabel('Your text').fill(`A seal in the marina.\n\nIt slept on the pier, seen from a ${device}.`);
    await send.click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Without this it cannot be sent: “You may publish it.”' })
      .waitFor();
    await shot(page, `form-problem-${device}`);
    await page.getByLabel('Headline').fill('A seal came to town');
    await page.getByLabel('Your name').fill('Ida Holm');
    await page
      .getByLabel('Pictures')
      .setInputFiles({ name: 'seal.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    await page.getByText('seal.jpg').waitFor();
    await page.getByLabel('You may publish it.').check();
    // Nobody writes within three seconds.
    await page.waitForTimeout(3_000);
    await send.click();
    await page.getByRole('heading', { name: 'It has arrived' }).waitFor();
    await shot(page, `form-done-${device}`);
    const [item] = await items(id);
    expect(item).toMatchObject({ state: 'published', title: 'A seal came to town' });
    const { article } = await app.manage('GET', `/sites/${site}/articles/${item.uid}`);
    expect(article).toMatchObject({ author_credit: 'Ida Holm', cover_url: expect.stringContaining('/files/') });

    await page.getByRole('link', { name: 'Your receipt' }).click();
    await page.getByText('It is published.').waitFor();
    await shot(page, `receipt-${device}`);
    const withdraw = page.getByRole('button', { name: 'Withdraw my submission' });
    expect(await withdraw.isDisabled()).toBe(true);
    await page.getByLabel('I am sure').check();
    await withdraw.click();
    await page.getByText('is being deleted').waitFor();
    await expect.poll(async () => (await items(id))[0].state).toBe('erased');
    await page.reload();
    await page.getByText('everything that you sent is deleted').waitFor();
    await shot(page, `receipt-erased-${device}`);
    const desk = newsroomOf(app, browser);
    const owner = await desk.person([{ site_id: site, role: 'owner' }]);
    const ledger = await desk.open(`/sites/${site}/sources/${id}/ledger`, owner, { viewport });
    const erased = ledger.locator('.ledger-row');
    await erased.getByText('A text that was erased').waitFor();
    expect(await erased.textContent()).toMatch(/Erased · .*Its sender withdrew it/);
    expect(await erased.textContent()).not.toMatch(/Untitled|To review/);
    await shot(ledger, `ledger-erased-${device}`);
    await ledger.close();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows consents that were changed meanwhile, and keeps what was written', async () => {
    const { id, path } = await newForm(app, site, section);
    const page = await browser.newPage({ viewport: SIZES.phone });
    await page.goto(app.url + path);
    await page.getByLabel('Your text').fill('A long story.');
    await page.getByLabel('You may publish it.').check();
    const consents = [{ text: 'You may print it too.', required: true }];
    const { source } = await app.manage('GET', `/sites/${site}/sources/${id}`);
    await app.manage('PATCH', `/sites/${site}/sources/${id}`, { source: { form: { ...source.form, consents } } });
    const send = page.getByRole('button', { name: 'Send' });
    await page.waitForTimeout(3_000);
    await send.click();
    await page.getByRole('alert').filter({ hasText: 'What you agree to has changed' }).waitFor();
    expect(await page.getByLabel('Your text').inputValue()).toBe('A long story.');
    await shot(page, 'form-changed');
    await page.getByLabel('You may print it too.').check();
    await page.waitForTimeout(3_000);
    await send.click();
    await page.getByRole('heading', { name: 'It has arrived' }).waitFor();
    expect((await items(id))[0].submission.consents).toEqual([{ text: 'You may print it too.', given: true }]);
    await page.close();
  });

  it('is embedded by a page of a listed origin, as high as it is, and by no other', async () => {
    const html = (address: string) => `<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>
      <script type="module" src="${app.url}/forms/embed.js"></script><masthead-form src="${app.url}${address}" theme="light"></masthead-form>`;
    let address = '';
    const pages = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(html(address)),
    );
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const page = await browser.newPage({ viewport: SIZES.phone });
    const [listed, other] = [
      await newForm(app, site, section, {}, { origins: [origin] }),
      await newForm(app, site, section, {}, { origins: [] }),
    ];
    address = listed.path;
    await page.goto(origin);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Seen today' }).waitFor();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(700);
    await frame.getByLabel('Your text').fill('Sent from elsewhere.');
    await frame.getByLabel('You may publish it.').check();
    await page.waitForTimeout(3_000);
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByRole('heading', { name: 'It has arrived' }).waitFor();
    expect(await frame.getByRole('link', { name: 'Your receipt' }).getAttribute('target')).toBe('_blank');
    await shot(page, 'form-embedded');
    expect((await items(listed.id))[0]).toMatchObject({ state: 'held', title: 'Sent from elsewhere.' });

    address = other.path;
    await page.goto(origin);
    await expect.poll(() => page.frames().some((one) => one.url().startsWith('chrome-error'))).toBe(true);
    await page.close();
    pages.close();
  });
});
