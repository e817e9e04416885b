/** Links of invitations and password resets, as the people who get them use them. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';
import { addPerson, type Browser, PASSWORD } from '../people.ts';

describe.skipIf(!hasBrowser)('a link into the newsroom', () => {
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

  const invite = async (email: string, role = 'author') => {
    const roles = [{ site_id: site, role }];
    const { invitation } = await owner.manage('POST', '/invitations', { invitation: { email, roles } });
    return `/invitations/${invitation.token}`;
  };
  const articles = (page: Page) => page.getByRole('heading', { name: 'Articles', level: 1 });

  it('of an invitation makes a person, once, and says what is wrong with a password', async () => {
    const address = await invite('sanna@example.com');
    const page = await newsroom.open(address);
    await page.getByText('sanna@example.com').waitFor();
    await page.getByRole('heading', { name: 'You are invited to Harbour Post', level: 1 }).waitFor();
    await page.getByText('Author').waitFor();
    expect(await page.locator('.facts').textContent()).toMatch(/Invited byPerson \d+SiteHarbour Post/);
    await expectSound(page, 'an invitation');
    await page.getByLabel('Your name').fill('Sanna Sund');
    await page.getByLabel('Choose a password').fill('short');
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page
      .getByText(/12 characters/)
      .nth(1)
      .waitFor();
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await articles(page).waitFor();
    await page.getByRole('button', { name: 'Account: Sanna Sund' }).waitFor();
    await page.close();
    const again = await newsroom.open(address);
    await again.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await again.getByText('This invitation was used or revoked, or it has expired.').waitFor();
    await expectSound(again, 'a used invitation');
    await again.getByRole('link', { name: 'Go to sign-in' }).click();
    await again.getByLabel('E-mail address').waitFor();
    await again.close();
  });

  it('of an invitation gives a known person the role, for the right password', async () => {
    const { email, id } = await addPerson(app, []);
    const page = await newsroom.open(await invite(email, 'editor'), await newsroom.person([]));
    await page.getByText(/You are signed in as Person/).waitFor();
    await page.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await articles(page).waitFor();
    const { person } = await owner.manage('GET', `/people/${id}`);
    expect(person.roles).toEqual([{ site_id: site, role: 'editor' }]);
    await page.close();
  });

  it('of an invitation is accepted by the invited person who is signed in', async () => {
    const person = await newsroom.person([]);
    const page = await newsroom.open(await invite(person.email), person);
    await page.getByRole('button', { name: /^Accept as Person/ }).click();
    await articles(page).waitFor();
    await page.close();
  });

  it('of a password reset sets a new password, once', async () => {
    const { email, id } = await addPerson(app, [{ site_id: site, role: 'editor' }]);
    const { password_reset } = await owner.manage('POST', `/people/${id}/password-reset`);
    const address = `/password-resets/${password_reset.token}`;
    const page = await newsroom.open(address);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await expectSound(page, 'a password reset');
    await page.getByLabel('New password').fill('password1234');
    await page.keyboard.press('Enter');
    await page.locator('.mantine-InputWrapper-error').waitFor();
    await page.getByLabel('New password').fill('eight loud herring gulls');
    await page.keyboard.press('Enter');
    await articles(page).waitFor();
    await page.goto(`${app.url}/newsroom${address}`);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await page.close();
  });
});
