/** The media library in every look, with many files, and what goes wrong on the way in. */
import type { Browser as Chromium, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWING, picture } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, expectSoundInBothThemes, newsroomOf, PHONE, SIZES } from '../newsroom.ts';
import type { Browser } from '../people.ts';

const MANY = 130;

let app: TestApp;
let chromium: Chromium;
let site: number;
let editor: Browser;

const upload = async (name: string, bytes: Buffer | string, fields: object = {}) =>
  (
    await editor.manage('POST', `/sites/${site}/media`, {
      media_item: { data: Buffer.from(bytes).toString('base64'), name, ...fields },
    })
  ).media_item;

describe.skipIf(!hasBrowser)('the media library', () => {
  beforeAll(async () => {
    app = await testApp();
    chromium = await launchBrowser();
    site = await app.site({ name: 'Harbour Post' });
    editor = await newsroomOf(app, chromium).person([{ site_id: site, role: 'editor' }]);
    const cover = await upload('Harbour.jpg', await picture('jpeg', 600, 400), { alt_text: 'A harbour', focal_x: 30 });
    for (let n = 1; n <= MANY; n++) await upload(`Minutes ${n}.pdf`, `%PDF-1.7 minutes of meeting ${n}`);
    await upload('Drawing.svg', DRAWING);
    await upload('Quay.png', await picture('png', 300, 400));
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'About', cover_url: cover.path } });
  });
  afterAll(() => chromium?.close());

  it.each(SIZES)('is sound at %j', async (viewport) => {
    const newsroom = newsroomOf(app, chromium);
    const page = await newsroom.open(`/sites/${site}/media`, editor, { viewport });
    await page.getByRole('link', { name: /Quay/ }).waitFor();
    await expectSoundInBothThemes(page, 'the grid');
    await page.getByRole('link', { name: /Quay/ }).click();
    await page.getByText('Nothing uses this file.').waitFor();
    await expectSoundInBothThemes(page, 'an item');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSoundInBothThemes(page, 'the question before deleting');
    await page.getByRole('button', { name: 'Keep', exact: true }).last().click();
    await page.goBack();
    await page.getByLabel('Select Drawing').check({ force: true });
    await page.getByRole('region', { name: 'Selected files' }).waitFor();
    await expectSoundInBothThemes(page, 'a selection');
    await page.goto(`${app.url}/newsroom/sites/${site}/media?q=nothing+like+it`);
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await expectSoundInBothThemes(page, 'no match');
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('shows as many tiles as are in sight, and reads on while it is scrolled', async () => {
    const newsroom = newsroomOf(app, chromium);
    const page = await newsroom.open(`/sites/${site}/media`, editor);
    const tiles = page.locator('.media-tile');
    await tiles.first().waitFor();
    const scrolled = async () => {
      await page.locator('.media-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return tiles.last().getAttribute('data-index');
    };
    await expect.poll(scrolled).toBe(String(MANY + 2));
    await page.getByRole('link', { name: /Harbour/ }).waitFor();
    expect(await tiles.count()).toBeLessThan(MANY);
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('is used by keys alone', async () => {
    const newsroom = newsroomOf(app, chromium);
    const page = await newsroom.open(`/sites/${site}/media`, editor);
    await page.getByRole('link', { name: /Quay/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Drawing');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: 'Drawing' });
    await detail.getByLabel('Alt text').fill('A blue square');
    await page.keyboard.press('Tab');
    await detail.getByText('Saved', { exact: true }).waitFor();
    await detail.getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => detail.count()).toBe(0);
    // The focus is back where it was.
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Drawing');
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('says what is wrong with a file, and tries again', async () => {
    const newsroom = newsroomOf(app, chromium);
    const page = await newsroom.open(`/sites/${site}/media`, editor);
    // Files can be dropped once the library is there.
    await page.getByRole('link', { name: /Quay/ }).waitFor();
    const cut = (await picture('png', 40, 40)).subarray(0, 90);
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await drop(page, [
      { name: 'page.html', bytes: Buffer.from('<html></html>') },
      { name: 'cut.png', bytes: cut },
      { name: 'bomb.png', bytes: bomb },
      { name: 'IMG_1.heic', bytes: Buffer.from('x') },
    ]);
    const line = (name: string) => page.locator('.upload-line', { hasText: name });
    await line('page.html').getByText('This type of file is not supported.').waitFor();
    await line('cut.png').getByText('cannot be read').waitFor();
    await line('bomb.png').getByText('more than 50 megapixels').waitFor();
    await line('IMG_1.heic').getByText('HEIC pictures are not supported').waitFor();
    await expectSound(page, 'failed uploads');
    await page.route('**/v1/manage/sites/*/media', (route) => route.abort(), { times: 1 });
    await drop(page, [{ name: 'lost.png', bytes: await picture('png', 41, 40) }]);
    await line('lost.png').getByText('The connection was lost.').waitFor();
    await line('lost.png').getByRole('button', { name: 'Try again' }).click();
    await line('lost.png').getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: 'Clear finished' }).click();
    await expect.poll(() => page.locator('.upload-line').count()).toBe(0);
    await page.close();
  });

  it('offers the camera on a phone, in Finnish too', async () => {
    const newsroom = newsroomOf(app, chromium);
    await editor.manage('PATCH', '/me', { person: { language: 'fi' } });
    const page = await newsroom.open(`/sites/${site}/media`, editor, { viewport: PHONE });
    expect(await page.getByLabel('Ota kuva').getAttribute('capture')).toBe('environment');
    await page.getByRole('link', { name: /Quay/ }).click();
    await page.getByText('Mikään ei käytä tätä tiedostoa.').waitFor();
    await expectSound(page, 'an item in Finnish');
    await editor.manage('PATCH', '/me', { person: { language: 'en' } });
    await page.close();
  });

  it('lets authors change what is their own', async () => {
    const newsroom = newsroomOf(app, chromium);
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const page = await newsroom.open(`/sites/${site}/media`, author);
    await page.getByRole('link', { name: /Quay/ }).click();
    await page.getByText('You can change files that you uploaded yourself').waitFor();
    expect(await page.getByRole('textbox', { name: 'Credit' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await page.close();
  });
});

/** As text: tests know no types of the page. */
async function drop(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(sent)})
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  })()`);
}
