/** Articles in an order, by mouse, by keys and by menu, with one save. More of it is in nouns.slow.test.ts. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('articles in an order', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let section: number;
  let owner: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(() => chromium?.close());

  const write = async (title: string, fields: object = {}) => {
    const article = { title, section_id: section, state: 'published', ...fields };
    return (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
  };
  const shown = (page: Page) => page.locator('.order-list .found-title').allTextContents();
  const stored = async (path: string): Promise<string[]> =>
    (await app.manage('GET', `/sites/${site}/${path}/articles?fields=title`)).articles.map(
      ({ title }: { title: string }) => title,
    );

  /** Drags in small steps, as a hand does. */
  async function drag(page: Page, from: string, to: string, where: 'above' | 'below'): Promise<void> {
    const [start, end] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
    if (!start || !end) throw new Error('Nothing to drag.');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + 24, end.y + (where === 'above' ? 4 : end.height - 4), { steps: 6 });
    await page.mouse.up();
  }
  const item = (title: string) => `.order-list .ordered-item:has-text("${title}")`;

  it('orders an issue by mouse, keys and menu, and saves once', async () => {
    const [fog, ice, wind] = [await write('Fog'), await write('Ice'), await write('Wind')];
    await write('Rain');
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'Spring' } });
    await app.manage('PUT', `/sites/${site}/issues/${issue.id}/articles`, { article_ids: [fog.id, ice.id, wind.id] });
    await app.manage('DELETE', `/sites/${site}/articles/${ice.uid}/publication`);
    const page = await newsroom.open(`/sites/${site}/issues`, owner);
    await page.getByRole('link', { name: 'Spring' }).click();
    // Not the one of the menu, which is there before the form.
    await page.getByRole('main').getByRole('link', { name: 'Articles' }).click();
    await page.locator(item('Ice')).getByText('Not live').waitFor();
    await drag(page, `${item('Wind')} .handle`, item('Fog'), 'above');
    expect(await shown(page)).toEqual(['Wind', 'Fog', 'Ice']);
    await page.locator('.found-article', { hasText: 'Rain' }).waitFor();
    await drag(page, '.found-article:has-text("Rain") .handle', item('Fog'), 'below');
    expect(await shown(page)).toEqual(['Wind', 'Fog', 'Rain', 'Ice']);
    await page.getByRole('button', { name: 'Move Ice', exact: true }).focus();
    for (const key of ['Space', 'Home', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await page.getByText('Ice is dropped at position 2 of 4.').waitFor();
    expect(await shown(page)).toEqual(['Wind', 'Ice', 'Fog', 'Rain']);
    for (const key of ['Space', 'End', 'Escape']) await page.keyboard.press(key);
    await page.getByText('Cancelled. Ice is back at position 2.').waitFor();
    await page.getByRole('button', { name: 'Move Wind to …' }).click();
    await page.getByRole('menuitem', { name: 'Bottom' }).click();
    await expect.poll(() => shown(page)).toEqual(['Ice', 'Fog', 'Rain', 'Wind']);
    // The menu before closes with a transition.
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await page.getByRole('button', { name: 'Move Rain to …' }).click();
    await page.getByRole('menuitem', { name: 'Position …' }).click();
    await page.getByLabel('Position, 1 to 4').fill('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual(['Rain', 'Ice', 'Fog', 'Wind']);
    expect(await stored(`issues/${issue.id}`)).toEqual(['Fog', 'Ice', 'Wind']);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Articles saved.').waitFor();
    expect(await stored(`issues/${issue.id}`)).toEqual(['Rain', 'Ice', 'Fog', 'Wind']);
    await page.close();
  });

  it('has thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
