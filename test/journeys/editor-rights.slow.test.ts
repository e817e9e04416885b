/** At the editor: the right to write is lost, a submission is taken back, and one is returned to its author. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import { type Browser, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('at the editor', () => {
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

  const add = async (person: Browser, title: string, fields: object = {}): Promise<string> => {
    const article = { title, section_id: section, body: `<p>${title}.</p>`, ...fields };
    return (await person.manage('POST', `/sites/${site}/articles`, { article })).article.uid;
  };
  const address = (uid: string) => `/sites/${site}/articles/${uid}`;
  const stored = async (uid: string) => (await app.manage('GET', address(uid))).article;

  it('someone who loses the right to write reads and copies the text, and publishes nothing', async () => {
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const uid = await add(editor, 'Sprat');
    const page = await newsroom.open(address(uid), editor, { viewport: PHONE });
    await page.locator('.body-text').click();
    const roles = [{ site_id: site, role: 'analyst' }];
    await app.manage('PATCH', `/people/${editor.id}`, { person: { roles } });
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Silver.');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/^You may not change this article\. /).waitFor();
    await page.getByText('Your last changes are not saved; they stay on this device.').waitFor();
    const head = page.locator('.editor-head');
    expect(await head.getByRole('button').count()).toBe(0);
    expect(await page.locator('.body-text').getAttribute('contenteditable')).toBe('false');
    expect(await page.locator('#title').getAttribute('readonly')).not.toBeNull();
    await page.keyboard.press('Control+Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectSoundInBothThemes(page, 'an article that may not be changed');
    await page.context().grantPermissions(['clipboard-read']);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\s*Sprat\. Silver\.\s*$/);
    expect(await stored(uid)).toMatchObject({ state: 'draft', body: '<p>Sprat.</p>' });
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });

  it('an author takes a submission back to a draft, and Undo submits it again', async () => {
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const uid = await add(author, 'Herring', { state: 'pending' });
    const page = await newsroom.open(address(uid), author, { viewport: PHONE });
    await page.locator('.body-text').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Take back to draft' }).click();
    await page.getByText('A draft again').waitFor();
    await page.locator('.editor-state', { hasText: 'Draft' }).waitFor();
    expect((await stored(uid)).state).toBe('draft');
    await page.locator('.toast-action', { hasText: 'Undo' }).click();
    await page.locator('.editor-state', { hasText: 'Pending' }).waitFor();
    expect((await stored(uid)).state).toBe('pending');
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });

  it('an editor returns a submission to its author from the editor, with a note of several lines', async () => {
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const uid = await add(author, 'Perch', { state: 'pending' });
    const page = await newsroom.open(address(uid), editor);
    await page.locator('.body-text').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Striped.');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Return to the author …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Return to the author' });
    await dialog.getByLabel('Note for the author').fill('Where was it caught?\nAnd by whom?');
    await dialog.getByRole('button', { name: 'Return', exact: true }).click();
    await page.getByText('Returned: Perch').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(uid)).toMatchObject({ state: 'draft', body: '<p>Perch. Striped.</p>' });
    const theirs = await newsroom.open(address(uid), author);
    const note = theirs.locator('.editor-notes .decision-note');
    await note.waitFor();
    expect((await note.textContent())?.trim()).toBe('Where was it caught?\nAnd by whom?');
    const style = "getComputedStyle(document.querySelector('.editor-notes .decision-note')).whiteSpace";
    expect(await theirs.evaluate(style)).toBe('pre-line');
    await page.locator('.toast-action', { hasText: 'Undo' }).click();
    await expect.poll(async () => (await stored(uid)).state).toBe('pending');
    await page.close();
    await theirs.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
