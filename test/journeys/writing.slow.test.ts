/** Writing that outlives the service, and a whole first day without a mouse. */
import pg from 'pg';
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { setupCode } from '../../src/features/setup/commands.ts';
import { ADMIN, freshDatabase, type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { databaseUrl } from '../database.ts';
import { newsroomOf } from '../newsroom.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { dataFolder, freePort, kill, startService } from '../process.ts';

/** 50 kB of text: the size that newsroom.md names. */
const PARAGRAPHS = 150;
const WORDS = 50;
/** Which save the service dies in. */
const DEADLY = 3;

const paragraph = (at: number) => Array.from({ length: WORDS }, (_, word) => `w${at}.${word}`).join(' ');
const wordsOf = (html: string) => html.match(/w\d+\.\d+/g) ?? [];

describe.skipIf(!hasBrowser)('writing', () => {
  let chromium: Chromium;
  beforeAll(async () => {
    chromium = await launchBrowser();
  });
  afterAll(() => chromium?.close());

  it('loses no word of 50 kB when the service is killed during a save and started again', async () => {
    const database = await freshDatabase();
    const port = String(await freePort());
    const env = {
      ...{ PORT: port, DATABASE_URL: databaseUrl(database), DATA_DIR: dataFolder(), LOG_LEVEL: 'warn' },
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    let service = await startService(env);
    const manage = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.url}/v1/manage${path}`, {
        method,
        headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
      return (await response.json()) as any;
    };
    const site = (await manage('POST', '/sites', { site: { name: 'Posten', url: 'https://posten.example' } })).site.id;
    await manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const pool = new pg.Pool(database);
    const { email } = await addPerson({ pool } as unknown as TestApp, [{ site_id: site, role: 'editor' }]); // it writes to the database alone
    await pool.end();
    const page = await (await chromium.newContext()).newPage();
    page.setDefaultTimeout(240_000);
    await page.goto(`${service.url}/newsroom/sites/${site}/articles/new`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('.body-text').waitFor();
    await page.waitForURL(/\/articles\/[0-9a-f-]{36}$/);
    const uid = page.url().split('/').at(-1) ?? '';
    let saves = 0;
    await page.route('**/v1/manage/**', async (route) => {
      const isSave = route.request().method() === 'PATCH';
      if (isSave && ++saves === DEADLY) kill(service.child.pid ?? 0, 'SIGKILL');
      await route.continue().catch(() => undefined);
    });
    await page.locator('.body-text').click();
    const write = async (at: number) => {
      await page.keyboard.insertText(paragraph(at));
      await page.keyboard.press('Enter');
    };
    let at = 0;
    // The first part with a living service, save by save, until it dies.
    for (; saves < DEADLY && at < PARAGRAPHS - 20; at++) {
      await write(at);
      if (at % 20 === 19) {
        const before = saves;
        await expect.poll(() => saves).toBeGreaterThan(before);
      }
    }
    await service.ended;
    expect(saves).toBeGreaterThanOrEqual(DEADLY);
    for (; at < PARAGRAPHS; at++) await write(at);
    await page.locator('.save-status', { hasText: 'Saved on this device' }).waitFor();
    service = await startService(env);
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    const expected = wordsOf(Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(index)).join(' '));
    const { article } = await manage('GET', `/sites/${site}/articles/${uid}`);
    expect(article.body.length).toBeGreaterThan(50_000);
    expect(wordsOf(article.body)).toEqual(expected);
    await page.reload();
    await page.locator('.body-text').waitFor();
    expect(wordsOf((await page.locator('.body-text').textContent()) ?? '')).toEqual(expected);
    await page.context().close();
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('needs no mouse from the setup to a served article', async () => {
    const app = await testApp();
    const code = String(await setupCode(kysely(app.pool)));
    const newsroom = newsroomOf(app, chromium);
    const page = await newsroom.open();
    await page.getByRole('heading', { name: 'Set up the newsroom' }).waitFor();
    for (const text of [code, 'Ida Holm', 'ida@example.com']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your first site' }).waitFor();
    await page.keyboard.type('Posten');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://posten.example/');
    await page.keyboard.press('Enter');
    await page.getByText('No articles yet').waitFor();
    // Articles need a section: the palette leads to the sections.
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Screens, articles and actions').waitFor();
    await page.keyboard.type('sections');
    await page.getByRole('button', { name: /Sections/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sections', level: 1 }).waitFor();
    await tabTo(page, /^New section$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Name/);
    await page.keyboard.type('Sea');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await app.manage('GET', '/sites/1/sections')).sections.length).toBe(1);
    await page.keyboard.press('Escape');
    await tabTo(page, /^Articles$/);
    await page.keyboard.press('Enter');
    await page.getByText('No articles yet').waitFor();
    await page.keyboard.press('n');
    await page.locator('.body-text').waitFor();
    await page.keyboard.type('Ice on the bay');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It carries a horse.');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Publish this article' }).waitFor();
    await tabTo(page, /^Publish$/);
    await page.keyboard.press('Enter');
    await page.getByText('Published', { exact: true }).first().waitFor();
    const { articles } = (await app.get('/v1/sites/1/articles')).body;
    expect(articles).toMatchObject([{ title: 'Ice on the bay', body: '<p>It carries a horse.</p>' }]);
    expect(newsroom.complaints).toEqual([]);
    await page.close();
    await app.stop();
  });
});

/** Presses Tab until the focus is at what has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const focused = await page.evaluate(`(() => {
      const element = document.activeElement;
      const label = element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      return label.trim();
    })()`);
    if (name.test(String(focused))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Nothing with the name ${name} can be reached by Tab.`);
}
