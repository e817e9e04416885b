/** Text that was written without a connection, in an article that was left: no page of the newsroom lets it be forgotten. */
import type { BrowserContextOptions, Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('text on this device only', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let section: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  const add = async (title: string): Promise<string> => {
    const article = { title, section_id: section, body: `<p>${title}.</p>` };
    return (await app.manage('POST', `/sites/${site}/articles`, { article })).article.uid;
  };
  /** From the list, whose code is then there without a connection, too. */
  const opened = async (uid: string, person: Browser, options?: BrowserContextOptions) => {
    const page = await newsroom.open(`/sites/${site}/articles`, person, options);
    await page.locator(`a[href$="${uid}"]`).click();
    return page;
  };
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;

  it('is named on every page and before signing out, and saved once the article is opened', async () => {
    const uid = await add('Gale');
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const page = await opened(uid, editor, { viewport: PHONE });
    const notice = page.getByText('1 article has text on this device only.');
    const text = page.locator('.body-text');
    await text.click();
    await page.context().setOffline(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Stay ashore.');
    await page.locator('.save-status', { hasText: 'Saved on this device' }).waitFor();
    expect(await notice.count()).toBe(0);
    await page.locator('.back-link').click();
    await notice.waitFor();
    await page.context().setOffline(false);
    await page.goto(`${app.url}/newsroom/sites/${site}/media`);
    await notice.waitFor();
    await page.getByRole('link', { name: 'Gale' }).waitFor();
    await expectSoundInBothThemes(page, 'text on this device only');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out with unsaved text?' });
    await question.getByText('1 article has text on this device only.').waitFor();
    await question.getByRole('button', { name: 'Stay signed in' }).last().click();
    await question.waitFor({ state: 'detached' });
    await page.goto(`${app.url}/newsroom/sites/${site}/media`);
    expect((await stored(uid)).body).toBe('<p>Gale.</p>');
    await page.getByRole('link', { name: 'Gale' }).click();
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>Gale. Stay ashore.</p>');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    await page.locator('.back-link').click();
    await page.locator('.row-title').first().waitFor();
    expect(await notice.count()).toBe(0);
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });

  it('is not offered to the next person, and can be discarded when its article is gone for good', async () => {
    const uid = await add('Squall');
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const page = await opened(uid, editor);
    await page.locator('.body-text').click();
    await page.context().setOffline(true);
    await page.keyboard.type('Beware. ');
    await page.locator('.save-status', { hasText: 'Saved on this device' }).waitFor();
    await page.locator('.back-link').click();
    const notice = page.getByText('1 article has text on this device only.');
    await notice.waitFor();
    await page.context().setOffline(false);
    await app.manage('DELETE', `/sites/${site}/articles/${uid}`);
    await app.pool.query("update article set deleted_at = now() - interval '31 days' where uid = $1", [uid]);
    const other = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const signIn = async (cookie: string) => {
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url: app.url }]);
      await page.goto(`${app.url}/newsroom/sites/${site}/media`);
      await page.getByRole('heading', { name: 'Media' }).waitFor();
    };
    await signIn(other.cookie);
    expect(await notice.count()).toBe(0);
    await signIn(editor.cookie);
    await page.getByRole('link', { name: 'Untitled article' }).click();
    await page.getByText('Beware.').waitFor();
    await page.getByRole('button', { name: 'Delete this text' }).click();
    await page.waitForURL(/\/articles$/);
    await page.locator('.row-title').first().waitFor();
    expect(await notice.count()).toBe(0);
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
