import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { emptyTrash, type TestSite, testSites } from '../articles/testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { add, addSection, place, published, showSection, unpublish } = testSites(() => app);

const like = ({ site }: TestSite, id: number, upvotes: unknown, downvotes: unknown, status = 200) =>
  app.manage('PUT', `/sites/${site}/likes/${id}`, { like: { upvotes, downvotes } }, status);
const list = async ({ site }: TestSite, query = '') => (await app.get(`/v1/sites/${site}/likes?${query}`)).body;

describe('likes', () => {
  it('are set, set again, and served newest article first with the meta of the interface', async () => {
    const at = await place();
    const [one, two] = [await published(at), await published(at)];
    await published(at);
    await like(at, two.id, 1, 0);
    await like(at, one.id, 9, 9);
    const first = { article_id: one.id, upvotes: 2, downvotes: 5, score: -3 };
    expect(await like(at, one.id, 2, 5)).toEqual({ like: first });
    const second = { article_id: two.id, upvotes: 1, downvotes: 0, score: 1 };
    expect(await list(at)).toEqual({ meta: { total_count: null, count: 2 }, likes: [second, first] });
    expect((await list(at, 'fields=article_id,score')).likes[0]).toEqual({ article_id: two.id, score: 1 });
    expect(await list(await place())).toEqual({ meta: { total_count: null, count: 0 }, likes: [] });
  });

  it('honour If-Match with the version of the article', async () => {
    const at = await place();
    const { id, uid } = await published(at);
    const put = async (ifMatch: string, upvotes: number) => {
      const options = { token: ADMIN, body: { like: { upvotes, downvotes: 0 } }, headers: { 'if-match': ifMatch } };
      return (await app.request('PUT', `/v1/manage/sites/${at.site}/likes/${id}`, options)).status;
    };
    expect(await put('"1"', 1)).toBe(200);
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { title: 'Sprat' } });
    expect([await put('"1"', 2), (await list(at)).likes[0].upvotes]).toEqual([409, 1]);
    expect([await put('"2"', 3), (await list(at)).likes[0].upvotes]).toEqual([200, 3]);
    expect([await put('*', 4), (await list(at)).likes[0].upvotes]).toEqual([200, 4]);
  });

  it('of unserved articles never appear; they are kept until the article is deleted', async () => {
    const at = await place();
    const hidden = await addSection(at.site, 'Hidden');
    const [gone, covered] = [await published(at), await published({ ...at, section: hidden })];
    const migrated = await add(at, { id: 70_010 });
    for (const { id } of [gone, covered, migrated]) await like(at, id, 1, 1);
    await unpublish(at, gone.uid);
    await showSection(at.site, hidden, 'hidden');
    expect((await list(at)).likes).toEqual([]);
    await app.manage('PUT', `/sites/${at.site}/articles/${gone.uid}/publication`);
    await showSection(at.site, hidden, 'public');
    expect((await list(at)).meta.count).toBe(2);
    await app.manage('DELETE', `/sites/${at.site}/articles/${gone.uid}`);
    await emptyTrash(app);
    const left = await app.pool.query('select article_id from article_like where site_id = $1', [at.site]);
    expect(left.rows.map(({ article_id }) => article_id).sort()).toEqual([covered.id, migrated.id].sort());
  });

  it('lock neither the site nor its version', async () => {
    const at = await place();
    const { id } = await published(at);
    await like(at, id, 0, 0);
    const holder = await app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('update site set content_version = content_version where id = $1', [at.site]);
      await holder.query('select from article where site_id = $1 for update', [at.site]);
      expect((await like(at, id, 3, 1)).like.score).toBe(2);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('are refused for an article that is deleted at the same moment', async () => {
    const at = await place();
    const { id } = await add(at, { id: 70_020 });
    const holder = await app.pool.connect();
    await holder.query('begin');
    await holder.query('delete from article where site_id = $1 and id = $2', [at.site, id]);
    const late = like(at, id, 1, 1, 404);
    await expect
      .poll(async () => (await app.pool.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await holder.query('commit');
    holder.release();
    expect((await late).error).toBe('There is no such article.');
  });

  it('are refused for an unknown article, one of another site, and when they are not counters', async () => {
    const [at, other] = [await place(), await place()];
    const { id } = await published(at);
    await like(other, id, 1, 1, 404);
    expect((await like(at, 999_999, 1, 1, 404)).error).toBe('There is no such article.');
    for (const wrong of [-1, 1.5, '1', null, undefined, 2_147_483_648]) {
      expect((await like(at, id, wrong, 0, 422)).problems[0].path, String(wrong)).toBe('/upvotes');
    }
    const echoed = { article_id: 5, upvotes: 1, downvotes: 0, score: 77 };
    const answer = await app.manage('PUT', `/sites/${at.site}/likes/${id}`, { like: echoed });
    expect(answer.like).toEqual({ article_id: id, upvotes: 1, downvotes: 0, score: 1 });
    expect((await app.get(`/v1/sites/99999/likes`)).status).toBe(404);
  });
});
