/** Short errands at the editor and the list of articles. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Desk, deskOf } from './editor-desk.ts';

describe.skipIf(!hasBrowser)('at the editor', () => {
  let app: TestApp;
  let browser: Browser;
  let desk: Desk;
  let site: number;
  let section: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
    browser = await launchBrowser();
    desk = await deskOf(app, browser, site);
  });
  afterAll(() => browser?.close());

  const article = async (fields: object = {}) =>
    (
      await app.manage('POST', `/sites/${site}/articles`, {
        article: { title: 'The herring is back', section_id: section, body: '<p>Silver water.</p>', ...fields },
      })
    ).article;
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;

  it('an article that was changed since its publication says so, there and in the list', async () => {
    const made = await article({ state: 'published' });
    const page = await desk.open(made.uid);
    const head = page.locator('.editor-head');
    await head.getByRole('button', { name: 'Publish changes' }).waitFor();
    expect(await head.getByRole('button', { name: 'Publish changes' }).isDisabled()).toBe(true);
    expect(await head.getByText('Unpublished changes').count()).toBe(0);
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' And cold.');
    await head.getByText('Unpublished changes').waitFor();
    await expect.poll(async () => (await stored(made.uid)).version).toBe(2);
    await head.getByRole('link', { name: 'Articles' }).click();
    const row = page.locator('.row', { hasText: made.title });
    await row.getByText('Unpublished changes').waitFor();
    await page.locator('.filters').getByRole('button', { name: 'Unpublished changes' }).click();
    await page.waitForURL(/changes=1/);
    await row.getByRole('link').click();
    await head.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
    await head.getByText('Unpublished changes').waitFor({ state: 'detached' });
    expect(await stored(made.uid)).toMatchObject({ version: 2, published_version: 2 });
  });

  it('an article is deleted in its menu, and comes back by Undo', async () => {
    const made = await article({ title: 'Out of date' });
    const page = await desk.open(made.uid);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('1 article moved to the trash').waitFor();
    await page.waitForURL(/\/articles$/);
    expect((await stored(made.uid).catch(() => null))?.deleted_at).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.row', { hasText: 'Out of date' }).waitFor();
    expect((await stored(made.uid)).deleted_at).toBeNull();
  });

  it('a scheduled article shows its time beside its state, and when it was changed in the column of changes', async () => {
    await article({ title: 'Regatta', publish_at: '2031-06-03T18:00:00Z' });
    await desk.page.goto(`/newsroom/sites/${site}/articles`);
    const row = desk.page.locator('.row', { hasText: 'Regatta' });
    expect(await row.locator('.row-state').textContent()).toMatch(/Scheduled3 Jun 2031/);
    expect(await row.locator('.row-time').textContent()).toMatch(/^\d\d:\d\d \S+$/);
    await row.getByRole('link').click();
    const state = desk.page.locator('.editor-state');
    await expect.poll(() => state.textContent()).toMatch(/^Scheduled 3 Jun 2031/);
    await desk.page.getByRole('button', { name: 'More actions' }).click();
    await desk.page.getByRole('menuitem', { name: 'Unschedule' }).click();
    await expect.poll(() => state.textContent()).not.toContain('2031');
  });

  it('a preview does not move a schedule: later changes are part of it once it is updated', async () => {
    const made = await article({ title: 'Launch', publish_at: '2031-06-03T18:00:00Z' });
    const page = await desk.open(made.uid);
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' Half a wo');
    const head = page.locator('.editor-head');
    await head.getByText('Changes not scheduled').waitFor();
    await page.getByText('is not part of the schedule').waitFor();
    await head.getByRole('button', { name: 'Preview' }).click();
    await page.getByLabel('Link to share').waitFor();
    expect(await stored(made.uid)).toMatchObject({ version: 2, scheduled_version: 1 });
    await page.keyboard.press('Escape');
    expect(await head.getByText('Changes not scheduled').count()).toBe(1);
    await head.getByRole('button', { name: 'Update schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).last().waitFor();
    await dialog.getByRole('button', { name: 'Update schedule' }).click();
    await head.getByText('Changes not scheduled').waitFor({ state: 'detached' });
    expect(await stored(made.uid)).toMatchObject({ version: 2, scheduled_version: 2, state: 'scheduled' });
  });

  it('a field that is refused is named, and holds back no other', async () => {
    const made = await article({ title: 'Short' });
    const page = await desk.open(made.uid);
    await page.locator('#title').fill('Long '.repeat(101));
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' And more.');
    await desk.status(/^Not saved: Title$/);
    await expect.poll(async () => (await stored(made.uid)).body).toContain('And more.');
    expect((await stored(made.uid)).title).toBe('Short');
    await page.locator('.editor-head').getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    const empty = dialog.getByText('Title: Use at most 500 characters.');
    await empty.waitFor();
    expect((await stored(made.uid)).state).toBe('draft');
    await page.keyboard.press('Escape');
    await page.locator('#title').fill('Shorter');
    await desk.status(/^Saved$/);
  });

  it('names who changed the same article, and oneself in another tab', async () => {
    const made = await article({ title: 'Two hands' });
    const page = await desk.open(made.uid);
    const other = await desk.context.newPage();
    await other.goto(page.url());
    await other.locator('#title').fill('Two hands, one person');
    await expect.poll(async () => (await stored(made.uid)).title).toBe('Two hands, one person');
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' Mine.');
    await page.getByText(/^You changed Title.* in another tab or window/).waitFor();
    await other.close();
    const colleague = await deskOf(app, browser, site);
    const name = (await app.manage('GET', `/people/${colleague.person.id}`)).person.name;
    const theirs = await colleague.open(made.uid);
    await theirs.locator('#title').fill('Another hand');
    await expect.poll(async () => (await stored(made.uid)).title).toBe('Another hand');
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' Again.');
    await page.getByText(`${name} changed Title`).waitFor();
    await colleague.context.close();
  });

  it('an author reads an article that an editor publishes meanwhile, and no longer writes in it', async () => {
    const author = await deskOf(app, browser, site, { role: 'author' });
    const { page } = author;
    await page.goto(`/newsroom/sites/${site}/articles/new`);
    await page.locator('#title').fill('By an author');
    await page.locator('.body-text').fill('Words to keep.');
    const uid = () => page.url().split('/').at(-1) ?? '';
    await expect.poll(async () => (await stored(uid()).catch(() => null))?.body).toContain('Words to keep.');
    await author.status(/^Saved$/);
    await app.manage('PUT', `/sites/${site}/articles/${uid()}/publication`);
    await page.getByText('Only editors change published articles').waitFor();
    expect(await page.locator('.body-text').getAttribute('contenteditable')).toBe('false');
    expect(await page.locator('.body-text').textContent()).toContain('Words to keep.');
    expect(await page.locator('#title').isEditable()).toBe(false);
    expect(await page.getByLabel('Summary').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /Submit/ }).count()).toBe(0);
    await author.context.close();
  });

  it('a publication by someone else shows at once, and no word is lost', async () => {
    const made = await article({ title: 'Ferry' });
    const page = await desk.open(made.uid);
    const state = async () => (await page.locator('.editor-state').textContent())?.trim();
    expect(await state()).toBe('Draft');
    await app.manage('PUT', `/sites/${site}/articles/${made.uid}/publication`);
    await expect.poll(state).toBe('Published');
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' At noon.');
    await expect.poll(state).toContain('Unpublished changes');
    await expect.poll(async () => (await stored(made.uid)).version).toBe(2);
    await desk.status(/^Saved$/);
    await app.manage('PUT', `/sites/${site}/articles/${made.uid}/publication`);
    await expect.poll(state).toBe('Published');
    expect(await page.locator('.body-text').textContent()).toContain('Silver water. At noon.');
  });

  it('a new article is by the author of the same name, and its address follows the title', async () => {
    await article({ title: 'Perch for supper' });
    const { page } = desk;
    const write = async (title: string) => {
      await page.goto(`/newsroom/sites/${site}/articles/new`);
      await page.locator('.title-text').fill(title);
      await page.keyboard.press('Enter');
      const uid = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
      return () => stored(uid).then(({ article_url }) => article_url);
    };
    const { person } = await app.manage('GET', `/people/${desk.person.id}`);
    const [firstname, lastname] = person.name.split(' ');
    const { author } = await app.manage('POST', `/sites/${site}/authors`, { author: { firstname, lastname } });
    await expect.poll(await write('Smoked eel')).toBe('smoked-eel');
    const { articles } = await app.manage('GET', `/sites/${site}/articles?q=eel`);
    expect(articles[0].author_ids).toEqual([author.id]);
    await expect.poll(await write('Perch for supper')).toBe('perch-for-supper-2');
  });

  it('after a described picture of the library, writing goes on below it', async () => {
    const data = (await picture('png', 30, 20)).toString('base64');
    const media_item = { data, name: 'Quay.png', alt_text: 'A quay' };
    await app.manage('POST', `/sites/${site}/media`, { media_item });
    const made = await article({ title: 'Quay' });
    const page = await desk.open(made.uid);
    await page.locator('.body-text').press('End');
    await page.getByRole('toolbar').getByRole('button', { name: 'Picture' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Quay/ }).click();
    await page.locator('.body-text figure img').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Selected picture' }).count()).toBe(0);
    await page.keyboard.type('Below.');
    await expect.poll(async () => (await stored(made.uid)).body).toMatch(/alt="A quay"><\/figure>\s*<p>Below\.<\/p>$/);
  });

  it('a picture in the text gets alt text and a caption, and can be removed', async () => {
    const figure = '<figure><img src="https://post.example/a.jpg" width="640"></figure>';
    const made = await article({ title: 'Boats', body: `<p>One</p><div class="x">kept</div>${figure}<p>Two</p>` });
    const page = await desk.open(made.uid);
    await page.locator('.body-text figure img').click({ force: true });
    const bar = page.getByRole('region', { name: 'Selected picture' });
    await bar.getByLabel('Alt text').fill('Three boats');
    await bar.getByRole('button', { name: 'Add caption' }).click();
    await page.keyboard.type('At anchor');
    await expect
      .poll(async () => (await stored(made.uid)).body)
      .toBe(
        '<p>One</p><div class="x">kept</div><figure><img src="https://post.example/a.jpg" width="640" alt="Three boats"><figcaption>At anchor</figcaption></figure><p>Two</p>',
      );
    await bar.getByRole('button', { name: 'Remove picture' }).click();
    await expect.poll(async () => (await stored(made.uid)).body).toBe('<p>One</p><div class="x">kept</div><p>Two</p>');
  });

  it('one’s own new and published articles are in the list at once, not counted as changed by others', async () => {
    const made = await article({ title: 'Tide' });
    const { page } = desk;
    await page.goto(`/newsroom/sites/${site}/articles`);
    await page.locator('.articles-new').click();
    await page.locator('.title-text').fill('Low water');
    await page.locator('.editor-head').getByRole('link', { name: 'Articles' }).click();
    await page.locator('.row', { hasText: 'Low water' }).waitFor();
    await expect.poll(() => page.locator('.changed-button').count()).toBe(0);
    await page.locator('.row', { hasText: 'Tide' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.locator('.editor-state[data-state=published]').waitFor();
    await page.locator('.editor-head').getByRole('link', { name: 'Articles' }).click();
    await page.locator('.row', { hasText: 'Tide' }).getByText('Published').waitFor();
    await expect.poll(() => page.locator('.changed-button').count()).toBe(0);
    expect((await stored(made.uid)).state).toBe('published');
  });

  it('the history stays open while the article is saved', async () => {
    const made = await article({ title: 'Ice' });
    await app.manage('PATCH', `/sites/${site}/articles/${made.uid}`, { article: { title: 'Thin ice' } });
    const page = await desk.open(made.uid);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Compare with the current version' }).click();
    const difference = await page.locator('.difference').elementHandle();
    await page.locator('.body-text').press('End');
    await page.keyboard.type(' Grey.');
    await page.getByText('Version 3').waitFor();
    expect(await difference?.isVisible()).toBe(true);
  });

  it('a form says what has to be filled in before it sends anything', async () => {
    const { page } = desk;
    await page.goto(`/newsroom/sites/${site}/events/new`);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(2);
    await page.getByLabel('Name', { exact: true }).fill('Regatta');
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(1);
  });
});
