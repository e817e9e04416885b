/** What a newcomer stumbles over: undo of a deletion, empty articles, letters typed before the palette is there. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';

const PHONE = { width: 390, height: 844 };
const LATER = '2099-06-03T18:00:00Z';
const LIFE = 'uid,title,state,published_at,published_version,publish_at,version';

describe.skipIf(!hasBrowser)('a newcomer', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let owner: Awaited<ReturnType<Newsroom['person']>>;
  let site: number;
  let section: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(() => chromium?.close());
  const write = async (title: string, fields: object = {}) =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title, section_id: section, ...fields } }))
      .article;
  const lives = async (q: string) =>
    (await app.manage('GET', `/sites/${site}/articles?sort=title&fields=${LIFE}&q=${q}`)).articles;

  it('publishes and schedules articles of the list again, after one question about the published ones', async () => {
    const old = { state: 'published', published_at: '2020-02-03T04:05:06Z' };
    await write('Gull 1', old);
    await write('Gull 2', { publish_at: LATER });
    await write('Gull 3');
    const before = await lives('gull');
    const page = await newsroom.open(`/sites/${site}/articles?q=gull`, owner);
    const removeAll = async () => {
      await page.getByLabel('Select all loaded articles').check();
      await page.getByRole('button', { name: 'Delete' }).click();
    };
    await removeAll();
    const dialog = page.getByRole('dialog', { name: 'Delete a published article?' });
    await dialog.getByText('Keep it').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await lives('gull')).toHaveLength(3);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 articles moved to the trash').waitFor();
    expect(await lives('gull')).toEqual([]);
    await page.locator('.toast-action').last().click();
    await page.getByText('Undone').waitFor();
    expect(await lives('gull')).toEqual(before);
    await page.close();
  });

  it('shows readers the same text again after Delete and Unpublish, and its changes stay unpublished', async () => {
    const { uid, id } = await write('Tern', { state: 'published' });
    await app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { summary: 'Not for readers yet.' } });
    const served = async () => (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;
    const [before, life] = [await served(), await lives('tern')];
    const page = await newsroom.open(`/sites/${site}/articles?q=tern`, owner);
    const select = () => page.getByLabel('Select all loaded articles').check();
    await select();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('1 article unpublished').waitFor();
    await expect.poll(served).toBeUndefined();
    await page.locator('.toast-action').last().click();
    await page.getByText('Undone').waitFor();
    await expect.poll(served).toEqual(before);
    expect(await lives('tern')).toEqual(life);
    await select();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 article moved to the trash').waitFor();
    await page.locator('.toast-action').last().click();
    await expect.poll(served).toEqual(before);
    expect(await lives('tern')).toEqual(life);
    await page.close();
  });

  it('publishes an article of the editor again, also after Unpublish', async () => {
    const { uid } = await write('Eider', { state: 'published', published_at: '2020-02-03T04:05:06Z' });
    const before = await lives('eider');
    const page = await newsroom.open(`/sites/${site}/articles/${uid}`, owner);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Unpublish');
    await page.locator('.toast-action').last().click();
    await page.getByText('Undone').waitFor();
    expect(await lives('eider')).toEqual(before);
    await choose('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/articles$/);
    await page.locator('.toast-action').last().click();
    await page.locator('.row', { hasText: 'Eider' }).waitFor();
    await expect.poll(() => lives('eider')).toEqual(before);
    await page.close();
  });

  it('is asked for a title, and for a second press before an article without text is published', async () => {
    const { uid } = await write('Untitled');
    const page = await newsroom.open(`/sites/${site}/articles/${uid}`, owner, { viewport: PHONE });
    const publish = page.locator('.editor-head').getByRole('button', { name: 'Publish' });
    await publish.click({ force: true });
    await page.getByText('Write a title first.').waitFor();
    expect(await publish.getAttribute('title')).toBe('Write a title first.');
    await expectSound(page, 'no title');
    await page.keyboard.type('Knot');
    await publish.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('readers will see only the title').waitFor();
    await expectSound(page, 'no text');
    const stateOf = async () => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article.state;
    expect(await stateOf()).toBe('draft');
    await dialog.getByRole('button', { name: 'Publish without text' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf()).toBe('published');
    await page.close();
  });

  it('types into the palette at once, before it is loaded and when it is opened again', async () => {
    await write('Herring and cod');
    const page = await newsroom.open(`/sites/${site}/articles`, owner);
    await page.getByText('Herring and cod').waitFor();
    const search = page.locator('input.mantine-Spotlight-search');
    for (const _ of ['loads', 'is there']) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('herring and');
      await expect.poll(() => search.inputValue()).toBe('herring and');
      await page.getByRole('button', { name: 'Herring and cod' }).waitFor();
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
    }
    // What can be done comes before articles of the same words.
    await write('A new article');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new article');
    await page.getByRole('button', { name: 'A new article' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
