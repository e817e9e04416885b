/** The client in a real browser: in a page of another origin, as a site without a build step uses it, and in one of our own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { ROOT } from '../guide.ts';

describe.skipIf(!hasBrowser)('the client in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let site: number;
  let section: number;
  let html = '';
  const pages = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    app = await testApp({ manageOrigins: [origin] });
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    pages.close();
  });

  const publish = async (title: string) => {
    const article = { title, section_id: section, state: 'published' };
    return (await app.manage('POST', `/sites/${site}/articles`, { article })).article.id;
  };

  /** Runs a module of a page whose origin is not the service's; it gives what it found to `done`. */
  async function inPage(script: string): Promise<{ result: unknown; requests: string[] }> {
    html = `<!doctype html><script type="module">
      import { ConflictError, createClient, MastheadError } from '${app.url}/client.js';
      const [url, site] = ['${app.url}', ${site}];
      const work = async () => { ${script} };
      work().then((found) => { window.found = found; }, (error) => { window.found = String(error); });
    </script>`;
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) requests.push(`${response.request().method()} ${response.status()}`);
    });
    try {
      await page.goto(origin);
      await page.waitForFunction('window.found !== undefined');
      return { result: await page.evaluate('window.found'), requests };
    } finally {
      await page.close();
    }
  }

  it('iterates, watches and understands errors', async () => {
    const ids = [await publish('One'), await publish('Two'), await publish('Three')];
    const { result } = await inPage(`
      const client = createClient({ url }).site(site);
      const walked = [];
      for await (const { id } of client.listArticles({ count: 2, fields: ['id'] })) walked.push(id);
      const watched = [];
      for await (const { id } of client.watchArticles({ since_id: walked.at(-1), count: 1 })) {
        watched.push(id);
        if (watched.length === 2) break;
      }
      const error = await client.listArticles({ count: 0 }).catch((error) => error);
      const { status, parameter, requestId } = error;
      return { walked, watched, status, parameter, isOurs: error instanceof MastheadError, hasId: requestId !== null };
    `);
    const [one, two, three] = ids;
    expect(result).toEqual({
      walked: [three, two, one],
      watched: [two, three],
      status: 400,
      parameter: 'count',
      isOurs: true,
      hasId: true,
    });
  });

  it('caches responses when asked to, and otherwise leaves that to the browser', async () => {
    const twice = (options: string) => `
      const client = createClient({ url${options} }).site(site);
      const [first, second] = [await client.listAuthors(), await client.listAuthors()];
      return JSON.stringify(first) === JSON.stringify(second);`;
    const kept = await inPage(twice(', keep: 1_000_000'));
    expect([kept.result, kept.requests.filter((answer) => answer === 'GET 304').length]).toEqual([true, 1]);
    const left = await inPage(twice(''));
    expect([left.result, left.requests.some((answer) => answer.startsWith('OPTIONS'))]).toEqual([true, false]);
  });

  const WRITTEN = { title: 'Rain', isConflict: true, created: 1500 };
  const writing = () => `
    const { manage } = createClient({ url, apiKey: '${ADMIN}' });
    const { article, etag } = await manage.articles.create(${site}, { title: 'Fog', section_id: ${section} });
    const changed = await manage.articles.change(${site}, article.uid, { title: 'Rain' }, { ifMatch: etag });
    const stale = await manage.articles.remove(${site}, article.uid, { ifMatch: etag }).catch((error) => error);
    const { campaign } = await manage.campaigns.create({ name: 'C', service_site_id: ${site} });
    async function* entries() {
      for (let n = 0; n < 1500; n++) yield { item_type: 'twitter', item_id: 't' + n, published_at: '2026-01-01' };
    }
    const { created } = await manage.campaignEntries.write(campaign.id, entries());
    return { title: changed.article.title, isConflict: stale instanceof ConflictError, created };`;

  it('writes and uploads in a page of an origin that MANAGE_ORIGINS lists', async () => {
    expect((await inPage(writing())).result).toEqual(WRITTEN);
  });

  it('writes and uploads in a page of the service’s own origin, from the package', async () => {
    const page = await browser.newPage();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.headers()['content-type'] ?? ''}`.trim()));
    await page.route(`${app.url}/page/*`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ path: join(ROOT, 'dist/masthead-client/index.js'), contentType: 'text/javascript' })
        : route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
    );
    await page.goto(`${app.url}/page/index.html`);
    const load = `const { ConflictError, createClient } = await import('/page/client.js'); const url = '';`;
    try {
      expect(await page.evaluate(`(async () => { ${load} ${writing()} })()`)).toEqual(WRITTEN);
      expect(sent).toContain('POST application/x-ndjson');
    } finally {
      await page.close();
    }
  });
});
