/** Sources: a feed that is previewed, saved and read; a rule that is tried and then saved; blocks; the stop; a partner's key; a form. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, feedServer, rss } from '../../src/intake/testing/feeds.ts';
import { type TestApp, testApp, webhookTools } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { type Newsroom, newsroomOf } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('the screens of intake', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let owner: Browser;
  let site: number;
  let feed: string;
  beforeAll(async () => {
    const webhooks = webhookTools({ resolve: async () => ['127.0.0.1'] });
    app = await testApp({ webhooks }, { isWorking: true });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    site = await app.site();
    await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
    const server = await feedServer();
    const items = ['Ferry at noon', 'Win the lottery'].map((title) => ({
      ...{ id: title, title, link: `https://office.example/${encodeURI(title)}`, body: `<p>${title}.</p>` },
    }));
    server.answers.set('/feed', document(rss(items)));
    feed = `http://office.test:${server.port}/feed`;
  });
  afterAll(() => chromium?.close());

  const open = (path: string) => newsroom.open(`/sites/${site}${path}`, owner);
  const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('preview a feed before it is saved, and show what it brought', async () => {
    const page = await open('/sources');
    await page.getByRole('link', { name: 'New source' }).first().click();
    await page.getByLabel('Address of the feed').fill(feed);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Harbour office: 2 items').waitFor();
    const path = `/sites/${site}/sources`;
    expect((await app.manage('GET', path)).meta.total_count).toBe(0);
    await save(page, 'Create');
    await page.getByRole('link', { name: 'What it brought' }).waitFor();
    const [source] = (await app.manage('GET', path)).sources;
    const held = async () => (await app.manage('GET', `/sites/${site}/pending-articles`)).meta.total_count;
    await expect.poll(held).toBe(2);
    await page.getByRole('link', { name: 'What it brought' }).click();
    await page.getByText('Ferry at noon').waitFor();
    await page.goto(`${app.url}/newsroom/sites/${site}/sources/${source.id}`);
    await page.getByLabel('Active').uncheck();
    await save(page, 'Save');
    await expect.poll(async () => (await app.manage('GET', `${path}/${source.id}`)).source.state).toBe('paused');
    await page.close();
  });

  it('try a rule on past items before it is saved', async () => {
    const page = await open('/rules/new');
    await page.getByLabel('Name').fill('Advertising');
    await page.getByLabel('One of these words occurs').fill('lotter*');
    await page.keyboard.press('Enter');
    await page.getByLabel('What it does').selectOption('Reject');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('It matches 1 item.').waitFor();
    await page.getByText('held today, would be rejected').waitFor();
    // The feed names no language, no reply and no number of followers.
    await page.getByLabel('It is in one of these languages').fill('FI');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('It matches 0 items.').waitFor();
    await page.getByRole('button', { name: 'Remove fi' }).click();
    await page.getByLabel('Its poster has at least this many followers').fill('5');
    await page.getByLabel('Its poster has at most this many followers').fill('4');
    await save(page, 'Create');
    await page.getByText('The most must not be less than the fewest.').waitFor();
    await page.getByLabel('Its poster has at least this many followers').fill('');
    await page.getByLabel('Its poster has at most this many followers').fill('');
    await page.getByLabel('Replies', { exact: true }).selectOption('It is no reply');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('It matches 1 item.').waitFor();
    const path = `/sites/${site}/intake-rules`;
    expect((await app.manage('GET', path)).intake_rules).toEqual([]);
    await save(page, 'Create');
    await expect.poll(async () => (await app.manage('GET', path)).intake_rules.length).toBe(1);
    const [rule] = (await app.manage('GET', path)).intake_rules;
    const match = { words: ['lotter*'], is_reply: false };
    expect(rule).toMatchObject({ name: 'Advertising', action: 'reject', match, active: true });
    await page.goto(`${app.url}/newsroom/sites/${site}/rules`);
    await page.getByText('lotter*, no replies').waitFor();
    await page.close();
  });

  it('block a domain, stop intake and release it', async () => {
    const page = await open('/blocked');
    await page.getByLabel('Kind').selectOption('Domain');
    await page.getByLabel('Value').fill('spam.example');
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('button', { name: 'Unblock spam.example' }).click();
    await page.getByText('Nothing is blocked').waitFor();
    await page.getByRole('link', { name: 'Stop', exact: true }).click();
    const hold = async () => (await app.manage('GET', `/sites/${site}/intake/hold`)).hold;
    await page.getByLabel('Also unpublish what sources published in the last minutes').check();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText(/Stopped by you/).waitFor();
    expect(await hold()).toMatchObject({ held: true, all_sites: false });
    await page.getByRole('link', { name: 'Sources', exact: true }).last().click();
    await page.getByText('Intake is stopped: what sources bring waits for an editor.').waitFor();
    await page.getByRole('link', { name: 'Release it' }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    await expect.poll(async () => (await hold()).held).toBe(false);
    await page.getByRole('button', { name: 'Stop all sites' }).click();
    await expect.poll(async () => (await hold()).all_sites).toBe(true);
    await app.pool.query('update intake_hold set collects = false where site_id is null');
    const restored = await open('/sources');
    await restored.getByText(/restored from a backup: no source is asked .* “masthead restore --release”/).waitFor();
    await restored.close();
    // The button of the site may still be there for a moment; the one of all sites is below it.
    await page.getByRole('button', { name: 'Stop all sites' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Release' }).last().click();
    await expect.poll(async () => (await hold()).all_sites).toBe(false);
    await page.close();
  });

  it('make a key for a partner, shown once, and a form with its address', async () => {
    const page = await open('/sources/new');
    await page.getByLabel('Kind').selectOption('Partner');
    await page.getByLabel('Name').fill('Ferry company');
    await save(page, 'Create');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    const offer = { article: { external_id: '1', title: 'New timetable', body: '<p>From May on.</p>' } };
    expect((await app.request('POST', '/v1/guest/articles', { token: key, body: offer })).status).toBe(200);
    await page.goto(`${app.url}/newsroom/sites/${site}/sources/new`);
    await page.getByLabel('Kind').selectOption('Form for readers');
    await page.getByLabel('Name').fill('Seen today');
    await page.getByLabel('What readers are asked for').fill('What did you see?');
    await page.getByLabel('What they read when they have sent it').fill('Thank you!');
    await page.getByLabel('What they agree to').fill('You may publish it.\n? You may call me.');
    await save(page, 'Create');
    const address = await page.getByLabel('Address of the form').inputValue();
    expect(await (await fetch(address)).text()).toContain('What did you see?');
    const { sources } = await app.manage('GET', `/sites/${site}/sources`);
    expect(sources.at(-1).form.consents).toEqual([
      { text: 'You may publish it.', required: true },
      { text: 'You may call me.', required: false },
    ]);
    await page.close();
  });

  const stored = async () => (await app.manage('GET', `/sites/${site}/sources`)).sources.at(-1);

  it('save a mailbox with all of its settings, and keep its password', async () => {
    const page = await open('/sources/new');
    await page.getByLabel('Kind').selectOption('E-mail');
    await page.getByLabel('Name').fill('Letters');
    await page.getByLabel('How messages arrive').selectOption('They are read from a mailbox');
    await page.getByLabel('Server', { exact: true }).fill('imap.example.com');
    await page.getByLabel('Encryption').selectOption('STARTTLS');
    await page.getByLabel('Port', { exact: true }).fill('1143');
    await page.getByLabel('User', { exact: true }).fill('desk@example.com');
    await save(page, 'Create');
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('hunter2');
    await page.getByLabel('Folder', { exact: true }).fill('News');
    await page.getByLabel('Messages that were taken').selectOption('Are moved to another folder');
    await page.getByLabel('Other folder').fill('Taken');
    await page.getByLabel('Server that checks senders').fill('mx.example.com');
    await page.getByLabel('Active').uncheck();
    await save(page, 'Create');
    await page.getByRole('link', { name: 'What it brought' }).waitFor();
    const email = {
      way: 'imap',
      server: 'imap.example.com',
      port: 1_143,
      security: 'starttls',
      user: 'desk@example.com',
    };
    const rest = { mailbox: 'News', after: 'move', move_to: 'Taken', trusted_server: 'mx.example.com' };
    expect((await stored()).email).toEqual({ ...email, ...rest, allow: [], unlisted: 'hold' });
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Folder', { exact: true }).fill('Letters');
    await save(page, 'Save');
    await expect.poll(async () => (await stored()).email.mailbox).toBe('Letters');
    await page.getByLabel('Server', { exact: true }).fill('other.example.com');
    await save(page, 'Save');
    await page.getByText('Type the password again').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.close();
  });

  it('save a tracker with its cost, its campaign, its authors and the times at which it may publish', async () => {
    const of = (path: string) => `/sites/${site}/${path}`;
    const account = { network: 'facebook', name: 'Our page', token: 't', external_id: 'harbour' };
    await app.manage('POST', of('network-accounts'), { network_account: account });
    const x = { network: 'x', name: 'Our X', token: 't', monthly_cap: 5_000 };
    await app.manage('POST', of('network-accounts'), { network_account: x });
    const { author } = await app.manage('POST', of('authors'), { author: { firstname: 'Ida', lastname: 'Holm' } });
    const { campaign } = await app.manage('POST', '/campaigns', {
      campaign: { name: 'Regatta', service_site_id: site },
    });
    const page = await open('/sources/new');
    await page.getByLabel('Kind').selectOption('Social network');
    await page.getByLabel('Name').fill('Posts');
    await page.getByLabel('Account', { exact: true }).selectOption('Our X');
    await page.getByText('At most $50.00 in a calendar month').or(page.getByText('At most US$50.00')).first().waitFor();
    expect(await page.getByLabel('Posts of the account itself').count()).toBe(0);
    await page.getByLabel('Account', { exact: true }).selectOption('Our page');
    await page.getByText('The network charges nothing.').waitFor();
    await page.getByLabel('Posts of the account itself').check();
    await page.getByLabel('Hashtags, accounts, words').fill('harbour_office');
    await page.keyboard.press('Enter');
    await page.getByLabel('Campaign').selectOption('Regatta');
    await page.getByLabel('Authors of its articles').selectOption('Ida Holm');
    await page.getByLabel('Publication').selectOption('Articles are published at once');
    await page.getByLabel('Publish at certain times only').check();
    await page.getByLabel('Friday').uncheck();
    await page.getByLabel('Until').fill('16:30');
    await page.getByLabel('Active').uncheck();
    await save(page, 'Create');
    await page.getByRole('link', { name: 'What it brought' }).waitFor();
    expect(await stored()).toMatchObject({
      ...{ kind: 'media_tracker', campaign_id: campaign.id, author_ids: [author.id], approval: 'auto' },
      targets: [
        { type: 'own', value: '' },
        { type: 'account', value: 'harbour_office' },
      ],
      window: { days: [1, 2, 3, 4], from: '08:00', to: '16:30' },
    });
    await page.getByLabel('Posts of the account itself').uncheck();
    await page.getByLabel('Publish at certain times only').uncheck();
    await save(page, 'Save');
    await expect.poll(async () => (await stored()).window).toBeNull();
    expect((await stored()).targets).toEqual([{ type: 'account', value: 'harbour_office' }]);
    await page.close();
  });

  it('have broken no policy, asked no other address and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
