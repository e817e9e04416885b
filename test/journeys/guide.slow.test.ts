/**
 * The steps of docs/guides/newsroom.md on the demo, with the guide's own names of buttons and fields. `npm run pictures` runs this
 * file and saves what it sees as the guide's pictures.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { receiver, status } from '../../src/features/webhooks/testing/receiver.ts';
import { document, feedServer, rss } from '../../src/intake/testing/feeds.ts';
import { FORM } from '../../src/intake/testing/forms.ts';
import { type TestApp, testApp, webhookTools } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { ROOT } from '../guide.ts';
import { type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

const GUIDE = join(ROOT, 'docs/guides/newsroom.md');
const PICTURES = join(ROOT, 'docs/guides/newsroom');
const isSaving = process.env.PICTURES === '1';
const LIST = '/sites/1/articles';
const NOTICES = [
  ['Ice on the northern fairway', 'The ice is six centimetres thick at the lighthouse. Keep to the marked route.'],
  ['The pier café opens on Saturday', 'Coffee from eight in the morning, and the first cinnamon rolls of the year.'],
  ['Win the lottery of the marina', 'Buy a ticket today.'],
] as const;
/** The number of pictures in sight that are not there yet. */
const MISSING = `[...document.images].filter((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && !image.complete;
}).length`;

describe.skipIf(!hasBrowser)('the guide to the newsroom', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let owner: Browser;
  const taken: string[] = [];
  beforeAll(async () => {
    const webhooks = webhookTools({ resolve: async () => ['127.0.0.1'] });
    app = await testApp({ webhooks }, { isWorking: true, isSending: true });
    await fillDemo(kysely(app.pool), app.media);
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    await owner.manage('PATCH', '/me', { person: { name: 'Ida Holm' } });
  });
  afterAll(() => chromium?.close());

  /** Once every picture in sight is there. */
  async function picture(page: Page, name: string): Promise<void> {
    taken.push(`${name}.webp`);
    await expect.poll(() => page.evaluate(MISSING)).toBe(0);
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))');
    const png = await page.screenshot();
    if (!isSaving) return;
    mkdirSync(PICTURES, { recursive: true });
    await sharp(png)
      .webp({ quality: 82, effort: 6 })
      .toFile(join(PICTURES, `${name}.webp`));
  }

  it('shows the list, and finds articles in it', async () => {
    // In an order that is the same each time: the demo saves all of its articles at once.
    const page = await newsroom.open(`${LIST}?sort=published`, owner);
    await page.getByRole('row', { name: /./ }).nth(3).waitFor();
    await picture(page, 'list');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Screens, articles and actions').fill('light');
    await page.getByRole('button', { name: /light/i }).first().waitFor();
    await picture(page, 'palette');
    await page.close();
  });

  it('writes an article with a cover, schedules it, and shows it in the calendar', async () => {
    const page = await newsroom.open(LIST, owner);
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('n');
    await page.locator('.body-text').waitFor();
    await page.keyboard.type('The harbour freezes over');
    await page.keyboard.press('Enter');
    await page.keyboard.type('For the first time in eleven years the ice carries from the quay to the lighthouse.');
    await page.locator('.save-status', { hasText: 'Saved' }).waitFor();
    await page.getByRole('tab', { name: 'Cover' }).click();
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    const picker = page.getByRole('dialog');
    await picker
      .getByRole('button')
      .filter({ has: page.locator('img') })
      .first()
      .click();
    await page.getByRole('button', { name: /^Focal point/ }).waitFor();
    await page.locator('.save-status', { hasText: 'Saved' }).waitFor();
    await picture(page, 'editor');
    await page.keyboard.press('Control+Enter');
    await page.locator('dialog .primary').waitFor();
    await picture(page, 'publish');
    await page.keyboard.press('Escape');
    await page.goto(`${app.url}/newsroom/sites/1/calendar`);
    await page.getByRole('heading').first().waitFor();
    await picture(page, 'calendar');
    await page.goto(`${app.url}/newsroom/sites/1/media`);
    await page.locator('main img').first().waitFor();
    await picture(page, 'media');
    await page.close();
  });

  it('shows the figures of a campaign', async () => {
    const page = await newsroom.open('/sites/1/campaigns/1?period=28d&compare=previous', owner);
    await page.locator('.line-now').waitFor();
    await expect.poll(() => page.locator('.figure-definition:empty').count()).toBe(0);
    await picture(page, 'campaign');
    await page.close();
  });

  it('works on a phone', async () => {
    const page = await newsroom.open(LIST, owner, { viewport: PHONE, deviceScaleFactor: 2, isMobile: true });
    await page.getByRole('row').nth(1).waitFor();
    await picture(page, 'phone');
    await page.close();
  });

  // After all pictures of lists, in which its articles would be.
  it('reads a feed, tries a rule, and reviews what waits', async () => {
    const server = await feedServer();
    const items = NOTICES.map(([title, text], at) => ({
      ...{ id: String(at), title, body: `<p>${text}</p>`, more: '<dc:creator>Rut Hammar</dc:creator>' },
      link: `https://office.example/${at}`,
    }));
    server.answers.set('/notices.xml', document(rss(items)));
    const page = await newsroom.open('/sites/1/sources/new', owner);
    await page.getByLabel('Address of the feed').fill(`http://office.example:${server.port}/notices.xml`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(`Harbour office: ${items.length} items`).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'What it brought' }).waitFor();
    const waiting = async () => (await owner.manage('GET', '/sites/1/pending-articles')).meta.total_count;
    await expect.poll(waiting).toBe(items.length);
    for (const source of [
      { kind: 'guest_api', name: 'Ferry company', section_id: 1 },
      { kind: 'upload_form', name: 'Seen today', section_id: 1, form: FORM },
    ])
      await owner.manage('POST', '/sites/1/sources', { source });
    await page.goto(`${app.url}/newsroom/sites/1/sources`);
    await page.locator('.noun-name').nth(2).waitFor();
    for (const tab of ['Rules', 'Blocks', 'Stop']) expect(await page.getByRole('link', { name: tab }).count()).toBe(1);
    await picture(page, 'sources');
    await page.goto(`${app.url}/newsroom/sites/1/rules/new`);
    await page.getByLabel('One of these words occurs').fill('lotter*');
    await page.getByLabel('What it does').selectOption('Reject');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('It matches 1 item.').waitFor();
    await page.goto(`${app.url}/newsroom/sites/1/inbox`);
    await page.locator('.inbox-title').waitFor();
    await picture(page, 'inbox');
    await page.close();
  });

  it('shows a receiver of webhooks that is well, and one that is not', async () => {
    const target = await receiver();
    target.answer.with = ({ path }, response) => status(path === '/app' ? 500 : 204)({} as never, response);
    const hooks: number[] = [];
    for (const url of [`http://www.harbourpost.example:${target.port}/site`, `http://app.example:${target.port}/app`])
      hooks.push((await owner.manage('POST', '/sites/1/webhooks', { webhook: { url } })).webhook.id);
    const [{ uid }] = (await owner.manage('GET', '/sites/1/articles?state=published&fields=uid&count=1')).articles;
    await owner.manage('PATCH', `/sites/1/articles/${uid}`, {
      article: { summary: 'A calm night.', state: 'published' },
    });
    await expect.poll(() => [target.at('/site').length, target.at('/app').length > 0]).toEqual([1, true]);
    const page = await newsroom.open('/sites/1/webhooks', owner);
    await page.getByText('Failing', { exact: true }).waitFor();
    await page.getByText('Healthy', { exact: true }).waitFor();
    await picture(page, 'webhooks');
    await page.goto(`${app.url}/newsroom/sites/1/webhooks/${hooks[0]}/deliveries`);
    await page
      .getByRole('link', { name: /Article \d+/ })
      .first()
      .waitFor();
    await page.close();
  });

  it('has exactly the pictures that it shows', () => {
    const text = readFileSync(GUIDE, 'utf8');
    const shown = [...text.matchAll(/!\[[^\]]+\]\(newsroom\/([\w-]+\.webp)\)/g)].map(([, name = '']) => name);
    expect(shown.toSorted()).toEqual(taken.toSorted());
    expect(readdirSync(PICTURES).toSorted()).toEqual(taken.toSorted());
  });
});
