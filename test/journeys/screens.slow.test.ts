/**
 * Every screen of the newsroom in both themes at both widths: nothing for axe to say, nothing beyond the edge, no text below 13 pixels.
 * `SCREENSHOTS=folder` saves what they look like; `SCREEN=part of a name` looks at some of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { setupCode } from '../../src/features/setup/commands.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { DESKTOP, expectSoundInBothThemes, type Newsroom, newsroomOf, SIZES, THEMES } from '../newsroom.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { type Places, SCREENS, type Screen } from './screens.ts';

const { SCREENSHOTS: folder, SCREEN: part = '' } = process.env;
const SMALLEST_PX = 13;
/** Requests of the screen itself, not of the frame around it. */
const OF_SCREENS =
  /\/v1\/manage\/sites\/\d+\/(?!live|presence|counts)|\/v1\/manage\/(people|invitations|audit|operations)|\/v1\/campaigns/;
const FRAME = /\/v1\/manage\/sites\/\d+\/(live|presence)|\/v1\/manage\/sites\/\d+(\?|$)/;

describe.skipIf(!hasBrowser)('the screens of the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let places: Places;
  const pages = new Map<string, Page>();
  beforeAll(async () => {
    // Nobody asks there.
    const networkClients = { x: { id: 'masthead', secret: 'of-a-test' } };
    const networkUrls = { x: 'http://127.0.0.1:9/x', facebook: 'http://127.0.0.1:9/graph' };
    app = await testApp({}, { isWorking: true, networkClients, networkUrls });
    await fillDemo(kysely(app.pool), app.media);
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    places = await placesIn(app);
  });
  afterAll(() => chromium?.close());

  /** One for all screens of a role, so that the browser loads the scripts once. */
  async function pageFor({ who = ['owner'] }: Screen): Promise<Page> {
    const known = pages.get(String(who));
    if (known) return known;
    const page = await newsroom.open('/nothing', who && (await newsroom.person(rolesOf(who))));
    await page.addInitScript('window.close = () => undefined'); // the end of a sign-in in its own window
    pages.set(String(who), page);
    return page;
  }
  const rolesOf = ([role]: NonNullable<Screen['who']>) =>
    role ? [{ site_id: role === 'owner' ? null : places.site, role }] : [];

  it.each(SCREENS.filter(({ name }) => name.includes(part)))('$name', async (screen) => {
    const page = await pageFor(screen);
    if (screen.api)
      await page.route(OF_SCREENS, async (route) => {
        if (FRAME.test(route.request().url())) return route.continue();
        if (screen.api === 'waits') return undefined;
        return route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } });
      });
    await page.setViewportSize(DESKTOP);
    await page.goto(`${app.url}/newsroom${screen.path(places)}`);
    if (screen.opens) await page.locator(screen.opens).first().click();
    await shown(page, screen.shows);
    await inEveryLook(page, screen.name);
    await page.goto('about:blank');
    await page.unrouteAll();
  });

  it.skipIf(part !== '')('setup, the first site, and the welcome page', async () => {
    const fresh = await testApp();
    const code = await setupCode(kysely(fresh.pool));
    const page = await newsroomOf(fresh, chromium).open();
    await page.getByLabel('Setup code').fill('WRONG-CODE-0000');
    await page.getByLabel('Your name').fill('Ida Holm');
    await page.getByLabel('E-mail address').fill('ida@example.com');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.keyboard.press('Enter');
    await shown(page, '.mantine-Alert-root, .mantine-InputWrapper-error');
    await inEveryLook(page, 'setup with problems');
    await page.getByLabel('Setup code').fill(String(code));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await shown(page, 'Your first site');
    await inEveryLook(page, 'first site');
    await page.context().clearCookies();
    await page.goto(`${fresh.url}/`);
    await page.getByRole('heading', { name: 'Masthead', level: 1 }).waitFor();
    await inEveryLook(page, 'welcome');
    await page.close();
    await fresh.stop();
  });

  it('have broken no policy, asked no other address and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});

async function shown(page: Page, what: string): Promise<void> {
  const found = /^[.]|^main /.test(what) ? page.locator(what) : page.getByRole('main').getByText(what);
  await found.first().waitFor();
}

async function inEveryLook(page: Page, name: string): Promise<void> {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    const look = `${name} ${viewport.width}`;
    if (folder) await pictures(page, folder, look);
    await expectSoundInBothThemes(page, look);
    expect([look, await smallTexts(page)]).toEqual([look, []]);
  }
}

async function pictures(page: Page, folder: string, look: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${`${look} ${colorScheme}`.replace(/[^\w]+/g, '-')}.png`) });
  }
}

/** Texts in sight whose letters are too small to read. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
    .filter((element) => parseFloat(getComputedStyle(element).fontSize) < ${SMALLEST_PX})
    .map((element) => element.className + ': ' + element.textContent.slice(0, 40))`);
}

/** Something of everything on the demo's site, and a site without anything. */
async function placesIn(app: TestApp): Promise<Places> {
  const site = 1;
  const empty = await app.site({ name: 'Empty Post' });
  const first = async (path: string): Promise<number> => {
    const lists = Object.values(await app.manage('GET', `/sites/${site}/${path}`)).filter((part) =>
      Array.isArray(part),
    );
    expect([path, lists[0]?.length], 'the demo has some').not.toEqual([path, 0]);
    return lists[0]?.[0].id;
  };
  const [article] = (await app.manage('GET', `/sites/${site}/articles?state=published&fields=uid,id`)).articles;
  const { invitation } = await app.manage('POST', '/invitations', {
    invitation: { email: 'new@example.com', roles: [{ site_id: site, role: 'editor' }] },
  });
  const person = await addPerson(app, [{ site_id: site, role: 'editor' }]);
  const reset = await app.manage('POST', `/people/${person.id}/password-reset`);
  await app.manage('POST', '/api-keys', { api_key: { name: 'Website', scopes: ['content:read'] } });
  const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, {
    webhook: { url: 'https://receiver.example/hooks/articles' },
  });
  await app.manage('PUT', `/sites/${site}/articles/${article.uid}/publication`);
  const { deliveries } = await app.manage('GET', `/sites/${site}/webhooks/${webhook.id}/deliveries`);
  const campaign = (await app.manage('GET', `/campaigns?site_id=${site}`)).campaigns[0].id;
  const link = (
    await app.manage('POST', `/campaigns/${campaign}/links`, { campaign_link: { name: 'Fish market', days: 30 } })
  ).campaign_link;
  const entry = {
    item_type: 'twitter',
    item_id: 'linked',
    published_at: '2026-03-01T10:00:00Z',
    stat1: 9,
    text: 'Read this',
  };
  await app.manage(
    'POST',
    `/campaigns/${campaign}/entries`,
    { entries: [{ ...entry, service_article_ids: [article.id] }] },
    200,
  );
  return {
    site,
    empty,
    shared: link.url.slice(link.url.indexOf('/shared/')),
    uid: article.uid,
    ...(await waitingIn(app, site, empty)),
    id: {
      section: await first('sections'),
      category: await first('article-categories'),
      author: await first('authors'),
      page: await first('pages'),
      issue: await first('issues'),
      container: await first('featured-item-containers'),
      event: await first('events'),
      media: await first('media'),
      person: person.id,
      campaign,
      webhook: webhook.id,
      delivery: deliveries[0].id,
    },
    invitation: invitation.token,
    reset: reset.password_reset.token,
  };
}

/** Articles of a partner, of which one is rejected. */
async function waitingIn(
  app: TestApp,
  site: number,
  empty: number,
): Promise<Pick<Places, 'waiting' | 'source' | 'form' | 'rule' | 'account' | 'tracker' | 'mailbox'>> {
  const { sections } = await app.manage('GET', `/sites/${site}/sections`);
  const { media_items } = await app.manage('GET', `/sites/${site}/media`);
  const asked = { kind: 'guest_api', name: 'Harbour office', section_id: sections[0].id };
  const { source } = await app.manage('POST', `/sites/${site}/sources`, { source: asked });
  const api_key = { name: 'Office', scopes: ['guest:write'], site_ids: [site], source_id: source.id };
  const { key } = (await app.manage('POST', '/api-keys', { api_key })).api_key;
  for (const [at, title] of [
    'Ice on the inner fairway from Monday',
    'Win a boat',
    'The mail boat sails an hour later',
  ].entries()) {
    const body = `<p>${title}: the harbour office asks everyone to keep clear of the quay until ${at + 2} in the afternoon.</p>`;
    const article = { external_id: String(at), title, body, author: 'Bo Lind', url: `https://office.example/${at}` };
    await app.request('POST', '/v1/guest/articles', { token: key, body: { article } });
  }
  const { source_items } = await app.manage('GET', `/sites/${site}/source-items?source_id=${source.id}`);
  await app.manage('PUT', `/sites/${site}/source-items/${source_items[1].id}/rejection`, { reason: 'Advertising' });
  const waiting = source_items.at(-1).uid;
  const article = { cover_url: media_items[0].url };
  await app.manage('PATCH', `/sites/${site}/articles/${waiting}`, { article });
  const consents = [{ text: 'You may publish my text and my pictures.', required: true }];
  const form = {
    intro: 'What did you see?',
    thanks: 'Thank you!',
    consents,
    max_files: 3,
    origins: [],
    opens_at: null,
    closes_at: null,
  };
  const asks = { kind: 'upload_form', name: 'Seen at the harbour', section_id: sections[0].id, form };
  const made = await app.manage('POST', `/sites/${site}/sources`, { source: asks });
  const rule = { name: 'Advertising', match: { words: ['boat'] }, action: 'reject', position: 10 };
  const { intake_rule } = await app.manage('POST', `/sites/${site}/intake-rules`, { intake_rule: rule });
  await app.manage('POST', `/sites/${site}/blocked`, { blocked: { kind: 'domain', value: 'spam.example' } });
  await app.manage('PUT', `/sites/${empty}/intake/hold`, {});
  const { account, tracker } = await accountIn(app, site, sections[0].id);
  const email = { way: 'imap', allow: [], unlisted: 'hold', server: 'imap.example.com', user: 'desk', password: 'x' };
  const letters = { kind: 'email', name: 'Letters', section_id: sections[0].id, active: false, email };
  const mailbox = (await app.manage('POST', `/sites/${site}/sources`, { source: letters })).source.id;
  return { waiting, source: source.id, form: made.source.id, rule: intake_rule.id, account, tracker, mailbox };
}

/** Accounts in three states; the one that is returned was refused. */
async function accountIn(app: TestApp, site: number, section_id: number): Promise<Pick<Places, 'account' | 'tracker'>> {
  const path = `/sites/${site}/network-accounts`;
  const add = async (fields: object): Promise<number> =>
    (await app.manage('POST', path, { network_account: fields })).network_account.id;
  const x = await add({ network: 'x', name: 'Harbour Post on X', token: 'pasted', monthly_cap: 5_000 });
  const page = await add({ network: 'facebook', name: 'Our page', token: 'pasted', external_id: 'harbour' });
  await add({ network: 'mastodon', name: 'Harbour masts', server: 'social.example' });
  const trackers: number[] = [];
  for (const name of ['Harbour on X', 'Ferries on X']) {
    const made = await app.manage('POST', `/sites/${site}/sources`, {
      source: {
        ...{ kind: 'media_tracker', name, section_id, account_id: x, active: false },
        targets: [{ type: 'hashtag', value: 'harbour' }],
        approval: 'auto',
        window: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
      },
    });
    trackers.push(made.source.id);
  }
  // It is active, and nothing polls it.
  await app.pool.query('update source set active = true where account_id = $1 and name = $2', [x, 'Harbour on X']);
  const refusal = { code: 'token_invalid', message: 'X answered 401.', details: '{}', at: '2026-03-01T10:00:00Z' };
  const connected = "way = 'oauth', connected_as = '@harbour_post', caller = 'user:1', last_ok_at = '2026-03-01 10:00'";
  await app.pool.query(`update network_account set ${connected}, state = 'invalid', last_error = $2 where id = $1`, [
    x,
    JSON.stringify(refusal),
  ]);
  await app.pool.query(
    "update network_account set last_ok_at = now(), expires_at = now() + interval '9 days' where id = $1",
    [page],
  );
  await app.pool.query(
    `insert into network_budget values ('x:user:1', 'search', 112, 300, now() + interval '9 minutes'), ('x:user:1', 'lookup', 40, 5000, now() + interval '9 minutes'),
       ($1, 'money', 12340000, 50000000, now() + interval '9 days')`,
    [`account:${site}:${x}`],
  );
  return { account: x, tracker: trackers[0] ?? 0 };
}
