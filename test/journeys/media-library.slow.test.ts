/** The media library in a real browser: files come in, are described, shown in an article, and only unused ones can be deleted. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { newsroomOf } from '../newsroom.ts';

let app: TestApp;
let chromium: Chromium;
let site: number;
const folder = mkdtempSync(join(tmpdir(), 'media-journey-'));
const file = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

describe.skipIf(!hasBrowser)('the media library', () => {
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    chromium = await launchBrowser();
    site = await app.site({ name: 'Harbour Post' });
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  });
  afterAll(() => chromium?.close());

  it('takes files in, one becomes the cover of an article, and is then not deleted', async () => {
    const newsroom = newsroomOf(app, chromium);
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const page = await newsroom.open(`/sites/${site}/media`, editor);
    await page.getByRole('heading', { name: 'The library is empty' }).waitFor();
    await page
      .getByLabel('Upload files')
      .first()
      .setInputFiles([file('Quay at dusk.png', await picture('png', 300, 200)), file('notes.txt', 'no picture')]);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('This type of file is not supported.').waitFor();
    // What is uploaded is described at once, and saved by itself.
    await uploads.getByRole('button', { name: 'Describe' }).click();
    const detail = page.getByRole('complementary', { name: 'Quay at dusk' });
    await detail.getByLabel('Credit').fill('Ida Holm');
    await detail.getByRole('button', { name: /^Focal point/ }).press('Shift+ArrowLeft');
    await detail.getByText('Saved', { exact: true }).waitFor();
    await detail.getByText('Nothing uses this file.').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?item=\d+$/);
    const stored = async () => (await app.manage('GET', `/sites/${site}/media`)).media_items;
    // “Saved” may still be about the credit.
    await expect.poll(stored).toMatchObject([{ credit: 'Ida Holm', focal_x: 40, focal_y: 50, alt_text: null }]);
    const items = await stored();
    await page.goBack();
    await expect.poll(() => detail.count()).toBe(0);

    // A cover without alt text asks for it.
    const { article } = await editor.manage('POST', `/sites/${site}/articles`, {
      article: {
        title: 'Fog',
        section_id: (await editor.manage('GET', `/sites/${site}/sections`)).sections[0].id,
        state: 'published',
      },
    });
    await page.goto(`${app.url}/newsroom/sites/${site}/articles/${article.uid}`);
    await page.getByRole('tab', { name: 'Cover' }).click();
    const choose = page.getByRole('button', { name: 'Choose from the library' });
    const picker = page.getByRole('dialog');
    await choose.click();
    await picker.getByRole('button', { name: /Quay at dusk/ }).waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await choose.click();
    await picker.getByRole('button', { name: /Quay at dusk/ }).click();
    await picker.getByLabel('Alt text').fill('A quay in the evening');
    await picker.getByRole('button', { name: 'Save and use' }).click();
    await expect.poll(async () => (await read(article.uid)).alt_text).toBe('A quay in the evening');
    await app.manage('PUT', `/sites/${site}/articles/${article.uid}/publication`);
    const served = (await app.get(`/v1/sites/${site}/articles/${article.id}`)).body.article;
    expect(served).toMatchObject({ alt_text: 'A quay in the evening', photo_credit: 'Ida Holm', cover_pos_x: 40 });
    expect((await fetch(served.cover_url)).status).toBe(200);

    // The library says where it is used, and does not delete it.
    await page.goto(`${app.url}/newsroom/sites/${site}/media?item=${items[0].id}`);
    await detail.getByRole('link', { name: 'Fog' }).waitFor();
    await detail.getByRole('button', { name: 'Delete' }).click();
    await detail.getByText('cannot be deleted: it is used in 1 place').waitFor();

    // A new file takes its place, in the served article too.
    await detail.getByLabel('Replace file').setInputFiles(file('Quay 2.png', await picture('png', 310, 200)));
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('The file was replaced.').waitFor();
    const after = (await app.get(`/v1/sites/${site}/articles/${article.id}`)).body.article.cover_url;
    expect(after).toMatch(/\/quay-2-[0-9a-f]{12}~40x50\.png$/);
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('asks once what a picture shows: not again in the text, nor as a cover', async () => {
    const newsroom = newsroomOf(app, chromium);
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const section_id = (await editor.manage('GET', `/sites/${site}/sections`)).sections[0].id;
    const { article } = await editor.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'Gulls', section_id, body: '<p>Two gulls.</p>' },
    });
    const page = await newsroom.open(`/sites/${site}/articles/${article.uid}`, editor);
    await page.locator('.body-text').press('End');
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const picker = page.getByRole('dialog');
    await picker.getByLabel('Upload files').setInputFiles([file('Two gulls.png', await picture('png', 301, 200))]);
    await picker.getByRole('button', { name: 'Use without alt text' }).click();
    await picker.waitFor({ state: 'detached' });
    // It is in the text, and writing goes on below it.
    const bar = page.getByRole('region', { name: 'Selected picture' });
    await page.locator('.body-text figure img').waitFor();
    await expect.poll(() => bar.count()).toBe(0);
    await page.keyboard.type('Below.');
    await page.locator('.body-text figure img').click({ force: true });
    await bar.getByLabel('Alt text').fill('Two gulls on a pole');
    await bar.getByRole('button', { name: 'Done' }).click();
    const item = async () => (await app.manage('GET', `/sites/${site}/media?q=gulls`)).media_items[0];
    await expect.poll(async () => (await item()).alt_text).toBe('Two gulls on a pole');
    await page.getByRole('tab', { name: 'Cover' }).click();
    // Nothing is to be described before there is a cover.
    await page.getByText('No cover yet.').waitFor();
    expect(await page.getByRole('tabpanel').getByLabel('Alt text').count()).toBe(0);
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await picker.getByRole('button', { name: /Two gulls/ }).click();
    await expect.poll(async () => (await read(article.uid)).alt_text).toBe('Two gulls on a pole');
    expect(await picker.count()).toBe(0);
    // Another cover has other words.
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await picker.getByLabel('Upload files').setInputFiles([file('Fog.png', await picture('png', 302, 200))]);
    await picker.getByLabel('Alt text').fill('Fog');
    await picker.getByRole('button', { name: 'Save and use' }).click();
    await expect.poll(async () => (await read(article.uid)).alt_text).toBe('Fog');
    expect((await read(article.uid)).body).toContain('Below.');
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('shows the private pictures that a form brought, in the grid and in an article', async () => {
    const own = await app.site();
    const section_id = (await app.manage('POST', `/sites/${own}/sections`, { section: { name: 'News' } })).section.id;
    const newsroom = newsroomOf(app, chromium);
    const editor = await newsroom.person([{ site_id: own, role: 'editor' }]);
    const data = (await picture('png', 33, 20)).toString('base64');
    const { media_item: item } = await editor.manage('POST', `/sites/${own}/media`, {
      media_item: { data, name: 'Sent.png' },
    });
    await app.pool.query(`update media set origin = 'form' where id = $1`, [item.id]);
    expect((await app.get(item.path)).status).toBe(404);
    const page = await newsroom.open(`/sites/${own}/media?item=${item.id}`, editor);
    // Tests have no types of the browser.
    const widths = (selector: string) =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map(({ naturalWidth }) => naturalWidth > 0)`);
    await expect.poll(() => widths('img.media-face')).toEqual([true]);
    await expect.poll(() => widths('.media-detail img')).toEqual(Array(5).fill(true));
    const article = {
      title: 'Sent',
      section_id,
      cover_url: item.path,
      body: `<p>A</p><p><img src="${item.path}"></p>`,
    };
    const { uid } = (await editor.manage('POST', `/sites/${own}/articles`, { article })).article;
    await page.goto(`${app.url}/newsroom/sites/${own}/articles/${uid}`);
    await expect.poll(() => widths('.ProseMirror img[src]')).toEqual([true]);
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });

  it('shows private pictures also where readers get media from another host', async () => {
    const elsewhere = await testApp({ mediaPublicUrl: 'https://media.example' });
    const own = await elsewhere.site();
    const newsroom = newsroomOf(elsewhere, chromium);
    const editor = await newsroom.person([{ site_id: own, role: 'editor' }]);
    const create = async (noun: string, one: string, value: object) =>
      (await editor.manage('POST', `/sites/${own}/${noun}`, { [one]: value }))[one];
    const item = await create('media', 'media_item', {
      data: (await picture('png', 33, 20)).toString('base64'),
      name: 'Sent.png',
    });
    expect(item.url).toMatch(/^https:\/\/media\.example\/files\//);
    await elsewhere.pool.query(`update media set origin = 'form' where id = $1`, [item.id]);
    const html = `<p>A</p><p><img src="${item.url}"></p>`;
    const page = await create('pages', 'page', { name: 'P', visibility: 'private', cover_url: item.url, body: html });
    const issue = await create('issues', 'issue', { number: 1, name: 'I', cover_url: item.url });
    const section = await create('sections', 'section', { name: 'S', state: 'hidden', cover_url: item.url });
    const event = await create('events', 'event', { name: 'E', start_date: '2031-06-03', images: [{ url: item.url }] });
    const article = { title: 'Sent', section_id: section.id, cover_url: item.url, body: html };
    const { uid } = await create('articles', 'article', article);
    expect((await elsewhere.get(item.path)).status).toBe(404);
    const tab = await newsroom.open(`/sites/${own}/media?item=${item.id}`, editor);
    for (const [address, selector, count] of [
      [`media?item=${item.id}`, '.media img', 6],
      ['articles', 'img.row-cover', 1],
      [`articles/${uid}?tab=cover`, '.ProseMirror img[src], .focal img', 6],
      [`articles/${uid}?tab=share`, '.share-card img', 1],
      ['issues', 'img.noun-cover', 1],
      [`issues/${issue.id}`, 'img.picture-shown', 1],
      [`sections/${section.id}`, 'img.picture-shown', 1],
      [`events/${event.id}`, '.event-image img', 1],
      [`pages/${page.id}`, 'img.picture-shown, .ProseMirror img[src]', 2],
    ] as const) {
      await tab.goto(`${elsewhere.url}/newsroom/sites/${own}/${address}`);
      const widths = `[...document.querySelectorAll('${selector}')].map(({ naturalWidth }) => naturalWidth > 0)`;
      await expect
        .poll(() => tab.evaluate(widths), { message: address, timeout: 20_000 })
        .toEqual(Array(count).fill(true));
    }
    // A change keeps the addresses that readers get.
    await tab.locator('.body-text p').first().click();
    await tab.keyboard.press('End');
    await tab.keyboard.type('B');
    await tab.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await editor.manage('GET', `/sites/${own}/pages/${page.id}`)).page.body)
      .toContain('B');
    const { body } = (await editor.manage('GET', `/sites/${own}/pages/${page.id}`)).page;
    expect(body).toBe(html.replace('A', 'AB'));
    expect(newsroom.complaints).toEqual([]);
    await tab.close();
  });

  it('finds files by filters in the address, and deletes the unused ones of a selection', async () => {
    const own = await app.site();
    const newsroom = newsroomOf(app, chromium);
    const editor = await newsroom.person([{ site_id: own, role: 'editor' }]);
    const upload = async (name: string, bytes: Buffer | string) =>
      (
        await editor.manage('POST', `/sites/${own}/media`, {
          media_item: { data: Buffer.from(bytes).toString('base64'), name },
        })
      ).media_item;
    const used = await upload('Used.png', await picture('png', 30, 20));
    await upload('Spare.png', await picture('png', 31, 20));
    await upload('Minutes.pdf', '%PDF-1.7 minutes');
    await app.manage('POST', `/sites/${own}/pages`, { page: { name: 'About', cover_url: used.path } });
    const page = await newsroom.open(`/sites/${own}/media?type=image`, editor);
    const titles = () => page.locator('.media-title').allTextContents();
    await expect.poll(titles).toEqual(['Spare', 'Used']);
    await page.getByLabel('Use', { exact: true }).selectOption('unused');
    await expect.poll(titles).toEqual(['Spare']);
    expect(new URL(page.url()).search).toBe('?type=image&use=unused');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(titles).toEqual(['Minutes', 'Spare', 'Used']);
    await page.goBack();
    await expect.poll(titles).toEqual(['Spare']);
    await page.goForward();
    await expect.poll(titles).toEqual(['Minutes', 'Spare', 'Used']);

    await page.getByLabel('Select Spare').check({ force: true });
    await page.getByLabel('Select Used').check({ force: true });
    const bar = page.getByRole('region', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await bar.getByText('Used: used').waitFor();
    await expect.poll(titles).toEqual(['Minutes', 'Used']);
    expect(newsroom.complaints).toEqual([]);
    await page.close();
  });
});

async function read(uid: string) {
  return (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;
}
