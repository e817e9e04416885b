/** Once a write is acknowledged, no later read on the same process serves older content; other processes follow. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { databaseUrl } from './database.ts';
import { startService } from './process.ts';
import { seed, sized } from './random.ts';

const WRITERS = 3;
const WRITES = sized(4, 12);
const READERS = 4;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

interface Served {
  id: number;
  title: string;
  pinned_index: number | null;
}

/** What one writer changes and reads back: an article in its own section, and an author. */
async function corner(site: number, name: string) {
  const post = (noun: string, body: object) => app.manage('POST', `/sites/${site}/${noun}`, body);
  const { section } = await post('sections', { section: { name } });
  const { author } = await post('authors', { author: { firstname: name, lastname: '0' } });
  const { article } = await post('articles', {
    article: { title: `${name} 0`, section_id: section.id, state: 'published' },
  });
  const base = `/v1/sites/${site}`;
  const get = async (path: string) => (await app.get(`${base}${path}`)).body;
  const listed = async (path: string): Promise<Served | undefined> =>
    (await get(path)).articles?.find(({ id }: Served) => id === article.id);
  const lists = ['/articles?count=100', `/sections/${section.id}/articles`, `/articles?count=100&fields=id,title`];
  const articlePath = `/sites/${site}/articles/${article.uid}`;
  const isServed = async (isExpected: boolean) => {
    for (const path of lists) expect((await listed(path)) !== undefined, path).toBe(isExpected);
    expect((await app.get(`${base}/articles/${article.id}`)).status).toBe(isExpected ? 200 : 404);
  };
  const writes = [
    async (round: number) => {
      await app.manage('PATCH', articlePath, { article: { title: `${name} ${round}`, state: 'published' } });
      for (const path of lists) expect((await listed(path))?.title).toBe(`${name} ${round}`);
    },
    async () => {
      await app.manage('DELETE', `${articlePath}/publication`);
      await isServed(false);
      await app.manage('PUT', `${articlePath}/publication`);
      await isServed(true);
    },
    async (round: number) => {
      await app.manage('PUT', `${articlePath}/pins`, { pinned_index: round, site_pinned_index: null });
      expect((await listed(lists[0] ?? ''))?.pinned_index).toBe(round);
    },
    async () => {
      await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { state: 'hidden' } });
      await isServed(false);
      await app.manage('PATCH', `/sites/${site}/sections/${section.id}`, { section: { state: 'public' } });
      await isServed(true);
    },
    async (round: number) => {
      await app.manage('PATCH', `/sites/${site}/authors/${author.id}`, { author: { lastname: String(round) } });
      expect((await get(`/authors/${author.id}`)).author.lastname).toBe(String(round));
    },
  ];
  return { writes, paths: [...lists, `/articles/${article.id}`, `/authors/${author.id}`] };
}

describe('on one process', () => {
  it('with concurrent readers and writers every writer reads its own writes, warm caches or cold', async () => {
    const site = await app.site();
    const corners = await Promise.all(Array.from({ length: WRITERS }, (_, n) => corner(site, `w${n}`)));
    const paths = [...corners.flatMap((one) => one.paths), ''];
    let isDone = false;
    const reader = async () => {
      for (let turn = 0; !isDone; turn++) await app.get(`/v1/sites/${site}${paths[turn % paths.length]}`);
    };
    const readers = Promise.all(Array.from({ length: READERS }, reader));
    const writer = async ({ writes }: (typeof corners)[number], n: number) => {
      for (let round = 1; round <= WRITES; round++) await writes[(seed + n + round * (n + 1)) % writes.length]?.(round);
    };
    const siteWriter = async () => {
      for (let round = 1; round <= WRITES; round++) {
        await app.manage('PATCH', `/sites/${site}`, { site: { name: `Site ${round}` } });
        expect((await app.get(`/v1/sites/${site}`)).body.site.name).toBe(`Site ${round}`);
      }
    };
    try {
      await Promise.all([...corners.map(writer), siteWriter()]);
    } catch (error) {
      throw new Error(`SEED=${seed}: ${error}`, { cause: error });
    } finally {
      isDone = true;
      await readers;
    }
  });
});

describe('two processes on one database', () => {
  it.each([
    ['hears of it', true],
    ['gets no notification', false],
  ])('the other follows a write when it %s', async (_, isListening) => {
    const here = await testApp({}, { isListening });
    const there = await startService({ DATABASE_URL: databaseUrl(here.database), LOG_LEVEL: 'silent' });
    const site = await here.site();
    const path = `/v1/sites/${site}/articles`;
    const section = (await here.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
    for (let round = 1; round <= 3; round++) {
      for (let warm = 0; warm < 2; warm++) expect((await here.get(path)).body.articles).toHaveLength(round - 1);
      const written = await fetch(`${there.url}/v1/manage/sites/${site}/articles`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ article: { title: 'x', section_id: section, state: 'published' } }),
      });
      expect(written.status).toBe(201);
      const answered = performance.now();
      await expect.poll(async () => (await here.get(path)).body.articles.length, { interval: 5 }).toBe(round);
      console.log(
        `the other process followed after ${Math.round(performance.now() - answered)} ms, listening: ${isListening}`,
      );
    }
    there.child.kill('SIGTERM');
    expect((await there.ended).code).toBe(0);
  });
});
