/** A person at the editor, in a browser of her own. */
import AxeBuilder from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { PASSWORD, signedIn } from '../people.ts';

export interface Desk {
  context: BrowserContext;
  page: Page;
  person: { id: number; email: string };
  password: string;
  /** Opens the article and waits until it can be written. */
  open(uid: string): Promise<Page>;
  /** Waits for a word of the save state. */
  status(words: string | RegExp): Promise<void>;
}

export interface DeskOptions {
  role?: 'owner' | 'editor' | 'author';
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  timezoneId?: string;
}

export async function deskOf(app: TestApp, browser: Browser, siteId: number, options: DeskOptions = {}): Promise<Desk> {
  const { role = 'editor', width = 1280, height = 900, colorScheme = 'light', timezoneId = 'UTC' } = options;
  const person = await signedIn(app, [{ site_id: siteId, role }]);
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId, baseURL: app.url });
  const [name = '', value = ''] = person.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  // Everything on a busy machine takes its time; a limit only ends what hangs.
  context.setDefaultTimeout(120_000);
  const desk: Desk = {
    context,
    page,
    person,
    password: PASSWORD,
    async open(uid) {
      await desk.page.goto(`/newsroom/sites/${siteId}/articles/${uid}`);
      await desk.page.locator('.body-text').waitFor();
      return desk.page;
    },
    status: (words) => expect.poll(() => desk.page.locator('.save-status').textContent()).toMatch(words),
  };
  return desk;
}

/** The violations that axe finds in a page. */
export async function violations(page: Page): Promise<string[]> {
  // The page's policy runs no scripts of others: the checker is put into the page by the browser itself.
  await page.evaluate(AxeBuilder.source);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}
