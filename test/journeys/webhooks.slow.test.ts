/** Receivers and keys, in a browser: a receiver that fails is found, understood and repaired, and a key works until it is revoked. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiver, status, type TestReceiver } from '../../src/features/webhooks/testing/receiver.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSoundInBothThemes, type Newsroom, newsroomOf, SIZES } from '../newsroom.ts';
import { type Browser, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('an owner', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let owner: Browser;
  let target: TestReceiver;
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true, isSending: true });
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    target = await receiver();
  });
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  const publish = async (title: string) => {
    const [section] = (await app.manage('GET', `/sites/${site}/sections`)).sections;
    const section_id =
      section?.id ?? (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
    const article = { title, section_id, body: '<p>Waves.</p>', state: 'published' };
    return (await app.manage('POST', `/sites/${site}/articles`, { article })).article;
  };
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

  it('registers a receiver, and its secret signs what arrives', async () => {
    const page = await newsroom.open(`/sites/${site}/webhooks`, owner);
    await page.getByText('No receivers').waitFor();
    await page.getByRole('link', { name: 'Add a receiver' }).first().click();
    await page.getByLabel('Address').fill('ftp://example.com');
    await press(page, 'Add receiver');
    await page.locator('.field-problem').waitFor();
    await page.getByLabel('Address').fill(`${target.url}/good`);
    await press(page, 'Add receiver');
    await page.getByRole('heading', { name: 'The receiver is registered' }).waitFor();
    const secret = await page.getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'Open the receiver' }).click();
    await page.getByText('Nothing sent yet').waitFor();

    await press(page, 'Send a test');
    await page.getByText('The receiver accepted it with 204.').waitFor();
    await page.locator('.state', { hasText: 'Tested, no article sent yet' }).waitFor();
    await page.getByRole('link', { name: 'Show the request and the response' }).click();
    const sent = target.at('/good')[0];
    expect(await page.getByLabel('Body, exactly as sent').inputValue()).toBe(sent?.body);
    await page.getByLabel('Secret').fill('whsec_another');
    await page.getByText('The signature does not match').waitFor();
    await page.getByLabel('Secret').fill(secret);
    await page.getByText('The signature matches').waitFor();
    await page.close();
  });

  it('finds what a failing receiver answered, sends it again, pauses and resumes it', async () => {
    target.answer.with = status(500);
    const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: `${target.url}/bad` } });
    const { id } = await publish('Storm');
    await expect.poll(() => target.at('/bad').length).toBeGreaterThan(0);
    const page = await newsroom.open(`/sites/${site}/webhooks/${webhook.id}`, owner);
    await page.locator('.state', { hasText: 'Failing' }).waitFor();
    await page.getByText(/Requests have failed since/).waitFor();

    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await page.getByLabel('State').selectOption('delivered');
    await page.getByText('No matching deliveries').waitFor();
    expect(page.url()).toContain('state=delivered');
    await press(page, 'Clear the filters');
    await page.getByRole('link', { name: 'Publish · Storm' }).click();
    await page.getByText(`Storm (${id})`).waitFor();
    await page.locator('.attempt summary').first().click();
    await page.getByText('answer 500').first().waitFor();

    await page.goto(`${app.url}/newsroom/sites/${site}/webhooks/${webhook.id}`);
    await press(page, 'Pause');
    await page.getByText('Someone paused it. New deliveries wait.').first().waitFor();
    target.answer.with = status(204);
    await press(page, 'Resume');
    await page.locator('.state', { hasText: 'Healthy' }).waitFor();

    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    const article = page.getByRole('link', { name: `Article ${id}`, exact: true });
    const { articles } = await app.manage('GET', `/sites/${site}/articles?q=Storm`);
    expect(await article.getAttribute('href')).toBe(`/newsroom/sites/${site}/articles/${articles[0].uid}`);
    await page.getByRole('link', { name: 'Publish · Storm' }).click();
    await page.locator('.state', { hasText: 'Delivered' }).waitFor();
    const before = target.at('/bad').length;
    await press(page, 'Send this one again');
    await expect.poll(() => target.at('/bad').length).toBe(before + 1);

    await page.goto(`${app.url}/newsroom/sites/${site}/webhooks/${webhook.id}`);
    await page.getByLabel('From').fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 event is sent again.').waitFor();
    await expect.poll(() => target.at('/bad').length).toBe(before + 2);
    await page.close();
  });

  it('changes a secret in three steps', async () => {
    const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, {
      webhook: { url: `${target.url}/rotating`, secret: 'a secret of old' },
    });
    const state = async () => (await app.manage('GET', `/sites/${site}/webhooks/${webhook.id}`)).webhook.secret_state;
    const page = await newsroom.open(`/sites/${site}/webhooks/${webhook.id}`, owner);
    const promote = page.getByRole('button', { name: 'Use the next secret' });
    const retire = page.getByRole('button', { name: 'Retire the previous secret' });
    expect([await promote.isDisabled(), await retire.isDisabled()]).toEqual([true, true]);
    await press(page, 'Create the next secret');
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    expect(await state()).toMatchObject({ is_staged: true });
    await promote.click();
    await page.getByText(/The previous secret signs until/).waitFor();
    expect(await state()).toMatchObject({ is_staged: false });
    await retire.click();
    await expect.poll(async () => (await state()).previous_until).toBeNull();
    await page.close();
  });

  it('changes and deletes a receiver, and keeps what someone else saved', async () => {
    const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: `${target.url}/old` } });
    const path = `/sites/${site}/webhooks/${webhook.id}`;
    const page = await newsroom.open(`${path}/settings`, owner);
    await page.getByLabel('Address').fill(`${target.url}/new`);
    await app.manage('PATCH', path, { webhook: { actions: ['publish'] } });
    await press(page, 'Save');
    await press(page, 'Load the latest');
    await expect.poll(() => page.getByLabel('updated').isChecked()).toBe(false);
    await page.getByLabel('Address').fill(`${target.url}/new`);
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const saved = (await app.manage('GET', path)).webhook;
    expect([saved.url, saved.actions]).toEqual([`${target.url}/new`, ['publish']]);
    await press(page, 'Delete this webhook');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this webhook' }).click();
    await page.waitForURL(`${app.url}/newsroom/sites/${site}/webhooks`);
    await app.manage('GET', path, undefined, 404);
    await page.close();
  });

  it('creates a key that works, sees when it was used, and revokes it', async () => {
    const page = await newsroom.open('/keys', owner);
    await page.getByRole('link', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('Importer');
    await page.getByLabel('Write and publish, as editors do').check();
    await page.getByLabel('How long is it valid?').selectOption('30');
    await app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [
      owner.id,
    ]);
    await press(page, 'Create key');
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Importer is ready' }).waitFor();
    const token = await page.getByLabel('Key', { exact: true }).inputValue();
    const reads = async () => (await app.request('GET', `/v1/manage/sites/${site}/articles`, { token })).status;
    expect(await reads()).toBe(200);
    await page.getByRole('link', { name: 'All keys' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Importer' });
    await row.getByText('Harbour Post').waitFor();
    await row.getByRole('button', { name: 'Revoke Importer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No API keys').waitFor();
    expect(await reads()).toBe(401);
    await page.close();
  });

  // screens.slow.test.ts looks at the lists and forms; these are the states between.
  it.each(SIZES)('finds dialogs and secrets that are sound at %j', async (viewport) => {
    const { webhook } = await app.manage('POST', `/sites/${site}/webhooks`, {
      webhook: { url: `${target.url}/sound` },
    });
    const page = await newsroom.open(`/sites/${site}/webhooks/${webhook.id}`, owner, { viewport });
    await press(page, 'Create the next secret');
    await page.getByLabel('Secret').waitFor();
    await expectSoundInBothThemes(page, 'a staged secret');
    await page.goto(`${app.url}/newsroom/sites/${site}/webhooks/${webhook.id}/settings`);
    await press(page, 'Delete this webhook');
    await page.getByRole('dialog').waitFor();
    await expectSoundInBothThemes(page, 'the question before deleting');
    await app.manage('POST', '/api-keys', { api_key: { name: `Reader ${viewport.width}`, scopes: ['content:read'] } });
    await page.goto(`${app.url}/newsroom/keys`);
    await press(page, `Revoke Reader ${viewport.width}`);
    await page.getByRole('dialog').waitFor();
    await expectSoundInBothThemes(page, 'the question before revoking');
    await page.close();
  });

  it('shows editors the receivers, and no keys', async () => {
    const editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
    const page = await newsroom.open(`/sites/${site}/articles`, editor);
    await page.getByRole('link', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await page.goto(`${app.url}/newsroom/keys`);
    await page.locator('.notice').waitFor();
    await page.close();
  });
});
