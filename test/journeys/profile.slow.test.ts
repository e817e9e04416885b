/** What people change about their own account. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import { browserOf, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('the profile', () => {
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
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  it('changes the name and the language, ends another session, and leaves everywhere', async () => {
    const person = await newsroom.person([{ site_id: site, role: 'author' }]);
    const elsewhere = browserOf(app);
    await elsewhere.manage('POST', '/sessions', { session: { email: person.email, password: PASSWORD } });
    const page = await newsroom.open('', person);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Your profile' }).click();
    await page.waitForURL(`${app.url}/newsroom/profile`);
    await page.getByText('Author, Harbour Post').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Sanna Sund');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Account: Sanna Sund' }).waitFor();

    await page.getByRole('button', { name: 'Sign out Unknown browser' }).click();
    await page.getByText('Signed out').waitFor();
    expect((await elsewhere.request('GET', '/v1/manage/me')).status).toBe(401);

    await page.getByLabel('Language').selectOption('fi');
    await page.getByRole('heading', { name: 'Profiilisi' }).waitFor();
    expect((await person.manage('GET', '/me')).person).toMatchObject({ name: 'Sanna Sund', language: 'fi' });
    await page.getByRole('button', { name: 'Kirjaudu ulos kaikkialta' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect((await person.request('GET', '/v1/manage/me')).status).toBe(401);
    await page.close();
  });
});
