/** Pins by keys and by menu, of a section, with someone else at work, and in every look. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, expectSoundInBothThemes, type Newsroom, newsroomOf, SIZES } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('pins', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let editor: Browser;
  beforeAll(async () => {
    app = await testApp();
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    editor = await newsroom.person([{ site_id: null, role: 'editor' }]);
  });
  afterAll(() => chromium?.close());

  async function place() {
    const site = await app.site({ name: 'Harbour Post' });
    const sectionOf = async (name: string) =>
      (await app.manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id as number;
    const [sea, land] = [await sectionOf('Sea'), await sectionOf('Land')];
    const uids: Record<string, string> = {};
    for (const [title, section_id] of [
      ['One', sea],
      ['Two', land],
      ['Three', sea],
      ['Four', sea],
    ] as const) {
      const article = { title, section_id, state: 'published' };
      uids[title] = (await app.manage('POST', `/sites/${site}/articles`, { article })).article.uid;
    }
    const served = async (list = `sites/${site}`) =>
      (await app.get(`/v1/${list}/articles?fields=title`)).body.articles.map(({ title }: { title: string }) => title);
    return { site, sea, uids, served };
  }
  const shown = (page: Page) => page.locator('.place-title').allTextContents();
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByText('Pins saved.').first().waitFor();
  };

  it('move by keys, by menu and by buttons, and unpinned articles flow around them', async () => {
    const { site, served } = await place();
    const page = await newsroom.open(`/sites/${site}/pins`, editor);
    await expect.poll(() => shown(page)).toEqual(['Four', 'Three', 'Two', 'One']);
    await page.getByRole('button', { name: 'Move One', exact: true }).focus();
    for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => shown(page)).toEqual(['One', 'Four', 'Three', 'Two']);
    await page.getByRole('button', { name: 'Move Two to …' }).click();
    await page.getByRole('menuitem', { name: 'Up' }).click();
    await expect.poll(() => shown(page)).toEqual(['One', 'Four', 'Two', 'Three']);
    await save(page);
    expect(await served()).toEqual(['One', 'Four', 'Two', 'Three']);
    await page.getByRole('button', { name: 'Unpin One' }).click();
    await expect.poll(() => shown(page)).toEqual(['Four', 'Three', 'Two', 'One']);
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    const leaving = page.getByRole('dialog');
    await leaving.waitFor();
    await page.keyboard.press('Escape');
    await save(page);
    await expect.poll(() => served()).toEqual(['Four', 'Three', 'Two', 'One']);
    await page.close();
  });

  it('of a section take its articles alone, found by a search, and are shown at the article', async () => {
    const { site, sea, uids } = await place();
    const page = await newsroom.open(`/sites/${site}/pins`, editor);
    await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Sea' });
    await expect.poll(() => shown(page)).toEqual(['Four', 'Three', 'One']);
    expect(new URL(page.url()).search).toBe(`?section=${sea}`);
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('one');
    await page.getByRole('button', { name: 'Pin One at the top' }).click();
    await expect.poll(() => shown(page)).toEqual(['One', 'Four', 'Three']);
    await save(page);
    expect((await app.manage('GET', `/sites/${site}/pins?section_id=${sea}`)).pins).toEqual([
      { uid: uids.One, index: 0, state: 'published', is_served: true },
    ]);
    await page.goto(`${app.url}/newsroom/sites/${site}/articles/${uids.One}`);
    await page.getByText('Section: pinned at place 1').waitFor();
    await page.getByLabel('Search for an article to feature').fill('three');
    await page.getByRole('button', { name: 'Add Three' }).click();
    const three = (await app.manage('GET', `/sites/${site}/articles/${uids.Three}`)).article.id;
    await expect
      .poll(async () => (await app.manage('GET', `/sites/${site}/articles/${uids.One}`)).article.featured_articles)
      .toEqual([three]);
    await expectSound(page, 'details with featured articles');
    await page.close();
  });

  it('are not overwritten when someone else has saved them', async () => {
    const { site, uids, served } = await place();
    const page = await newsroom.open(`/sites/${site}/pins`, editor);
    await page.getByRole('button', { name: 'Pin Three at place 2' }).click();
    await app.manage('PUT', `/sites/${site}/pins`, { pins: [{ uid: uids.One, index: 0 }] });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else saved this in the meantime.').waitFor();
    expect(await served()).toEqual(['One', 'Four', 'Three', 'Two']);
    await page.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByText('Pins saved.').waitFor();
    expect(await served()).toEqual(['Four', 'Three', 'Two', 'One']);
    await page.close();
  });

  // screens.slow.test.ts looks at a site without articles.
  it.each(SIZES)('are sound at %j', async (viewport) => {
    const { site } = await place();
    const page = await newsroom.open(`/sites/${site}/pins`, editor, { viewport });
    await page.getByRole('button', { name: 'Pin Three at place 2' }).click();
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('one');
    await page.getByRole('button', { name: 'Pin One at the top' }).waitFor();
    await expectSoundInBothThemes(page, 'pins');
    await page.close();
  });

  it('have broken no policy and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
