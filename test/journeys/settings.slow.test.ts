/** The settings of a site, and what the audit log says about them. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';

describe.skipIf(!hasBrowser)('an owner', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
  });
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  it('changes settings, is told what is wrong beside the field, and finds the change in the audit log', async () => {
    const page = await newsroom.open('', await newsroom.person([{ site_id: site, role: 'owner' }]));
    await page.getByRole('link', { name: 'Site settings' }).click();
    await page.getByLabel('Name of the site').fill('Harbour Times');
    await page.getByLabel('Preview page').fill('https://example.com/preview');
    await page.getByLabel('Visitors can vote on articles').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/contains \{token\} once, such as/).waitFor();
    await page.getByLabel('Preview page').fill('https://example.com/preview/{token}');
    await page.getByLabel('Colour of the site', { exact: true }).fill('#ffd400');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').waitFor();
    // Yellow text on paper could not be read.
    const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')";
    await expect.poll(() => page.evaluate(accent)).toBe('light-dark(#806a00, #ffd400)');
    const { site: saved } = await app.manage('GET', `/sites/${site}`);
    expect(saved).toMatchObject({
      name: 'Harbour Times',
      voting_enabled: true,
      preview_url: 'https://example.com/preview/{token}',
      brand_color: '#ffd400',
    });

    // Someone else saves in the meantime.
    await app.manage('PATCH', `/sites/${site}`, { site: { locale: 'sv' } });
    await page.getByLabel('Name of the site').fill('Harbour Star');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/Someone else changed this in the meantime/).waitFor();
    await page.getByRole('button', { name: 'Load the latest' }).click();
    await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('sv');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('On what').selectOption('site');
    await page.getByLabel('Who').selectOption('person');
    await page.waitForURL(/\/audit\?kind=person&noun=site$/);
    const entry = page.getByRole('listitem').filter({ hasText: 'Changed: site' });
    await entry.locator('summary').click();
    await entry.getByRole('row', { name: 'name Harbour Post Harbour Times' }).waitFor();
    await entry.getByRole('row', { name: 'voting_enabled no yes' }).waitFor();
    const csv = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
    const file = String(await page.evaluate(`fetch(${JSON.stringify(csv)}).then((answer) => answer.text())`));
    expect(file.trim().split('\n')).toHaveLength(2);
    await page.goBack();
    await page.waitForURL(/\/audit\?noun=site$/);
    await expect.poll(() => page.getByText('Changed: site').count()).toBe(2);
    await page.close();
  });
});
