/** The newsroom in a real browser, for journeys: pages of signed-in people, and their accessibility checks by axe. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SiteRole } from '../src/core/rights.ts';
import type { TestApp } from './app.ts';
import { type Browser, signedIn } from './people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Leaves room for a busy machine. */
const WAIT_MS = Number(process.env.PAGE_WAIT ?? 120_000);

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const SIZES = [DESKTOP, PHONE];
export const THEMES = ['light', 'dark'] as const;

export interface Newsroom {
  /** A page without a session, or of a signed-in person. */
  open(path?: string, person?: Browser | null, options?: BrowserContextOptions): Promise<Page>;
  /** Signed in, with these roles. */
  person(roles: SiteRole[]): Promise<Browser>;
  /** Errors of pages and what their policy refused, so far. */
  complaints: string[];
}

export function newsroomOf(app: TestApp, browser: Chromium): Newsroom {
  const complaints: string[] = [];
  return {
    complaints,
    person: (roles) => signedIn(app, roles),
    async open(path = '', person = null, options = {}) {
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ...options });
      if (person) {
        const [name = '', value = ''] = person.cookie.split('=');
        await context.addCookies([{ name, value, url: app.url }]);
      }
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      // At the end of a file the browser is closed with everything in it.
      page.on('close', () => void context.close().catch(() => undefined));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // A status that is no success is an answer; the app decides what it means.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text());
      });
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(app.url)) complaints.push(request.url());
      });
      await page.goto(`${app.url}/newsroom${path}`);
      return page;
    },
  };
}

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds, by rule and element. Motion is over before it looks: a fading text has no contrast. */
export async function violations(page: Page, rules = AXE_RULES): Promise<string[]> {
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))');
  // The page has it until it is left.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const found: { id: string; nodes: string[] }[] = await page.evaluate(
    // Without `resultTypes` it also describes every element that passed, by far the most.
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary) })))`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

/** Elements that reach beyond the right edge, when the page scrolls sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.tagName + ' ' + element.className);
  })()`);
}

/** The screen as it is: nothing for axe to say, and nothing beyond the edge. */
export async function expectSound(page: Page, name: string, rules = AXE_RULES): Promise<void> {
  expect([name, await violations(page, rules)]).toEqual([name, []]);
  expect([name, await tooWide(page)]).toEqual([name, []]);
}

/** A page follows the theme of the system while it is open. Axe sees a change of theme only in the contrast, and half its time is the rest. */
export async function expectSoundInBothThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expectSound(page, `${name}, ${colorScheme}`, colorScheme === THEMES[0] ? AXE_RULES : ['color-contrast']);
  }
}
