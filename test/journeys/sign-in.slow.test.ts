/** Passkeys and the provider in the newsroom: the profile, the sign-in, and the sign-in over an open page. */
import type { BrowserContext, CDPSession, Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/features/accounts/passwords.ts';
import { createOidc } from '../../src/features/identities/oidc.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound } from '../newsroom.ts';
import { CLIENT, type TestProvider, testProvider } from '../oidc-provider.ts';
import { addPerson, PASSWORD } from '../people.ts';

const WAIT_MS = 120_000;
const OWNER = [{ site_id: null, role: 'owner' as const }];

/** At `localhost`: a number is no host to WebAuthn. */
const addressOf = ({ url }: TestApp) => url.replace('127.0.0.1', 'localhost');

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const articles = (page: Page) => page.getByRole('heading', { name: 'Articles', level: 1 });

describe.skipIf(!hasBrowser)('a passkey', () => {
  let app: TestApp;
  let chromium: Chromium;
  beforeAll(async () => {
    app = await testApp();
    await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
  });
  afterAll(() => chromium?.close());

  async function open(path: string): Promise<{ page: Page; context: BrowserContext; devtools: CDPSession }> {
    const context = await chromium.newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${addressOf(app)}/newsroom${path}`);
    return { page, context, devtools };
  }

  it('is added, renamed, confirms, signs in, signs in over an open page, and is removed', async () => {
    const { id, email } = await addPerson(app, OWNER);
    const { page, context } = await open('/profile');
    await signIn(page, email);
    await page.getByText('You have no passkey yet.').waitFor();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click();
    await page.getByLabel('New name').fill('Work laptop');
    await page.getByLabel('New name').press('Enter');
    await page.getByRole('button', { name: 'Rename the passkey Work laptop' }).waitFor();

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await expectSound(page, 'signing in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).waitFor();

    await context.clearCookies();
    await page.getByRole('link', { name: 'People' }).click();
    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();

    await page.goto(`${addressOf(app)}/newsroom/profile`);
    await app.pool.query("update session set confirmed_at = now() - interval '11 minutes' where person_id = $1", [id]);
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByText('You have no passkey yet.').waitFor();
    await context.close();
  });

  it('that was not confirmed by a finger adds nothing, and says so', async () => {
    const { email } = await addPerson(app, OWNER);
    const { page, context, devtools } = await open('/profile');
    await signIn(page, email);
    await page.getByText('You have no passkey yet.').waitFor();
    await devtools.send('WebAuthn.disable');
    await page.evaluate(`navigator.credentials.create = async () => {
      throw new DOMException('The operation was not allowed.', 'NotAllowedError');
    }`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('No passkey was added.').waitFor();
    await context.close();
  });

  it('is the way in where passwords are off: the form has no password, and an invitation leads to the profile', async () => {
    const { id, email } = await addPerson(app, OWNER);
    const { page, context } = await open('/profile');
    await signIn(page, email);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: /^Remove the passkey/ }).waitFor();
    const roles = [{ site_id: null, role: 'editor' }];
    const { invitation } = await app.manage('POST', '/invitations', {
      invitation: { email: 'new@example.com', roles },
    });
    const off = await testApp({ passwords: createPasswords(false) }, { database: app.database });
    await page.goto(`${addressOf(off)}/newsroom`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await articles(page).waitFor();
    await page.goto(`${addressOf(off)}/newsroom/invitations/${invitation.token}`);
    await page.getByText('People sign in here without passwords.').waitFor();
    await page.getByLabel('Your name').fill('Newcomer');
    await page.keyboard.press('Enter');
    await page.getByText('You have no passkey yet.').waitFor();
    expect(await page.getByRole('heading', { name: 'Password', exact: true }).count()).toBe(0);
    expect(id).toBeGreaterThan(0);
    await off.stop();
    await context.close();
  });
});

describe.skipIf(!hasBrowser)('the provider', () => {
  let app: TestApp;
  let chromium: Chromium;
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await testProvider();
    const guard = {
      resolve: async (host: string) => [host],
      allowPrivate: false,
      allowedOrigins: new Set([provider.issuer]),
    };
    const settings = {
      ...CLIENT,
      issuer: provider.issuer,
      name: 'Example login',
      scopes: 'openid email',
      linkByEmail: false,
    };
    const oidc = createOidc(settings, { guard, warn: () => undefined, timeoutMs: 60_000 });
    app = await testApp({ oidc });
    provider.allow(`${app.url}/v1/manage/oidc/callback`);
    await provider.rotateKeys();
    await app.site({ name: 'Harbour Post' });
    chromium = await launchBrowser();
  });
  afterAll(() => chromium?.close());

  it('says who is unknown; once linked it signs in, also in a window over an open page', async () => {
    const { id, email } = await addPerson(app, OWNER);
    const context = await chromium.newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    await page.goto(`${app.url}/newsroom/profile`);
    await page.getByRole('button', { name: 'Sign in with Example login' }).click();
    await page.getByText('Nobody here has linked this account.').waitFor();
    expect(new URL(page.url()).search).toBe('');

    await signIn(page, email);
    await page.getByRole('button', { name: 'Link an account at Example login' }).click();
    await page.getByRole('button', { name: /^Unlink / }).waitFor();

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with Example login' }).click();
    await page.getByRole('button', { name: /^Unlink / }).waitFor();

    await app.pool.query('delete from session where person_id = $1', [id]);
    await page.getByRole('link', { name: 'People' }).click();
    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Sign in with Example login' }).click();
    await (await opened).waitForEvent('close');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();
    await context.close();
  });
});
