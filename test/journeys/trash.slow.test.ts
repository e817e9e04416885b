/** The trash: articles come back from it, whatever was deleted meanwhile. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('the trash', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  const addSection = async (name: string): Promise<number> =>
    (await app.manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id;
  const add = async (title: string, section_id: number, fields: object = {}): Promise<string> =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title, section_id, ...fields } })).article.uid;
  const address = (uid: string) => `/sites/${site}/articles/${uid}`;
  const stored = async (uid: string) => (await app.manage('GET', address(uid))).article;

  it('asks for a section where the one of an article was deleted, for several at once', async () => {
    const [gone, stays] = [await addSection('Tide'), await addSection('Shore')];
    const homeless = [await add('Ebb', gone), await add('Flow', gone)];
    const housed = await add('Kelp', stays);
    for (const uid of [...homeless, housed]) await app.manage('DELETE', address(uid));
    await app.manage('DELETE', `/sites/${site}/sections/${gone}`);
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const page = await newsroom.open(`/sites/${site}/articles?state=trash`, editor, { viewport: PHONE });
    for (const title of ['Ebb', 'Flow', 'Kelp']) await page.getByLabel(`Select ${title}`).check();
    await page.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore 2 articles to which section?' });
    await dialog.waitFor();
    expect((await stored(housed)).deleted_at).toBeNull();
    expect(await dialog.getByLabel('Section').locator('option').allTextContents()).toEqual(['Shore']);
    await expectSoundInBothThemes(page, 'a section is asked for');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('2 articles restored').waitFor();
    await dialog.waitFor({ state: 'detached' });
    for (const uid of homeless) expect(await stored(uid)).toMatchObject({ section_id: stays, deleted_at: null });
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
