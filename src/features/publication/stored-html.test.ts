/** The job of an upgrade sanitises what earlier releases stored unsanitised, in every table. */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';

const UNSAFE = '<blockquote class="twitter-tweet" onclick="x()">Hi</blockquote><script>alert(1)</script>';
const SAFE = '<blockquote class="twitter-tweet">Hi</blockquote>';
const PLAYER = '<p>a</p><iframe src="https:player.vimeo.com/../../admin"></iframe><p>b</p>';
const attachments = {
  facebook_post: {
    link: 'page.html',
    picture: '//cdn.example/a b.jpg',
    picture_attachments: [{ url: 'javascript:x()' }, { url: 'https://x.example/1.jpg', on: 1 }],
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
});

/** Every stored copy of an article, with what an earlier release may have saved. */
async function plant(uid: string, changes: object): Promise<void> {
  const merged = JSON.stringify(changes);
  await app.pool.query('update article set written = written || $2 where uid = $1', [uid, merged]);
  await app.pool.query('update article_revision set written = written || $2 where uid = $1', [uid, merged]);
  await app.pool.query(
    'update published_article set doc = (doc::jsonb || $2)::text, notification_json = (notification_json::jsonb || $2)::text where uid = $1',
    [uid, merged],
  );
  await app.pool.query(
    `update article_event set doc = (doc::jsonb || $2)::text, body = jsonb_set(body::jsonb, '{article}', body::jsonb->'article' || $2)::text
     where article_id = (select id from article where uid = $1) and doc is not null`,
    [uid, merged],
  );
}

async function upgrade(): Promise<void> {
  // As migrations/adopt/from-0019.sql has it.
  await app.pool.query(`
    insert into job_lane (kind, key, next_at) select 'publication.sanitize', id::text, now() from site;
    insert into job (kind, key, payload, run_at)
    select 'publication.sanitize', id::text, jsonb_build_object('site_id', id, 'step', 'revisions', 'after', ''), now() from site`);
  const waiting = `select kind, last_error from job where kind in ('publication.sanitize', 'publication.render')
    union all select kind, last_error from failed_job`;
  await expect.poll(async () => (await app.pool.query(waiting)).rows).toEqual([]);
}

it('the upgrade sanitises stored articles, serves them and notifies receivers', async () => {
  const site = await app.site();
  const path = `/sites/${site}`;
  const { section } = await app.manage('POST', `${path}/sections`, { section: { name: 'x' } });
  const save = async (fields: object) =>
    (await app.manage('POST', `${path}/articles`, { article: { section_id: section.id, ...fields } })).article;
  const tweet = await save({
    title: 'tweet',
    type: 'tweet',
    state: 'published',
    attachments: { tweet: { oembed: 'x', text: '<b>' } },
  });
  const post = await save({ title: 'post', state: 'published', attachments: { facebook_post: { message: 'x' } } });
  const player = await save({
    title: 'player',
    body: PLAYER.replace('https:', 'https://').replace('/../../admin', '/1'),
    state: 'published',
  });
  const draft = await save({ title: 'draft', attachments: { tweet: { oembed: 'x' } } });
  const fine = await save({
    title: 'fine',
    body: PLAYER.replace('https:', 'https://').replace('/../../admin', '/1'),
    state: 'published',
  });
  const { page } = await app.manage('POST', `${path}/pages`, { page: { name: 'x', visibility: 'public', body: 'x' } });
  await plant(tweet.uid, { attachments: { tweet: { oembed: UNSAFE, text: '<b>' } } });
  await plant(post.uid, { attachments });
  await plant(player.uid, { body: PLAYER });
  await plant(draft.uid, { attachments: { tweet: { oembed: UNSAFE } } });
  await app.pool.query('update page set body = $2 where id = $1', [page.id, PLAYER]);
  const feed = async () => (await app.get(`/v1/manage${path}/changes?count=100`, { token: ADMIN })).body.changes;
  const before = await feed();
  expect(JSON.stringify(before)).toContain('alert(1)');

  await upgrade();

  const read = async (id: number) => (await app.get(`/v1/sites/${site}/articles/${id}`)).body.article;
  expect((await read(tweet.id)).attachments.tweet).toMatchObject({ oembed: SAFE, text: '<b>' });
  const { facebook_post } = (await read(post.id)).attachments;
  expect([facebook_post.link, facebook_post.picture, facebook_post.picture_attachments]).toEqual([
    null,
    'https://cdn.example/a%20b.jpg',
    [{ url: 'https://x.example/1.jpg' }],
  ]);
  expect((await read(player.id)).body).toBe('<p>a</p><p>b</p>');
  expect((await app.get(`/v1/sites/${site}/pages/${page.id}`)).body.page.body).toBe('<p>a</p><p>b</p>');
  const managed = async (uid: string) =>
    (await app.get(`/v1/manage${path}/articles/${uid}`, { token: ADMIN })).body.article;
  expect((await managed(draft.uid)).attachments.tweet.oembed).toBe(SAFE);
  const restored = await app.manage('PUT', `${path}/articles/${draft.uid}/revisions/1/restoration`, {});
  expect(restored.article.attachments.tweet.oembed).toBe(SAFE);

  const { rows } = await app.pool.query('select body from article_event where site_id = $1', [site]);
  expect(JSON.stringify([await feed(), rows])).not.toMatch(/alert|javascript|onclick|admin/);
  const after = await feed();
  const added = after
    .slice(before.length)
    .map(({ action, article_id }: { action: string; article_id: number }) => [action, article_id]);
  expect(added.sort()).toEqual([tweet, post, player].map(({ id }) => ['update', id]).sort());
  expect(after.slice(0, before.length).map(({ article_id }: { article_id: number }) => article_id)).toEqual(
    before.map(({ article_id }: { article_id: number }) => article_id),
  );
  expect((await managed(fine.uid)).version).toBe(fine.version);
});

it('the upgrade changes nothing in a second run', async () => {
  const versions = async () =>
    (await app.pool.query('select sum(content_version) as versions, (select count(*) from article_event) from site'))
      .rows;
  const before = await versions();
  await upgrade();
  expect(await versions()).toEqual(before);
});
