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
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { ROOT } from '../guide.ts';
import { type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

const GUIDE = join(ROOT, 'docs/guides/newsroom.md');
const PICTURES = join(ROOT, 'docs/guides/newsroom');
const isSaving = process.env.PICTURES === '1';
const LIST = '/sites/1/articles';
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
    app = await testApp({}, { isWorking: true });
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

  it('has exactly the pictures that it shows', () => {
    const text = readFileSync(GUIDE, 'utf8');
    const shown = [...text.matchAll(/!\[[^\]]+\]\(newsroom\/([\w-]+\.webp)\)/g)].map(([, name = '']) => name);
    expect(shown.toSorted()).toEqual(taken.toSorted());
    expect(readdirSync(PICTURES).toSorted()).toEqual(taken.toSorted());
  });
});
