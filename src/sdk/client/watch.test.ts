import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createClient, type MastheadError } from '../client.ts';
import { failure, recorded, unavailable } from './testing/requests.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Harbour life' } })).section.id;
});

const publish = async (title: string): Promise<number> => {
  const article = { title, section_id: section, state: 'published' };
  return (await app.manage('POST', `/sites/${site}/articles`, { article })).article.id;
};

describe('watching articles', () => {
  it('gives each new article once and in order while many publish at once', async () => {
    const before = await publish('Before');
    const stop = new AbortController();
    const client = createClient({ url: app.url }).site(site);
    const seen: number[] = [];
    const watching = (async () => {
      for await (const { id } of client.watchArticles({
        since_id: before,
        fields: ['title'],
        count: 3,
        interval: 5,
        signal: stop.signal,
      }))
        seen.push(id);
    })();
    const published: number[] = [];
    const writer = async (name: string) => {
      for (let n = 0; n < 8; n++) published.push(await publish(`${name} ${n}`));
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(writer));
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(published.length);
    stop.abort();
    await watching;
    expect(seen).toEqual(published.sort((a, b) => a - b));

    // A reader that missed more than a page resumes where it was.
    const missed: number[] = [];
    for await (const { id } of client.watchArticles({ since_id: before, fields: ['id'], count: 5 })) {
      missed.push(id);
      if (id === published.at(-1)) break;
    }
    expect(missed).toEqual(published);
  });

  it('starts with the next article, ignores pins, and retries temporary failures', async () => {
    const stop = new AbortController();
    const errors: number[] = [];
    const wire = recorded((sent) => (sent > 0 && sent < 4 ? unavailable() : undefined));
    const client = createClient({ url: app.url, fetch: wire.fetch, retries: 0 }).site(site);
    const onError = (error: MastheadError) => errors.push(error.status);
    const watch = client.watchArticles({ interval: 5, signal: stop.signal, onError })[Symbol.asyncIterator]();
    const next = watch.next();
    await expect.poll(() => wire.statuses.length).toBeGreaterThan(4);
    const id = await publish('At last');
    expect((await next).value).toMatchObject({ id, title: 'At last' });
    expect(errors).toEqual([503, 503, 503]);
    const end = watch.next();
    stop.abort();
    expect((await end).done).toBe(true);
  });

  it('throws errors that are not temporary', async () => {
    const watch = createClient({ url: app.url }).site(999_999).watchArticles()[Symbol.asyncIterator]();
    expect((await failure(watch.next())).status).toBe(404);
  });
});
