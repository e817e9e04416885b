/** The newsroom as people use it: signing in, finding articles, acting on many of them. newsroom.test.ts is its quick core. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { setupCode } from '../../src/features/setup/commands.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE, SIZES } from '../newsroom.ts';
import { addPerson, type Browser, PASSWORD } from '../people.ts';

/** The address of one article. */
const ARTICLE = /\/articles\/[0-9a-f-]{36}$/;

describe.skipIf(!hasBrowser)('the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let section: number;
  let owner: Browser;
  const list = () => `/sites/${site}/articles`;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(async () => {
    await chromium?.close();
  });

  const write = async (title: string, fields: object = {}) => {
    const article = { title, section_id: section, ...fields };
    return (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
  };
  const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title });
  const titles = (page: Page) => page.locator('.row-title').allTextContents();

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  describe('at the door', () => {
    it('makes the first owner and the first site of a new installation, by keyboard alone', async () => {
      const fresh = await testApp();
      const code = await setupCode(kysely(fresh.pool));
      const page = await newsroomOf(fresh, chromium).open();
      await page.getByRole('heading', { name: 'Set up the newsroom' }).waitFor();
      const type = async (...texts: string[]) => {
        for (const text of texts) {
          await page.keyboard.type(text);
          await page.keyboard.press('Tab');
        }
      };
      await type('WRONG-CODE-0000', 'Ida Holm', 'ida@example.com');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('The setup code is wrong.').waitFor();
      await page.getByLabel('Setup code').fill(String(code));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your first site' }).waitFor();
      await type('Posten', 'https://posten.example/');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
      await page.getByText('No articles yet').waitFor();
      const { sites } = await fresh.manage('GET', '/sites');
      expect(sites).toMatchObject([{ name: 'Posten', url: 'https://posten.example', locale: 'en' }]);
      await page.close();
      await fresh.stop();
    });

    it('says one thing about every wrong sign-in, then that there were too many, and keeps the address', async () => {
      const { email } = await addPerson(app, [{ site_id: site, role: 'editor' }]);
      const page = await newsroom.open(`${list()}?state=draft`);
      await signIn(page, email, 'wrong');
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
      await signIn(page, 'nobody@example.com', 'wrong');
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
      for (let attempt = 0; attempt < 10; attempt++)
        await app.request('POST', '/v1/manage/sessions', {
          body: { session: { email: 'flood@example.com', password: 'wrong' } },
          headers: { origin: app.url },
        });
      await signIn(page, 'flood@example.com', 'wrong');
      await page.getByText(/Too many attempts\. Try again in/).waitFor();
      await signIn(page, email);
      await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
      expect(page.url()).toBe(`${app.url}/newsroom${list()}?state=draft`);
      await page.close();
    });

    it('signs out, and leads from the root to the newsroom before and to the welcome page after', async () => {
      const person = await newsroom.person([{ site_id: site, role: 'editor' }]);
      const page = await newsroom.open('', person);
      await page.goto(`${app.url}/`);
      await page.waitForURL(`${app.url}/newsroom${list()}`);
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      expect((await person.request('GET', '/v1/manage/me')).status).toBe(401);
      await page.goto(`${app.url}/`);
      await page.getByRole('heading', { name: 'Masthead', level: 1 }).waitFor();
      await page.close();
    });

    it('signs in again over the open page when the session ends, as the same person only', async () => {
      await write('Kept in sight');
      const person = await newsroom.person([{ site_id: site, role: 'editor' }]);
      const other = await addPerson(app, [{ site_id: site, role: 'editor' }]);
      const page = await newsroom.open(list(), person);
      await rowOf(page, 'Kept in sight').getByRole('checkbox').check();
      await app.pool.query('delete from session where person_id = $1', [person.id]);
      await page.getByRole('button', { name: 'Unpublish' }).click();
      const dialog = page.getByRole('dialog', { name: 'You were signed out' });
      await dialog.waitFor();
      expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(person.email);
      await expectSound(page, 'signing in again');
      await signIn(page, other.email);
      await dialog.getByText('That is a different account.').waitFor();
      await signIn(page, person.email);
      await dialog.waitFor({ state: 'detached' });
      expect(page.url()).toBe(`${app.url}/newsroom${list()}`);
      expect(await rowOf(page, 'Kept in sight').getByRole('checkbox').isChecked()).toBe(true);
      await page.close();
    });
  });

  describe('the list of articles', () => {
    it('has its filters in the address, and Back undoes them', async () => {
      const other = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Land' } })).section.id;
      await write('Haystacks of the north', { section_id: other });
      await write('Haystacks of the south', { state: 'published' });
      const page = await newsroom.open(list(), owner);
      await page.getByLabel('Search articles').fill('haystacks');
      await expect.poll(() => titles(page)).toHaveLength(2);
      await page.getByLabel('Section', { exact: true }).selectOption({ label: 'Land' });
      await expect.poll(() => titles(page)).toEqual(['Haystacks of the north']);
      await expect.poll(() => new URL(page.url()).search).toBe(`?q=haystacks&section=${other}`);
      await page.reload();
      await expect.poll(() => titles(page)).toEqual(['Haystacks of the north']);
      await page.getByRole('link', { name: /^Published/ }).click();
      await page.getByText('No matching articles').waitFor();
      await page.goBack();
      await expect.poll(() => titles(page)).toEqual(['Haystacks of the north']);
      await page.goBack();
      await expect.poll(() => titles(page)).toHaveLength(2);
      await page.getByRole('link', { name: 'Trash' }).click();
      await page.getByRole('button', { name: 'Clear all filters' }).first().click();
      await expect.poll(() => new URL(page.url()).search).toBe('?state=trash');
      await page.close();
    });

    it('leads past the articles of sources to what people wrote, and back', async () => {
      const filled = await app.site({ name: 'Feeds' });
      const { section } = await app.manage('POST', `/sites/${filled}/sections`, { section: { name: 'Sea' } });
      const add = (title: string, source: string) =>
        app.manage('POST', `/sites/${filled}/articles`, { article: { title, source, section_id: section.id } });
      for (const number of [1, 2, 3]) await add(`Brought ${number}`, 'feed');
      await add('Written by Ida', 'newsroom');
      const page = await newsroom.open(`/sites/${filled}/articles`, owner);
      await rowOf(page, 'Brought 1').waitFor();
      await page.getByText('Most of these articles came from sources by themselves.').waitFor();
      await page.getByRole('button', { name: 'Show what people wrote' }).click();
      await rowOf(page, 'Brought 1').waitFor({ state: 'detached' });
      await rowOf(page, 'Written by Ida').waitFor();
      expect(new URL(page.url()).search).toBe('?source=newsroom');
      await page.getByText('Only what people wrote is shown.').waitFor();
      await expectSound(page, 'what people wrote');
      await page.getByRole('button', { name: 'Show articles of sources, too' }).click();
      await rowOf(page, 'Brought 1').waitFor();
      await page.close();
    });

    it('keeps views under a name', async () => {
      const page = await newsroom.open(`${list()}?state=draft&sort=title`, owner);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByLabel('Name of the view').fill('Drafts, A to Z');
      await page.getByRole('button', { name: 'Save this view' }).click();
      await page.goto(`${app.url}/newsroom${list()}`);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByRole('link', { name: 'Drafts, A to Z' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?state=draft&sort=title');
      await page.close();
    });

    it('keeps views of the person in every browser, also those that one browser had stored', async () => {
      const person = await newsroom.person([{ site_id: site, role: 'editor' }]);
      const first = await newsroom.open(list(), person);
      const stored = JSON.stringify([{ name: 'Mine', search: '?mine=1' }, { name: 7 }]);
      const key = `masthead.newsroom.views.${person.id}.${site}`;
      await first.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(stored)})`);
      await first.getByRole('button', { name: 'Saved views' }).click();
      await first.getByRole('link', { name: 'Mine', exact: true }).waitFor();
      expect(await first.evaluate(`localStorage.getItem(${JSON.stringify(key)})`)).toBe(null);
      await first.close();
      const second = await newsroom.open(list(), person);
      await second.getByRole('button', { name: 'Saved views' }).click();
      await second.getByRole('link', { name: 'Mine', exact: true }).click();
      await expect.poll(() => new URL(second.url()).search).toBe('?mine=1');
      await second.getByRole('button', { name: 'Saved views' }).click();
      await second.getByRole('button', { name: 'Delete the view Mine' }).click();
      await second.getByText('Your views follow you to every browser').waitFor();
      await second.close();
    });

    it('moves, selects a range, opens and returns by keys, which can be switched off', async () => {
      for (const n of [1, 2, 3, 4]) await write(`Keyed ${n}`);
      const person = await newsroom.person([{ site_id: site, role: 'editor' }]);
      const page = await newsroom.open(`${list()}?q=keyed&sort=title`, person);
      await expect.poll(() => titles(page)).toHaveLength(4);
      for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
      await page.getByText('3 selected').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('3 selected').waitFor({ state: 'detached' });
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.waitForURL(ARTICLE);
      await page.goBack();
      await expect.poll(() => titles(page)).toHaveLength(4);
      await page.keyboard.press('/');
      expect(await page.getByLabel('Search articles').evaluate((field) => field.matches(':focus'))).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await person.manage('PATCH', '/me', { person: { shortcuts: false } });
      await page.reload();
      await expect.poll(() => titles(page)).toHaveLength(4);
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      expect(await page.locator('.row[data-active="true"], .row[data-selected="true"]').count()).toBe(0);
      await page.close();
    });

    it('finds an article from anywhere with Ctrl K', async () => {
      await write('Zeppelin over the harbour');
      const page = await newsroom.open(`${list()}?state=trash`, owner);
      await page.getByLabel('Search articles').focus();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Screens, articles and actions').fill('zeppelin');
      await page.getByRole('button', { name: /Zeppelin over the harbour/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(ARTICLE);
      await page.close();
    });

    it('acts on many articles, says which were refused, and undoes the rest', async () => {
      const made = [];
      for (const n of [1, 2, 3]) made.push(await write(`Bulk ${n}`, { state: 'published' }));
      const page = await newsroom.open(`${list()}?q=bulk&sort=title`, owner);
      await expect.poll(() => titles(page)).toHaveLength(3);
      await app.manage('PATCH', `/sites/${site}/articles/${made[1].uid}`, { article: { title: 'Bulk 2, changed' } });
      await page.getByLabel('Select all loaded articles').check();
      await page.getByRole('button', { name: 'Unpublish' }).click();
      await page.getByText('2 articles unpublished').waitFor();
      await page.getByText('1 article failed').waitFor();
      expect(await page.locator('.bulk-failures li').allTextContents()).toEqual([
        'Bulk 2, changed: Someone else changed this in the meantime. Read it again.',
      ]);
      await page.getByText('1 selected').waitFor();
      const states = async () => {
        const { articles } = await app.manage('GET', `/sites/${site}/articles?q=bulk&sort=title&fields=state`);
        return articles.map(({ state }: { state: string }) => state);
      };
      expect(await states()).toEqual(['unpublished', 'published', 'unpublished']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone').waitFor();
      expect(await states()).toEqual(['published', 'published', 'published']);
      await page.close();
    });

    it('deletes to the trash, and restores from it', async () => {
      await write('Thrown away');
      const page = await newsroom.open(`${list()}?q=thrown`, owner);
      await rowOf(page, 'Thrown away').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('1 article moved to the trash').waitFor();
      await page.getByText('No matching articles').waitFor();
      await page.getByRole('link', { name: 'Trash' }).click();
      await rowOf(page, 'Thrown away').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByText('1 article restored').waitFor();
      await page.close();
    });

    it('stays as it was read, and says how many articles have changed', async () => {
      const article = await write('Still here');
      const page = await newsroom.open(`${list()}?q=still`, owner);
      await expect.poll(() => titles(page)).toEqual(['Still here']);
      await app.manage('PATCH', `/sites/${site}/articles/${article.uid}`, { article: { title: 'Still there' } });
      const notice = page.getByRole('button', { name: '1 changed – show' });
      await notice.waitFor();
      expect(await titles(page)).toEqual(['Still here']);
      await notice.click();
      await expect.poll(() => titles(page)).toEqual(['Still there']);
      await page.close();
    });

    it('has few rows in the page, however many articles there are', async () => {
      const long = await app.site({ name: 'Long' });
      const place = (await app.manage('POST', `/sites/${long}/sections`, { section: { name: 'All' } })).section.id;
      for (let n = 0; n < 130; n++)
        await app.manage('POST', `/sites/${long}/articles`, { article: { title: `Number ${n}`, section_id: place } });
      const page = await newsroom.open(`/sites/${long}/articles`, owner);
      await rowOf(page, 'Number 129').waitFor();
      const table = page.getByRole('table');
      expect(await table.getAttribute('aria-rowcount')).toBe('131');
      const toEnd = async () => {
        await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return titles(page);
      };
      await expect.poll(toEnd).toContain('Number 0');
      expect(await page.getByRole('row').count()).toBeLessThanOrEqual(60);
      await page.close();
    });
  });

  describe('the shell', () => {
    it('switches sites, language and theme, and remembers them', async () => {
      const second = await app.site({ name: 'Island Post' });
      const person = await newsroom.person([{ site_id: null, role: 'owner' }]);
      const page = await newsroom.open(list(), person);
      await page.getByRole('button', { name: 'Switch site: Harbour Post' }).click();
      await page.getByRole('menuitem', { name: 'Island Post' }).click();
      await page.waitForURL(`${app.url}/newsroom/sites/${second}/articles`);
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await page.getByRole('menuitemcheckbox', { name: 'Suomi' }).click();
      await page.getByRole('heading', { name: 'Artikkelit', level: 1 }).waitFor();
      expect((await person.manage('GET', '/me')).person).toMatchObject({ language: 'fi', theme: 'dark' });
      await page.goto(`${app.url}/newsroom`);
      await page.waitForURL(`${app.url}/newsroom/sites/${second}/articles`);
      expect(await page.locator('html').getAttribute('lang')).toBe('fi');
      await page.close();
    });

    it('makes another site, for owners of all sites only', async () => {
      const owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
      const page = await newsroom.open(list(), owner);
      await page.getByRole('button', { name: 'Switch site: Harbour Post' }).click();
      await page.getByRole('menuitem', { name: 'New site' }).click();
      await page.getByLabel('Name of the site').fill('Skerry Post');
      await page.getByLabel('Public address').fill('https://skerry.example/');
      await page.getByRole('button', { name: 'Create site' }).click();
      await page.getByRole('button', { name: 'Switch site: Skerry Post' }).waitFor();
      await page.getByText('No articles yet').waitFor();
      const { sites } = await app.manage('GET', '/sites?count=100');
      const { id } = sites.find(({ url }: { url: string }) => url === 'https://skerry.example');
      expect(page.url()).toBe(`${app.url}/newsroom/sites/${id}/articles`);
      await page.close();
      const other = await newsroom.open(list(), await newsroom.person([{ site_id: site, role: 'owner' }]));
      await other.locator('.site-name', { hasText: 'Harbour Post' }).waitFor();
      await other.goto(`${app.url}/newsroom/new-site`);
      await other.getByText('This is for owners of all sites.').waitFor();
      await other.close();
    });

    it('says when it is offline, and when it is back', async () => {
      const page = await newsroom.open(list(), owner);
      await page.getByRole('table').waitFor();
      await page.getByText('Connected').waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline').first().waitFor();
      await page.context().setOffline(false);
      await page.getByText('Connected').waitFor();
      await page.close();
    });

    it.each(['/nothing', '/sites/999999/articles', `/sites/1/nothing`])('has no page at %s', async (path) => {
      const page = await newsroom.open(path, owner);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.getByRole('link', { name: 'Go to the articles' }).click();
      await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
      await page.close();
    });

    it('hides from authors and analysts what the API refuses them', async () => {
      const [author, analyst] = [
        await newsroom.person([{ site_id: site, role: 'author' }]),
        await newsroom.person([{ site_id: site, role: 'analyst' }]),
      ];
      const { article } = await author.manage('POST', `/sites/${site}/articles`, {
        article: { title: 'By the author', section_id: section },
      });
      const page = await newsroom.open(list(), author);
      await rowOf(page, 'By the author').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Delete' }).waitFor();
      expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
      const forbidden = await author.request('PUT', `/v1/manage/sites/${site}/articles/${article.uid}/publication`, {});
      expect(forbidden.status).toBe(403);
      await page.close();
      const desk = await newsroom.open('', analyst);
      await desk.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
      const menu = desk.getByRole('navigation', { name: 'Sections of the newsroom' });
      expect(await menu.getByRole('link').allTextContents()).toEqual(['Campaigns']);
      await desk.goto(`${app.url}/newsroom${list()}`);
      await desk.getByRole('heading', { name: 'You have no access to this page' }).waitFor();
      await desk.close();
    });

    it('works with another word in field names', async () => {
      const acme = await testApp({ wireWord: 'acme' });
      await acme.site({ name: 'Acme Post' });
      const there = newsroomOf(acme, chromium);
      const page = await there.open('', await there.person([{ site_id: null, role: 'owner' }]));
      await page.getByText('No articles yet').waitFor();
      expect(there.complaints).toEqual([]);
      await page.close();
      await acme.stop();
    });
  });

  // screens.slow.test.ts looks at the sign-in, the welcome page and missing pages.
  it.each(SIZES)('is sound at %j', async (viewport) => {
    await write('Sound', { state: 'published', body: '<p>Waves.</p>', tags: ['sea'] });
    const isPhone = viewport === PHONE;
    const page = await newsroom.open(`${list()}?sort=title`, owner, { viewport });
    await expect.poll(() => titles(page)).not.toHaveLength(0);
    await expectSoundInBothThemes(page, 'list');
    await rowOf(page, 'Sound').first().getByRole('checkbox').check();
    // The row may be below the fold: a list scrolled to it leaves another row half behind the sticky head.
    await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 0));
    await expectSoundInBothThemes(page, 'list with a selection');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Screens, articles and actions').fill('sound');
    await page.getByRole('button', { name: /Sound/ }).first().waitFor();
    await expectSoundInBothThemes(page, 'palette');
    await page.keyboard.press('Escape');
    if (isPhone) await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
    await expectSoundInBothThemes(page, 'account menu');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectSoundInBothThemes(page, 'shortcuts');
    await page.goto(`${app.url}/newsroom${list()}?state=trash&q=nothing`);
    await page.getByText('No matching articles').waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of the view').waitFor();
    await expectSoundInBothThemes(page, 'nothing found, and views');
    await page.close();
  });

  it('has broken no policy, asked no other address and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
