/** A real browser for tests of pages: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const hasBrowser = existsSync(BROWSER);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: FLAGS });
}
