/** People, profile, settings and audit: what takes longer, and how they look. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../../src/db/connect.ts';
import { transaction } from '../../src/db/transaction.ts';
import { articleRendering } from '../../src/features/publication/rendering.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';
import { addPerson, type Browser, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('an owner', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site: number;
  let owner: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    owner = await newsroom.person([{ site_id: null, role: 'owner' }]);
  });
  afterAll(async () => {
    expect(newsroom?.complaints).toEqual([]);
    await chromium?.close();
  });

  const outdate = ({ id }: Browser) =>
    app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [id]);
  async function confirm(page: Page, password = PASSWORD): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  it('confirms the session before a role changes, and a wrong password does not sign out', async () => {
    const { id, email } = await addPerson(app, [{ site_id: site, role: 'author' }]);
    const page = await newsroom.open('/people', owner);
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
    await page.waitForURL(`${app.url}/newsroom/people/${id}`);
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    await page.getByRole('button', { name: 'Add a role' }).click();
    await page.getByLabel('Role', { exact: true }).nth(1).selectOption('analyst');
    await outdate(owner);
    await save(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await expectSound(page, 'confirming');
    // Not even for a moment: with two dialogs nobody knows which password is meant.
    await page.evaluate(`new MutationObserver(() => {
      if (document.body.textContent.includes('You were signed out')) window.wasSignedOut = true;
    }).observe(document.body, { childList: true, subtree: true })`);
    // Without this answer the page cannot find out that it is signed in after all.
    const answers: (() => void)[] = [];
    await page.route('**/v1/manage/me', (route) => void answers.push(() => void route.continue()));
    await confirm(page, 'wrong');
    await page.getByText('The password is wrong.').waitFor();
    await expect.poll(() => answers.length).toBe(1);
    await confirm(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.evaluate('window.wasSignedOut ?? false')).toBe(false);
    const { person } = await owner.manage('GET', `/people/${id}`);
    expect(person.roles).toEqual(
      expect.arrayContaining([
        { site_id: site, role: 'editor' },
        { site_id: null, role: 'analyst' },
      ]),
    );
    await page.close();
  });

  it('signs in again where the session has ended, not where the password is wrong', async () => {
    const person = await newsroom.person([{ site_id: site, role: 'owner' }]);
    const page = await newsroom.open('/people/invite', person);
    await page.getByLabel('E-mail address').fill('late@example.com');
    await outdate(person);
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await app.pool.query('delete from session where person_id = $1', [person.id]);
    await confirm(page);
    const again = page.getByRole('dialog', { name: 'You were signed out' });
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.waitFor({ state: 'detached' });
    await confirm(page);
    await page.getByRole('heading', { name: 'The invitation is ready' }).waitFor();
    await page.close();
  });

  it('cannot leave as the last owner, and the page says why', async () => {
    const alone = await testApp();
    const room = newsroomOf(alone, chromium);
    await alone.site({ name: 'Harbour Post' });
    const last = await room.person([{ site_id: null, role: 'owner' }]);
    const page = await room.open(`/people/${last.id}`, last);
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    await save(page);
    await page.getByText(/make someone else an owner first/i).waitFor();
    await page.getByRole('button', { name: 'Load the latest' }).click();
    await page.getByRole('button', { name: /^Remove Person/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This is your own account').waitFor();
    await dialog.getByRole('button', { name: /^Remove Person/ }).click();
    await dialog.getByText(/make someone else an owner first/i).waitFor();
    await page.close();
    await alone.stop();
  });

  it('asks before changes are left, makes a reset link that works, and removes the person', async () => {
    const { id, email } = await addPerson(app, [{ site_id: site, role: 'editor' }]);
    const page = await newsroom.open(`/people/${id}`, await newsroom.person([{ site_id: null, role: 'owner' }]));
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await page.getByRole('link', { name: 'Articles' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    await save(page);
    await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link').inputValue();
    const reset = await newsroom.open(new URL(link).pathname.replace('/newsroom', ''));
    expect(await reset.getByLabel('E-mail address').inputValue()).toBe(email);
    await reset.close();
    await page.getByRole('button', { name: 'Remove Renamed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Renamed' }).click();
    await page.getByText('Renamed was removed').waitFor();
    await page.waitForURL(`${app.url}/newsroom/people`);
    await owner.manage('GET', `/people/${id}`, undefined, 404);
    await page.close();
  });

  it('revokes an invitation, whose link then says so', async () => {
    const roles = [{ site_id: site, role: 'author' }];
    const { invitation } = await app.manage('POST', '/invitations', {
      invitation: { email: 'never@example.com', roles },
    });
    const page = await newsroom.open('/people/invitations', owner);
    await page.getByRole('button', { name: 'Revoke the invitation for never@example.com' }).click();
    await page.getByText('The invitation for never@example.com was revoked').waitFor();
    await page.goto(`${app.url}/newsroom/invitations/${invitation.token}`);
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await page.close();
  });

  it('of one site sees the people there, and changes only roles there', async () => {
    const other = await app.site({ name: 'Other' });
    const { id } = await addPerson(app, [
      { site_id: site, role: 'author' },
      { site_id: other, role: 'editor' },
    ]);
    const page = await newsroom.open(`/people/${id}`, await newsroom.person([{ site_id: site, role: 'owner' }]));
    await page.getByLabel('Name', { exact: true }).fill('Mine now');
    await save(page);
    await page.getByText('This person has roles on sites that you do not own').waitFor();
    expect(await page.getByLabel('Site', { exact: true }).locator('option').allTextContents()).toEqual([
      'Harbour Post',
    ]);
    await page.close();
  });

  it('sees how far articles are rendered after the address of the site has changed', async () => {
    const many = await app.site({ name: 'Many' });
    const payload = { site_id: many, of: 'site' as const, id: many, after_id: 0, total: 1_200, done: 400 };
    // As a change of a site with that many articles does; nothing works on the queue here.
    await transaction(kysely(app.pool), (tx) => enqueue(tx, articleRendering, { key: String(many), payload }));
    const page = await newsroom.open(`/sites/${many}/settings`, owner);
    await page.getByText('400 of 1,200 articles show the change.').waitFor();
    await app.pool.query("delete from job where kind = 'publication.render'");
    await page.getByText('All articles show the change.').waitFor();
    await page.getByLabel('Public address').fill('https://many.example');
    await save(page);
    await page.getByText('Settings saved').waitFor();
    expect((await app.manage('GET', `/sites/${many}`)).site.url).toBe('https://many.example');
    await page.close();
  });

  it('pages through the audit log, and follows one thing', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'First name' } });
    for (let n = 0; n < 60; n++)
      await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { name: `Name ${n}` } });
    const page = await newsroom.open(`/audit?noun=section&id=${section.id}`, owner);
    await page.locator('summary').filter({ hasText: 'Name 59' }).waitFor();
    expect(await page.locator('.audit-entry').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('That is all.').waitFor();
    expect(await page.locator('.audit-entry').count()).toBe(61);
    await page.getByRole('button', { name: /^Remove the filter Section/ }).click();
    await page.waitForURL(/\/audit\?noun=section$/);
    await page.getByLabel('From').fill('2001-01-01');
    await page.getByLabel('Until').fill('2001-01-02');
    await page.getByText('No entry matches').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).nth(1).click();
    await page.locator('.audit-entry').first().waitFor();
    await page.close();
  });

  it.each(['editor', 'author', 'analyst'] as const)(
    'is who may open them: a person who is %s may not',
    async (role) => {
      const page = await newsroom.open('/people', await newsroom.person([{ site_id: site, role }]));
      await page.getByText('Your role does not allow this.').waitFor();
      await page.goto(`${app.url}/newsroom/audit`);
      await page.getByText('Your role does not allow this.').waitFor();
      for (const name of ['People', 'Site settings', 'Audit log'])
        expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
      await page.close();
    },
  );

  it('reads them in Finnish', async () => {
    const person = await newsroom.person([{ site_id: null, role: 'owner' }]);
    await person.manage('PATCH', '/me', { person: { language: 'fi' } });
    const page = await newsroom.open('/people', person);
    await page.getByRole('heading', { name: 'Henkilöt' }).waitFor();
    await page.goto(`${app.url}/newsroom/audit`);
    await page.getByRole('heading', { name: 'Tapahtumaloki' }).waitFor();
    await page.goto(`${app.url}/newsroom/sites/${site}/settings`);
    await page.getByRole('heading', { name: 'Sivuston asetukset' }).waitFor();
    await page.close();
  });
});
