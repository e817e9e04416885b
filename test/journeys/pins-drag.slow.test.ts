/** Pins: the front page as readers see it, arranged with a mouse and saved at once. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('pins', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  it('are dragged to a place, and readers see them there after one save', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await app.manage('POST', `/sites/${site}/articles`, {
        article: { title, section_id: section.id, state: 'published' },
      });
    const served = async () =>
      (await app.get(`/v1/sites/${site}/articles?fields=title`)).body.articles.map(
        ({ title }: { title: string }) => title,
      );
    const page = await newsroom.open(`/sites/${site}/pins`, await newsroom.person([{ site_id: site, role: 'editor' }]));
    const shown = () => page.locator('.place-title').allTextContents();
    await expect.poll(shown).toEqual(['Four', 'Three', 'Two', 'One']);
    const handle = page.getByRole('button', { name: 'Move One', exact: true });
    const second = page.locator('.ordered-item', { hasText: 'Three' });
    const [from, to] = [await handle.boundingBox(), await second.boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 6, { steps: 5 });
    await page.mouse.up();
    await expect.poll(shown).toEqual(['Four', 'One', 'Three', 'Two']);
    await page.getByText('Unsaved changes').waitFor();
    expect(await served()).toEqual(['Four', 'Three', 'Two', 'One']);
    await expectSound(page, 'pins');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Pins saved.').waitFor();
    expect(await served()).toEqual(['Four', 'One', 'Three', 'Two']);
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
