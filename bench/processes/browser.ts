/** Chromium with someone signed in to the newsroom: Debian's, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { ARCHIVE } from '../archive/sets.ts';
import { type Bench, Skipped, WrongAnswer } from '../case.ts';
import type { Service } from './service.ts';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const EMAIL = 'bench@example.com';
/** Leaves room for a busy machine. */
const WAIT_MS = 60_000;

export interface Reader {
  /** Of the service. */
  url: string;
  /** A page with a cache of its own, so that nothing has been read before. */
  open(path?: string): Promise<Page>;
  /** The same for someone who is not signed in. */
  openSignedOut(path: string): Promise<Page>;
}

export async function openBrowser(bench: Bench, service: Service): Promise<Reader> {
  if (!existsSync(PROGRAM)) throw new Skipped(`there is no Chromium at ${PROGRAM}`);
  const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
  bench.defer(() => browser.close());
  const cookie = await signedIn(service);
  return {
    url: service.url,
    open: (path = '') => pageOf(browser, service.url, path, cookie),
    openSignedOut: (path) => pageOf(browser, service.url, path, null),
  };
}

async function pageOf(browser: Browser, url: string, path: string, cookie: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.on('close', () => void context.close().catch(() => undefined));
  if (path !== '') await page.goto(url + path);
  return page;
}

/** An owner's cookie. */
async function signedIn({ url, manage }: Service): Promise<string> {
  const made = await manage('POST', '/invitations', {
    invitation: { email: EMAIL, roles: [{ site_id: null, role: 'owner' }] },
  });
  const { token } = made.invitation as { token: string }; // shown once, in this answer
  const acceptance = { name: 'Bench', password: 'seven quiet herring boats' };
  const response = await fetch(`${url}/v1/manage/invitations/${token}/acceptance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ acceptance }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || cookie === undefined)
    throw new WrongAnswer(`The invitation was answered with ${response.status}.`);
  return cookie;
}

/** Milliseconds of script, styles and layout in the page so far. */
export async function pageWork(page: Page): Promise<() => Promise<number>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return 1000 * (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration'));
  };
}

export const listOf = (site = ARCHIVE) => `/newsroom/sites/${site}/articles`;
