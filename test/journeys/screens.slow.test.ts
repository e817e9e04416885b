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
import { expectSound, LOOKS, type Newsroom, newsroomOf } from '../newsroom.ts';
import { addPerson, type Browser, PASSWORD } from '../people.ts';
import { type Places, SCREENS, type Screen } from './screens.ts';

const { SCREENSHOTS: folder, SCREEN: part = '' } = process.env;
const SMALLEST_PX = 13;
/** Requests of the screen itself, not of the frame around it. */
const OF_SCREENS = /\/v1\/manage\/sites\/\d+\/(?!live|presence|counts)|\/v1\/manage\/(people|invitations|audit)/;
const FRAME = /\/v1\/manage\/sites\/\d+\/(live|presence)|\/v1\/manage\/sites\/\d+(\?|$)/;

describe.skipIf(!hasBrowser)('the screens of the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let places: Places;
  const people = new Map<string, Browser>();
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    await fillDemo(kysely(app.pool), app.media);
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    places = await placesIn(app);
  });
  afterAll(() => chromium?.close());

  async function personFor({ who = ['owner'] }: Screen): Promise<Browser | null> {
    if (who === null) return null;
    const known = people.get(who.join());
    if (known) return known;
    const [role] = who;
    const site_id = role === 'owner' ? null : places.site;
    const person = await newsroom.person(role ? [{ site_id, role }] : []);
    people.set(who.join(), person);
    return person;
  }

  it.each(SCREENS.filter(({ name }) => name.includes(part)))('$name', async (screen) => {
    const page = await newsroom.open('/nothing', await personFor(screen));
    await page.addInitScript('window.close = () => undefined'); // the end of a sign-in in its own window
    if (screen.api)
      await page.route(OF_SCREENS, async (route) => {
        if (FRAME.test(route.request().url())) return route.continue();
        if (screen.api === 'waits') return undefined;
        return route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } });
      });
    await page.goto(`${app.url}/newsroom${screen.path(places)}`);
    await shown(page, screen.shows);
    await inEveryLook(page, screen.name);
    await page.close();
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
  for (const [colorScheme, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const look = `${name} ${colorScheme} ${viewport.width}`;
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${look.replace(/[^\w]+/g, '-')}.png`) });
    }
    await expectSound(page, look);
    expect([look, await smallTexts(page)]).toEqual([look, []]);
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
  const [article] = (await app.manage('GET', `/sites/${site}/articles?state=published&fields=uid`)).articles;
  const { invitation } = await app.manage('POST', '/invitations', {
    invitation: { email: 'new@example.com', roles: [{ site_id: site, role: 'editor' }] },
  });
  const person = await addPerson(app, [{ site_id: site, role: 'editor' }]);
  const reset = await app.manage('POST', `/people/${person.id}/password-reset`);
  return {
    site,
    empty,
    uid: article.uid,
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
    },
    invitation: invitation.token,
    reset: reset.password_reset.token,
  };
}
