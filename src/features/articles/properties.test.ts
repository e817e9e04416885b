/** Invariants for any order of operations: pollers miss nothing, and the feed alone rebuilds the served articles. */

import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import fc from '../../../test/property.ts';
import { sized } from '../../../test/random.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

interface Served {
  id: number;
}

describe('a poller that follows refresh and older', () => {
  const WRITERS = 6;
  const EACH = sized(10, 25);

  it('sees every article that is first published meanwhile, exactly once', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
    const written: number[] = [];
    let done = false;
    const writer = async () => {
      for (let number = 0; number < EACH; number++) {
        const article = { title: 'x', section_id: section.id, state: 'published' };
        const post = () =>
          app.request('POST', `/v1/manage/sites/${site}/articles`, { token: ADMIN, body: { article } });
        let reply = await post();
        // On a busy machine the wait for the site's lock may time out; a client retries then.
        while (reply.status === 503) reply = await post();
        written.push(reply.body.article.id);
      }
    };
    const pollers = [1, 3, 100].map((count) => poll(site, count, () => done));
    await Promise.all(Array.from({ length: WRITERS }, writer));
    done = true;
    for (const seen of await Promise.all(pollers)) expect(seen.sort(byNumber)).toEqual(written.sort(byNumber));
  });

  async function poll(site: number, count: number, isDone: () => boolean): Promise<number[]> {
    const seen: number[] = [];
    let refresh = `${app.url}/v1/sites/${site}/articles?count=${count}&since_id=0`;
    for (let isLast = false; !isLast; ) {
      isLast = isDone();
      let next: string | null = refresh;
      for (let isFirst = true; next; isFirst = false) {
        const { body } = await app.get(next.slice(app.url.length));
        seen.push(...body.articles.map(({ id }: Served) => id));
        if (isFirst) refresh = body.pagination.refresh;
        next = body.pagination.older;
      }
    }
    return seen;
  }
});

describe('the change feed', () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant('create' as const),
      section: fc.nat(2),
      publish: fc.boolean(),
      givenId: fc.option(fc.integer({ min: 1, max: 40 })),
    }),
    fc.record({
      act: fc.constantFrom('publish' as const, 'unpublish' as const, 'delete' as const, 'edit' as const),
      which: fc.nat(20),
    }),
    fc.record({ act: fc.constant('move' as const), which: fc.nat(20), section: fc.nat(2) }),
    fc.record({ act: fc.constant('pin' as const), which: fc.nat(20), index: fc.option(fc.nat(3)) }),
    fc.record({ act: fc.constantFrom('hide' as const, 'show' as const), section: fc.nat(2) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

  it('alone rebuilds exactly the articles that the content API serves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, count) => {
          const site = await app.site();
          const sections: number[] = [];
          for (const name of ['a', 'b', 'c'])
            sections.push((await app.manage('POST', `/sites/${site}/sections`, { section: { name } })).section.id);
          const uids: string[] = [];
          for (const one of steps) await take(site, sections, uids, one);
          expect(await rebuilt(site, count)).toEqual(await served(site));
        },
      ),
      { numRuns: sized(8, 40) },
    );
  });

  /** The service refuses steps that are not allowed in the current state, which is part of the test. */
  async function take(site: number, sections: number[], uids: string[], one: Step): Promise<void> {
    const ask = (method: string, path: string, body?: unknown) =>
      app.request(method, `/v1/manage/sites/${site}${path}`, { token: ADMIN, body });
    const uid = 'which' in one && uids.length > 0 ? uids[one.which % uids.length] : undefined;
    if (one.act === 'create') {
      const fields = {
        title: 't',
        section_id: sections[one.section],
        ...(one.publish ? { state: 'published' } : {}),
        ...(one.givenId ? { id: one.givenId } : {}),
      };
      const { body } = await ask('POST', '/articles', { article: fields });
      if (body.article) uids.push(body.article.uid);
    } else if (one.act === 'hide' || one.act === 'show') {
      await ask('PATCH', `/sections/${sections[one.section]}`, {
        section: { state: one.act === 'hide' ? 'hidden' : 'public' },
      });
    } else if (uid !== undefined) {
      if (one.act === 'publish') await ask('PUT', `/articles/${uid}/publication`);
      if (one.act === 'unpublish') await ask('DELETE', `/articles/${uid}/publication`);
      if (one.act === 'delete') await ask('DELETE', `/articles/${uid}`);
      if (one.act === 'edit') await ask('PATCH', `/articles/${uid}`, { article: { title: `t${Math.random()}` } });
      if (one.act === 'move')
        await ask('PATCH', `/articles/${uid}`, { article: { section_id: sections[one.section], state: 'published' } });
      if (one.act === 'pin') await ask('PUT', `/articles/${uid}/pins`, { pins: { site_pinned_index: one.index } });
    }
  }

  async function rebuilt(site: number, count: number): Promise<unknown[]> {
    const articles = new Map<number, unknown>();
    for (let cursor = '', more = true; more; ) {
      const answer = await app.manage('GET', `/sites/${site}/changes?count=${count}${cursor && `&cursor=${cursor}`}`);
      for (const { action, article_id, article } of answer.changes) {
        expect(article === null).toBe(action === 'unpublish');
        if (article === null) articles.delete(article_id);
        else articles.set(article_id, article);
      }
      ({ cursor, more } = answer);
    }
    return [...articles].sort(([a], [b]) => b - a).map(([, article]) => article);
  }

  async function served(site: number): Promise<unknown[]> {
    return (await app.get(`/v1/sites/${site}/articles?count=100&since_id=0`)).body.articles;
  }
});

const byNumber = (a: number, b: number) => a - b;
