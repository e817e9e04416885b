/** The small nouns at length: every form, order by finger and menu, conflicts, roles, and what axe says in every look. */
import type { CDPSession, Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture, uploaded } from '../../src/features/media/testing/files.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE, SIZES } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('the small nouns', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let section: number;
  let owner: Browser;
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    site = await app.site({ name: 'Harbour Post' });
    section = (await post('sections', { section: { name: 'Sea' } })).section.id;
  });
  afterAll(() => chromium?.close());

  const post = (path: string, body: object) => app.manage('POST', `/sites/${site}/${path}`, body);
  const open = (path: string, options = {}) => newsroom.open(`/sites/${site}${path}`, owner, options);
  const write = async (title: string, fields: object = {}) =>
    (await post('articles', { article: { title, section_id: section, state: 'published', ...fields } })).article;
  const shown = (page: Page) => page.locator('.order-list .found-title').allTextContents();
  const stored = async (path: string): Promise<string[]> =>
    (await app.manage('GET', `/sites/${site}/${path}/articles?fields=title`)).articles.map(
      ({ title }: { title: string }) => title,
    );
  const names = (page: Page) => page.locator('.noun-name').allTextContents();
  const save = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();

  it.each([
    ['authors', 'authors', { 'First name': 'Ida', 'Last name': 'Holm', 'E-mail': 'ida@example.com' }, 'Job title'],
    ['categories', 'article-categories', { Name: 'Culture', Colour: '#8c2f1b' }, 'Address'],
    ['containers', 'featured-item-containers', { Name: 'Top', Identifier: 'front' }, 'Identifier'],
    ['issues', 'issues', { Name: 'Spring', 'Publication date': '2026-03-01T09:00' }, 'Address'],
    ['sections', 'sections', { Name: 'Sport', 'Title when shared': 'All of sport' }, 'Description'],
  ])('creates, edits and deletes one of the %s', async (noun, path, fields, changed) => {
    const count = async () => (await app.manage('GET', `/sites/${site}/${path}`)).meta.total_count;
    const before = await count();
    const page = await open(`/${noun}/new`);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await save(page, 'Create');
    await page.waitForURL(/\/\d+$/);
    expect(await count()).toBe(before + 1);
    await page.getByLabel(changed, { exact: true }).fill('changed');
    await save(page);
    await page.getByText('was saved.').first().waitFor();
    await page.reload();
    for (const [label, value] of Object.entries({ ...fields, [changed]: 'changed' }))
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(new RegExp(`/${noun}$`));
    await expect.poll(count).toBe(before);
    await page.close();
  });

  it('shows the problems of a save beside their fields until they are changed', async () => {
    await post('article-categories', { category: { name: 'Taken', category_url: 'taken' } });
    const page = await open('/categories/new');
    await page.getByLabel('Name', { exact: true }).fill('Other');
    await page.getByLabel('Colour', { exact: true }).fill('red');
    await save(page, 'Create');
    const field = page.locator('.editor-field', { has: page.getByLabel('Colour', { exact: true }) });
    await field.locator('.field-problem').waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#ff0000');
    expect(await field.locator('.field-problem').count()).toBe(0);
    await page.getByLabel('Address', { exact: true }).fill('taken');
    await save(page, 'Create');
    await page.getByText('This is taken already.').first().waitFor();
    await page.close();
  });

  it('keeps what was typed when someone else has saved, and saves it over that on request', async () => {
    const { page: made } = await post('pages', { page: { name: 'Contact' } });
    const page = await open(`/pages/${made.id}`);
    await page.getByLabel('Name in menus').fill('Write to us');
    await app.manage('PATCH', `/sites/${site}/pages/${made.id}`, { page: { meta_title: 'By her' } });
    await save(page);
    await page.getByText('Someone else saved this').waitFor();
    await page.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByText('Contact was saved.').waitFor();
    expect((await app.manage('GET', `/sites/${site}/pages/${made.id}`)).page).toMatchObject({
      ...{ menu_name: 'Write to us', meta_title: 'By her' },
    });
    await page.close();
  });

  it('asks before changes are left by Back, and lets go on request', async () => {
    const { category } = await post('article-categories', { category: { name: 'Weather' } });
    const page = await open('/categories');
    await page.getByRole('link', { name: 'Weather' }).click();
    // Browsers let a page ask only after someone has used it.
    await page.getByLabel('Name', { exact: true }).pressSequentially('s');
    const goBack = () => page.evaluate('history.back()');
    await goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`/categories/${category.id}$`));
    await page.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('sWeather');
    await goBack();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(/\/categories$/);
    await page.close();
  });

  it('takes pictures from the library', async () => {
    const item = await uploaded(app, site, await picture('jpeg', 400, 300), { name: 'quay.jpg' });
    const page = await open(`/sections/${section}`);
    await page.getByRole('button', { name: 'Choose from the library' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'quay' }).click();
    await page.locator('.picture-shown').waitFor();
    await save(page);
    await page.getByText('Sea was saved.').waitFor();
    expect((await app.manage('GET', `/sites/${site}/sections/${section}`)).section.cover_url).toContain(item.path);
    await page.close();
  });

  /** A finger on the screen, which playwright has only for taps. */
  async function swipe(page: Page, from: string, to: string): Promise<void> {
    const [start, end] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
    if (!start || !end) throw new Error('Nothing to swipe.');
    const touch: CDPSession = await page.context().newCDPSession(page);
    const at = (type: string, points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    await at('touchStart', [{ x, y }]);
    for (let step = 1; step <= 8; step++) await at('touchMove', [{ x, y: y + ((end.y + 2 - y) * step) / 8 }]);
    await at('touchEnd', []);
  }

  it('orders a list by finger and by menu, and finds one among many', async () => {
    const other = await app.site({ name: 'Long' });
    for (let n = 0; n < 230; n++)
      await app.manage('POST', `/sites/${other}/authors`, {
        author: { firstname: `Number ${n}`, lastname: 'Author', order_number: n },
      });
    const order = async (): Promise<string[]> =>
      (await app.manage('GET', `/sites/${other}/authors?count=4`)).authors.map(({ name }: { name: string }) => name);
    const page = await newsroom.open(`/sites/${other}/authors`, owner, { viewport: PHONE, hasTouch: true });
    await expect.poll(() => names(page)).toHaveLength(230);
    const item = (n: number) => `.ordered-item:has(.noun-name:text-is("Number ${n} Author"))`;
    await swipe(page, `${item(3)} .handle`, item(1));
    await expect.poll(order).toEqual(['Number 0 Author', 'Number 3 Author', 'Number 1 Author', 'Number 2 Author']);
    await page.getByRole('button', { name: 'Move Number 229 Author to …' }).click();
    await page.getByRole('menuitem', { name: 'Top' }).click();
    await expect.poll(async () => (await order())[0]).toBe('Number 229 Author');
    await page.getByLabel('Search authors').fill('number 117 ');
    await expect.poll(() => names(page)).toEqual(['Number 117 Author']);
    expect(await page.getByRole('button', { name: 'Move Number 117 Author', exact: true }).count()).toBe(0);
    await page.getByLabel('Search authors').fill('nobody');
    await page.getByText('No matches').waitFor();
    await page.close();
  });

  it('says which articles a container takes before one is dropped', async () => {
    await write('Film', { type: 'video' });
    await write('Text of a film');
    await write('Film to come', { type: 'video', state: 'draft' });
    const { featured_item_container: container } = await app.manage('POST', `/sites/${site}/featured-item-containers`, {
      featured_item_container: { name: 'Top', identifier: 'front', type_restriction: 'video' },
    });
    const page = await newsroom.open(`/sites/${site}/containers/${container.id}/articles`, owner);
    await page.getByText('Only one type of article can be added: Video.').waitFor();
    const found = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await found('Film to come').getByText('Not published yet').waitFor();
    expect(await found('Text of a film').count()).toBe(0);
    await page.getByLabel('Only articles that can be added: Video').uncheck();
    await found('Text of a film').getByText('Different type').waitFor();
    await page.getByRole('button', { name: 'Add Film', exact: true }).press('Enter');
    await expect.poll(() => shown(page)).toEqual(['Film']);
    // Someone else saves in between.
    const other = await write('Other film', { type: 'video' });
    await app.manage('PUT', `/sites/${site}/featured-item-containers/${container.id}/articles`, {
      article_ids: [other.id],
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else saved this').waitFor();
    await page.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByText('Articles saved.').waitFor();
    expect(await stored(`featured-item-containers/${container.id}`)).toEqual(['Film']);
    await page.close();
  });

  it('orders an issue on a phone in two steps', async () => {
    await write('Calm');
    const gale = await write('Gale');
    const { issue } = await post('issues', { issue: { name: 'Autumn' } });
    await app.manage('PUT', `/sites/${site}/issues/${issue.id}/articles`, { article_ids: [gale.id] });
    const page = await open(`/issues/${issue.id}/articles`, { viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Add articles' }).click();
    await page.waitForURL(/\?step=add$/);
    await page.getByLabel('Search articles').fill('calm');
    await page.getByRole('button', { name: 'Add Calm', exact: true }).click();
    await page.getByRole('button', { name: 'Show the order (2)' }).click();
    await expect.poll(() => shown(page)).toEqual(['Gale', 'Calm']);
    await swipe(page, '.ordered-item:has-text("Calm") .handle', '.ordered-item:has-text("Gale")');
    await expect.poll(() => shown(page)).toEqual(['Calm', 'Gale']);
    await save(page);
    await page.getByText('Articles saved.').waitFor();
    expect(await stored(`issues/${issue.id}`)).toEqual(['Calm', 'Gale']);
    await page.close();
  });

  it('shows authors the lists without what they may not do, and analysts nothing', async () => {
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const page = await newsroom.open(`/sites/${site}/sections`, author);
    await expect.poll(() => names(page)).toContain('Sea');
    expect(await page.getByRole('link', { name: 'New section' }).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Sections of the newsroom' }).textContent()).not.toContain(
      'Pages',
    );
    await page.getByRole('link', { name: 'Sea' }).click();
    await page.getByText('You can view this.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.close();
  });

  // screens.slow.test.ts looks at the lists and forms of every noun; these are the states between.
  it.each(SIZES)('is sound at %j', async (viewport) => {
    const make = async (path: string, one: string, fields: object) => (await post(path, { [one]: fields }))[one].id;
    const at = Date.now().toString(36);
    const ids = {
      categories: await make('article-categories', 'category', { name: `Culture ${at}`, color: '#1d4f83' }),
      sections: await make('sections', 'section', { name: `Hidden ${at}`, state: 'hidden' }),
      issues: await make('issues', 'issue', { name: `Issue ${at}` }),
      containers: await make('featured-item-containers', 'featured_item_container', {
        ...{ name: 'Top', identifier: 'front', type_restriction: 'video' },
      }),
    };
    const article = await write(`Sound ${at}`);
    await app.manage('PUT', `/sites/${site}/issues/${ids.issues}/articles`, { article_ids: [article.id] });
    await app.manage('DELETE', `/sites/${site}/articles/${article.uid}/publication`);
    const page = await open('', { viewport });
    const look = async (path: string, ready: string, name = path) => {
      await page.goto(`${app.url}/newsroom/sites/${site}${path}`);
      await page.locator(ready).first().waitFor({ state: 'attached' });
      await expectSoundInBothThemes(page, name);
      expect([name, await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)]).toEqual([
        name,
        0,
      ]);
    };
    await look('/events?when=past', '.notice', 'no events');
    await look(`/issues/${ids.issues}/articles`, '.order-row');
    await look(`/containers/${ids.containers}/articles?step=add`, '.found');
    await look(`/categories/${ids.categories}`, '.noun-fields');
    await page.getByLabel('Colour', { exact: true }).fill('red');
    await save(page);
    await page.locator('.field-problem').waitFor();
    await expectSoundInBothThemes(page, 'a problem');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSoundInBothThemes(page, 'deletion');
    await look('/sections', '.noun-name');
    await page
      .getByRole('button', { name: /^Move .* to …$/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Top' }).waitFor();
    await expectSoundInBothThemes(page, 'menu of moves');
    await page.getByRole('menuitem', { name: 'Position …' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSoundInBothThemes(page, 'position');
    await page.close();
  });

  it('speaks Finnish', async () => {
    const person = await newsroom.person([{ site_id: null, role: 'owner' }]);
    await person.manage('PATCH', '/me', { person: { language: 'fi' } });
    const page = await newsroom.open(`/sites/${site}/sections`, person);
    await page.getByRole('heading', { name: 'Osastot' }).waitFor();
    await page.getByRole('link', { name: 'Uusi osasto' }).click();
    await page.getByRole('button', { name: 'Luo' }).waitFor();
    await page.close();
  });

  it('has thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
