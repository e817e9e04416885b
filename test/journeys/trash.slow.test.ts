/** The trash: articles come back from it, whatever was deleted meanwhile. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

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
  const addBy = async (author: Browser, title: string, section_id: number, fields: object): Promise<string> =>
    (await author.manage('POST', `/sites/${site}/articles`, { article: { title, section_id, ...fields } })).article.uid;
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

  it('shows a rejected article to its author, with the note, and asks for a section to restore it to', async () => {
    const [gone, stays] = [await addSection('Reef'), await addSection('Cape')];
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const uid = await addBy(author, 'Anemone', gone, { body: '<p>It stings.</p>', state: 'pending' });
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const decision = { outcome: 'rejected', note: 'Who says so?\nAsk the keeper.' };
    await editor.manage('PUT', `/sites/${site}/pending-articles/${uid}/decision`, { decision });
    await app.manage('DELETE', `/sites/${site}/sections/${gone}`);
    const page = await newsroom.open(`/sites/${site}/articles?state=trash`, author, { viewport: PHONE });
    await page.getByRole('link', { name: 'Anemone' }).click();
    await page.getByRole('heading', { name: 'Anemone' }).waitFor();
    await page.getByText('It stings.').waitFor();
    const name = (await app.manage('GET', `/people/${editor.id}`)).person.name;
    await page.getByText(new RegExp(`^The article was deleted by ${name}, .* It can be restored until `)).waitFor();
    const note = page.locator('.decision-note');
    await note.waitFor();
    expect((await note.textContent())?.trim()).toBe('Who says so?\nAsk the keeper.');
    expect(await page.evaluate("getComputedStyle(document.querySelector('.decision-note')).whiteSpace")).toBe(
      'pre-line',
    );
    expect(await page.locator('[contenteditable=true], textarea').count()).toBe(0);
    await expectSoundInBothThemes(page, 'an article in the trash');
    await page.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore to which section?' });
    await dialog.getByLabel('Section').selectOption('Cape');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.locator('.body-text').waitFor();
    expect(await stored(uid)).toMatchObject({ section_id: stays, deleted_at: null });
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });

  it('keeps the text of an author whose article is deleted meanwhile, also after a reload, until it is restored', async () => {
    const section = await addSection('Bay');
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const uid = await addBy(author, 'Eelgrass', section, { body: '<p>Green.</p>' });
    const page = await newsroom.open(address(uid), author);
    const text = page.locator('.body-text');
    await text.click();
    // The save that finds the article deleted has the words.
    await page.route('**/articles/*?autosave=true', async (route) => {
      await app.manage('DELETE', address(uid)).catch(() => undefined);
      await route.continue();
    });
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And brown.');
    await page.getByText('It is kept on this device').waitFor();
    await page.unroute('**/articles/*?autosave=true');
    const isKept = async () => {
      await page.getByText('Green. And brown.').waitFor();
      await page.getByText('It is kept on this device').waitFor();
      expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
      expect(await page.locator('[contenteditable=true], textarea').count()).toBe(0);
    };
    await isKept();
    await page.reload();
    await isKept();
    await expectSoundInBothThemes(page, 'text of a deleted article');
    await page.context().grantPermissions(['clipboard-read']);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/Eelgrass\s+Green\. And brown\./);
    await app.manage('PUT', `${address(uid)}/restoration`);
    await text.waitFor();
    expect(await text.textContent()).toBe('Green. And brown.');
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>Green. And brown.</p>');
    await text.click();
    // Nothing was typed since: the deletion is learned from its event.
    await app.manage('DELETE', address(uid));
    await page.getByText(/^The article was deleted by admin token, /).waitFor();
    expect(await page.getByText('It is kept on this device').count()).toBe(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await text.waitFor();
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
