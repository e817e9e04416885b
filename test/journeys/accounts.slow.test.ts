/** Network accounts: connected at a simulator, chosen among pages, disconnected with what stops, connected again, and refused. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NetworkDesk, networkDesk } from '../../src/intake/testing/networks.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf, PHONE } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('an owner', () => {
  let desk: NetworkDesk;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let owner: Browser;
  beforeAll(async () => {
    desk = await networkDesk();
    chromium = await launchBrowser();
    newsroom = newsroomOf(desk.app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(() => chromium?.close());

  const open = (path: string, options = {}) => newsroom.open(`/sites/${desk.site}${path}`, owner, options);
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const allow = (page: Page, name: string) => page.getByRole('link', { name: `Allow as ${name}` }).click();
  const accounts = async () => (await desk.app.manage('GET', `/sites/${desk.site}/network-accounts`)).network_accounts;

  it('connects an account of X at the simulator, on a phone', async () => {
    const page = await open('/accounts', { viewport: PHONE });
    await page.getByText('No account is connected').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Connect an account' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour Post');
    await button(page, 'Continue at X (simulated)').click();
    // The service says what is missing, before anyone leaves.
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('At most this much').fill('50');
    await button(page, 'Continue at X (simulated)').click();
    await page.getByText('This is no real network').waitFor();
    await allow(page, 'ida_holm');
    await page.getByRole('heading', { name: 'Harbour Post', level: 1 }).waitFor();
    await page.getByText('@ida_holm').waitFor();
    expect(page.url()).toMatch(/\/newsroom\/sites\/\d+\/accounts\/\d+$/);
    expect(await accounts()).toMatchObject([{ network: 'x', way: 'oauth', monthly_cap: 5_000, state: 'ok' }]);
    await expectSound(page, 'connected');
    await page.close();
  });

  it('chooses among the pages of Facebook', async () => {
    const page = await open('/accounts/new');
    await page.getByLabel('Network').selectOption('Facebook');
    await page.getByLabel('Name', { exact: true }).fill('Our page');
    await button(page, 'Continue at Facebook (simulated)').click();
    await allow(page, 'ida_holm');
    await page.getByText('Which one?').waitFor();
    await expectSound(page, 'choice');
    await page.getByLabel('seal_watch (simulated)').check();
    await button(page, 'Connect').click();
    await page.getByRole('heading', { name: 'Our page', level: 1 }).waitFor();
    await page.getByText('seal_watch (simulated)').waitFor();
    expect((await accounts()).map(({ name }: { name: string }) => name)).toEqual(['Harbour Post', 'Our page']);
    await page.close();
  });

  it('sees what stops before disconnecting, connects again, and is told who must sign in', async () => {
    const [{ id }] = await accounts();
    const source = await desk.add({
      account_id: id,
      name: 'Harbour on X',
      targets: [{ type: 'hashtag', value: 'harbour' }],
    });
    const page = await open(`/accounts/${id}`);
    await button(page, 'Disconnect').click();
    await page.getByRole('dialog').getByText('Harbour on X').waitFor();
    // Enter, pressed too often, disconnects nothing.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await inDialog(page, 'Disconnect').click();
    await page.getByText('Not connected').waitFor();
    const stopped = (await desk.app.manage('GET', `/sites/${desk.site}/sources/${source.id}`)).source;
    expect(stopped.state).toBe('paused');
    await button(page, 'Connect again').click();
    await allow(page, 'kaisa_k');
    await page.getByText('You signed in as someone else than before').waitFor();
    await page.goto(`${desk.app.url}/newsroom/sites/${desk.site}/accounts/${id}`);
    await button(page, 'Connect again').click();
    await allow(page, 'ida_holm');
    await page.getByText('Works').waitFor();
    expect((await accounts())[0]).toMatchObject({ has_token: true, state: 'ok' });
    await page.close();
  });

  it('reads in the list that the network has refused, and why', async () => {
    const [{ id }] = await accounts();
    await desk.control('x/seed', { revoked: ['ida_holm'] });
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'unauthorized', count: 9 });
    await desk.app.pool.query(
      "update network_account set renew_at = now(), renew_doubted_at = now() - interval '1 hour' where id = $1",
      [id],
    );
    await desk.app.pool.query(
      `insert into job_lane (kind, key, next_at) values ('network.renew-sweep', 'test', now())`,
    );
    await desk.app.pool.query(
      `insert into job (kind, key, payload, run_at) values ('network.renew-sweep', 'test', '{}', now())`,
    );
    await expect.poll(async () => (await accounts())[0].state, { timeout: 60_000 }).toBe('invalid');
    const page = await open('/accounts');
    await page.getByText('Refused').waitFor();
    await page.getByRole('link', { name: 'Harbour Post' }).click();
    await page.getByText('The token was not renewed').waitFor();
    await page.close();
  });

  it('asked no other address than the simulator, and broke no policy', () => {
    expect(newsroom.complaints.filter((what) => !what.startsWith(desk.url))).toEqual([]);
  });
});
