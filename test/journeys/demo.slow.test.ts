/** An owner removes the demo and goes on with a site of their own. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toConfig } from '../../src/config.ts';
import { kysely } from '../../src/db/connect.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { demoPeople } from '../../src/demo/people.ts';
import { demoTools } from '../../src/demo/removal.ts';
import { createPasswords } from '../../src/features/accounts/passwords.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE, SIZES } from '../newsroom.ts';
import { dataFolder } from '../process.ts';

describe.skipIf(!hasBrowser)('the demo', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  beforeAll(async () => {
    app = await testApp({ demoTools }, { isWorking: true });
    await fillDemo(kysely(app.pool), app.media);
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  it('lets a first visitor sign in with a printed password, or set up', async () => {
    const config = toConfig({ DEMO: '1', DATA_DIR: dataFolder() });
    const people = await demoPeople(kysely(app.pool), createPasswords(true), config);
    const page = await newsroom.open('', null, { viewport: PHONE });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectSound(page, 'the sign-in of a demo');
    await page.getByRole('button', { name: 'Set up this installation' }).click();
    await page.getByRole('heading', { name: 'Set up the newsroom' }).waitFor();
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    const author = people.find(({ role }) => role === 'author');
    await page.getByLabel('E-mail address').fill(author?.email ?? '');
    await page.getByLabel('Password', { exact: true }).fill(author?.password ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Write one and submit it for review').waitFor();
    await page.close();
    await app.pool.query('delete from person where is_demo');
  });

  it('is named, and only an owner of all sites can remove it', async () => {
    const page = await newsroom.open('', await newsroom.person([{ site_id: 1, role: 'owner' }]));
    await page.getByText('is the demo: try things out here').waitFor();
    await page.getByText('An owner of all sites can remove it.').waitFor();
    expect(await page.getByRole('button', { name: 'Remove the demo' }).count()).toBe(0);
    await page.goto(`${app.url}/newsroom/operations`);
    await page.getByText('This is for owners of all sites.').waitFor();
    await page.close();
    const editor = await newsroom.open('', await newsroom.person([{ site_id: 1, role: 'editor' }]));
    await editor.locator('.row-title').first().waitFor();
    expect(await editor.getByText('is the demo').count()).toBe(0);
    await editor.close();
  });

  it.each(SIZES)('asks in a dialog that is sound at %j', async (viewport) => {
    const owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    const page = await newsroom.open('', owner, { viewport });
    await page.locator('.row-title').first().waitFor();
    await page.getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByRole('dialog').getByText('62 articles, with sections').waitFor();
    await expectSoundInBothThemes(page, 'the question');
    await page.close();
  });

  it('leads from a published article to the content API, since its site has no address', async () => {
    const { articles } = await app.manage('GET', '/sites/1/articles?state=published&count=1');
    const page = await newsroom.open(
      `/sites/1/articles/${articles[0].uid}`,
      await newsroom.person([{ site_id: 1, role: 'editor' }]),
    );
    const link = page.getByRole('link', { name: 'In the content API' });
    expect(await link.getAttribute('title')).toMatch(/only an example/);
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    expect(new URL(opened.url()).pathname).toBe(`/v1/sites/1/articles/${articles[0].id}`);
    await opened.getByText(articles[0].full_url).waitFor();
    expect(await page.getByRole('link', { name: 'On the site' }).count()).toBe(0);
    await app.manage('PATCH', '/sites/1', { site: { api_key_required: true } });
    await page.reload();
    await page.getByRole('button', { name: 'Preview' }).waitFor();
    expect(await link.count()).toBe(0);
    await app.manage('PATCH', '/sites/1', { site: { api_key_required: false } });
    await page.close();
  });

  it('goes away with its people, and the owner makes a site', async () => {
    await app.pool.query("insert into person (email, name, is_demo) values ('o@harbourpost.example', 'Olivia', true)");
    const owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    const page = await newsroom.open('/people', owner);
    await page.getByRole('button', { name: 'Remove the demo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 person of the demo').waitFor();
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['content:read'], site_ids: [1] },
    });
    await dialog.getByRole('button', { name: 'Remove the demo' }).click();
    await dialog.getByText('Delete first what the demo did not bring: 1 API key.').waitFor();
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    await dialog.getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByText('The demo was removed').waitFor();
    await page.getByRole('heading', { name: 'Your first site' }).waitFor();
    expect((await app.pool.query('select from person where is_demo')).rowCount).toBe(0);
    await page.getByLabel('Name of the site').fill('Posten');
    await page.getByLabel('Public address').fill('https://posten.example');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText('No articles yet').waitFor();
    const { entries } = await owner.manage('GET', '/audit?action=remove_demo');
    expect(entries).toMatchObject([{ actor_kind: 'person', actor_id: owner.id }]);
    await page.close();
  });
});
