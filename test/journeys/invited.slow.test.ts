/** An owner invites an author, who writes and submits, and cannot publish. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import { PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('an author', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  /** A request of the page itself, with its session. */
  const requestIn = (page: Page, method: string, path: string) =>
    page.evaluate(
      `fetch('/v1/manage/sites/${site}${path}', { method: '${method}', headers: { 'content-type': 'application/json' } }).then(({ status }) => status)`,
    );

  it('is invited in the newsroom, submits an article, and publishes neither there nor through the API', async () => {
    const owner = await newsroom.open('/people', await newsroom.person([{ site_id: null, role: 'owner' }]));
    await owner.getByRole('link', { name: 'Invite someone' }).click();
    await owner.getByLabel('E-mail address').fill('sanna@example.com');
    expect(await owner.getByLabel('Role', { exact: true }).inputValue()).toBe('author');
    expect(await owner.getByLabel('Byline, Harbour Post').inputValue()).toBe('new');
    await owner.getByRole('button', { name: 'Create invitation' }).click();
    const link = await owner.getByLabel('Link').inputValue();
    expect(link).toMatch(new RegExp(`^${app.url}/newsroom/invitations/[\\w-]{43}$`));
    await owner.getByRole('link', { name: 'All invitations' }).click();
    await owner
      .getByRole('listitem')
      .filter({ hasText: 'sanna@example.com' })
      .getByText('Author, Harbour Post')
      .waitFor();

    const page = await newsroom.open(new URL(link).pathname.replace('/newsroom', ''));
    await page.getByLabel('Your name').fill('Sanna Sund');
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'New article' }).click();
    await page.getByLabel('Title').fill('Perch for supper');
    await page.waitForURL(/\/articles\/[0-9a-f-]{36}$/);
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText('Submitted').waitFor();
    const { articles } = await app.manage('GET', `/sites/${site}/articles?state=pending`);
    const [author] = (await app.manage('GET', `/sites/${site}/authors`)).authors;
    expect(author).toMatchObject({ firstname: 'Sanna', lastname: 'Sund' });
    expect(articles).toMatchObject([{ title: 'Perch for supper', author_ids: [author.id] }]);
    expect(await requestIn(page, 'PUT', `/articles/${articles[0].uid}/publication`)).toBe(403);

    for (const path of ['/people', '/people/invite', '/people/invitations', '/people/1', '/audit']) {
      await page.goto(`${app.url}/newsroom${path}`);
      await page.getByText('Your role does not allow this.').waitFor();
      const headings = await page.getByRole('main').getByRole('heading').allTextContents();
      expect([path, headings]).toEqual([path, ['You have no access to this page']]);
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    }
    await owner.getByRole('link', { name: 'People' }).nth(1).click();
    await owner.getByRole('link', { name: 'Sanna Sund' }).waitFor();
    await Promise.all([owner.close(), page.close()]);
  });
});
