/** The core of the newsroom, quick enough for every run: sign in, find, write, publish. The rest: newsroom.slow.test.ts, editor.slow.test.ts. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';
import { addPerson, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('the core of the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(() => chromium?.close());

  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;

  it('signs in, writes, keeps words without a connection, publishes, and serves what was written', async () => {
    const { email } = await addPerson(app, [{ site_id: site, role: 'editor' }]);
    const page = await newsroom.open(`/sites/${site}/articles`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('No articles yet').waitFor();
    await page.keyboard.press('n');
    await page.locator('.body-text').waitFor();
    await page.keyboard.type('Ice on the bay');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It carries');
    await page.waitForURL(/\/articles\/[0-9a-f-]{36}$/);
    const uid = page.url().split('/').at(-1) ?? '';
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>It carries</p>');
    await page.context().setOffline(true);
    await page.keyboard.type(' a horse');
    await page.locator('.save-status', { hasText: 'Saved on this device' }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await stored(uid)).body).toBe('<p>It carries a horse</p>');
    await expectSound(page, 'editor');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .primary').press('Enter');
    await expect.poll(async () => (await stored(uid)).state).toBe('published');
    const { id } = await stored(uid);
    const { article } = (await app.get(`/v1/sites/${site}/articles/${id}`)).body;
    expect(article).toMatchObject({ title: 'Ice on the bay', body: '<p>It carries a horse</p>' });
    await page.goto(`${app.url}/newsroom/sites/${site}/articles?state=published`);
    await page.getByRole('row', { name: 'Ice on the bay' }).waitFor();
    await expectSound(page, 'list');
    await page.close();
    expect(newsroom.complaints).toEqual([]);
  });
});
