/** Passkeys in a real browser, with Chromium's own authenticator. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { addPerson, PASSWORD } from '../people.ts';

/** Ends what hangs. */
const TIMEOUT = 120_000;

/** What a page of the newsroom does. */
const PAGE = `<!doctype html><title>Passkeys</title><script>
async function send(path, body, method = 'POST') {
  const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(path, { method, ...(body === undefined ? {} : json) });
  return { status: response.status, body: await response.json().catch(() => null) };
}
async function add(name) {
  const { passkey_options } = (await send('/v1/manage/me/passkeys/options')).body;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(passkey_options);
  const credential = (await navigator.credentials.create({ publicKey })).toJSON();
  return send('/v1/manage/me/passkeys', { passkey: { name, credential } });
}
async function answerTo(path) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((await send(path)).body.passkey_options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}
async function signIn() {
  return send('/v1/manage/sessions/passkey', { credential: await answerTo('/v1/manage/sessions/passkey-options') });
}
async function confirmSession() {
  const path = '/v1/manage/sessions/current/confirmation';
  return send(path, { confirmation: { credential: await answerTo(path + '/passkey-options') } }, 'PUT');
}
</script>`;

describe.skipIf(!hasBrowser)('a passkey in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;
  let person: { id: number; email: string };

  beforeAll(async () => {
    app = await testApp();
    person = await addPerson(app, []);
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.goto(`${app.url.replace('127.0.0.1', 'localhost')}/page`);
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
  }, TIMEOUT);
  afterAll(() => browser?.close());

  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  const inPage = (call: string) => page.evaluate(call) as Promise<{ status: number; body: any }>;
  const signInWithPassword = () => {
    const session = { email: person.email, password: PASSWORD };
    return inPage(`send('/v1/manage/sessions', ${JSON.stringify({ session })})`);
  };

  it(
    'is added after a sign-in with the password, signs in, confirms and is removed',
    async () => {
      expect((await signInWithPassword()).status).toBe(201);
      const added = await inPage("add('Chromium')");
      expect([added.status, added.body.passkey?.name]).toEqual([201, 'Chromium']);
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

      await page.context().clearCookies();
      const again = await inPage('signIn()');
      expect([again.status, again.body.person?.id]).toEqual([201, person.id]);
      expect((await inPage('confirmSession()')).status).toBe(200);

      const { id } = added.body.passkey;
      expect((await inPage(`send('/v1/manage/me/passkeys/${id}', undefined, 'DELETE')`)).status).toBe(204);
      await page.context().clearCookies();
      expect((await inPage('signIn()')).status).toBe(401);
    },
    TIMEOUT,
  );

  it(
    'signs in once with each answer, is added once, and only where the challenge was made',
    async () => {
      expect((await signInWithPassword()).status).toBe(201);
      const [first, second] = (await page.evaluate(`(async () => {
        const { passkey_options } = (await send('/v1/manage/me/passkeys/options')).body;
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(passkey_options);
        const credential = (await navigator.credentials.create({ publicKey })).toJSON();
        const passkey = { name: 'Once', credential };
        return [await send('/v1/manage/me/passkeys', { passkey }), await send('/v1/manage/me/passkeys', { passkey })];
      })()`)) as { status: number }[];
      expect([first?.status, second?.status]).toEqual([201, 422]);

      await page.context().clearCookies();
      const [signedIn, replayed] = (await page.evaluate(`(async () => {
        const credential = await answerTo('/v1/manage/sessions/passkey-options');
        return [await send('/v1/manage/sessions/passkey', { credential }), await send('/v1/manage/sessions/passkey', { credential })];
      })()`)) as { status: number }[];
      expect([signedIn?.status, replayed?.status]).toEqual([201, 401]);

      // A page at another port has the same host, so that the browser lets it use the passkey.
      const origin = app.url.replace('127.0.0.1', 'localhost');
      const own = { headers: { origin } };
      const options = await app.request('POST', '/v1/manage/sessions/passkey-options', own);
      await page.goto('http://localhost:1/page');
      const credential = await page.evaluate(`(async () => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options.body.passkey_options)});
        return (await navigator.credentials.get({ publicKey })).toJSON();
      })()`);
      const sent = await app.request('POST', '/v1/manage/sessions/passkey', { ...own, body: { credential } });
      expect([sent.status, sent.headers.get('set-cookie')]).toEqual([401, null]);
      await page.goto(`${origin}/page`);
      expect((await inPage('signIn()')).status).toBe(201);
    },
    TIMEOUT,
  );

  it(
    'whose copy falls behind is not accepted again',
    async () => {
      await page.context().clearCookies();
      expect((await inPage('signIn()')).status).toBe(201);
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      const [copied] = credentials.filter(({ signCount }) => signCount > 0).slice(-1);
      if (!copied) throw new Error('There is no passkey that counts.');
      expect((await inPage('signIn()')).status).toBe(201);
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...copied, signCount: 0 } });
      for (let n = 0; n < 2; n++) expect((await inPage('signIn()')).status).toBe(401);
    },
    TIMEOUT,
  );

  it(
    'is not made without a PIN, finger or face',
    async () => {
      expect((await signInWithPassword()).status).toBe(201);
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await expect(inPage("add('x')")).rejects.toThrow(/NotAllowedError|not allowed/);
    },
    TIMEOUT,
  );
});
