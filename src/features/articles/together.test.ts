/** Publications that wait for the same site share a transaction (src/db/site-writers.ts); nobody notices. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { ADMIN, testApp } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { testSites } from './testing/test-site.ts';

const app = await testApp();
const sites = testSites(() => app);

/** Holds the site's lock, as another process would, until the returned function is called. */
async function lockedSite(site: number): Promise<() => Promise<unknown>> {
  const client = new pg.Client(app.database);
  await client.connect();
  atFileEnd(() => client.end());
  await client.query('begin');
  await client.query('select from site where id = $1 for update', [site]);
  return () => client.query('commit');
}

it('publishes what waits together with versions, events, audit entries and answers of its own', async () => {
  const at = await sites.place();
  const draft = await sites.add(at, { title: 'Draft' });
  const path = `/v1/manage/sites/${at.site}/articles`;
  const { rows: before } = await app.pool.query('select content_version from site where id = $1', [at.site]);
  const send = (article: object) =>
    app.request('POST', path, {
      token: ADMIN,
      body: { article: { section_id: at.section, state: 'published', ...article } },
    });
  const publish = (headers = {}) =>
    app.request('PUT', `${path}/${draft.uid}/publication`, { token: ADMIN, body: {}, headers });
  const release = await lockedSite(at.site);
  const sent = [
    send({ title: 'First', article_url: 'first' }),
    send({ title: 'Second', article_url: 'second' }),
    send({ title: 'Again', article_url: 'first' }),
    send({ title: 'Nowhere', section_id: 999_999 }),
    publish({ 'if-match': '"99"' }),
    publish(),
    send({ title: 'Third', article_url: 'third' }),
  ];
  await release();
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 201, 201, 409, 409, 422]);
  const { rows: events } = await app.pool.query(
    `select content_version::int as version, article_id::int as id, doc::json->>'title' as title from article_event
     where site_id = $1 and action = 'publish' order by content_version`,
    [at.site],
  );
  const start = Number(before[0].content_version);
  expect(events.map(({ version }) => version - start)).toEqual([1, 2, 3, 4]);
  expect(events.map(({ title }) => title).sort()).toEqual(['Draft', 'First', 'Second', 'Third']);
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const { rows: entries } = await app.pool.query(
    `select title from audit_entry where site_ids @> array[$1::bigint] and noun = 'article' and at > now() - interval '1 hour' order by id`,
    [at.site],
  );
  expect(entries.map(({ title }) => title).sort()).toEqual(['Draft', 'Draft', 'First', 'Second', 'Third']);
  const list = await app.get(`/v1/sites/${at.site}/articles?fields=id`);
  expect(list.body.articles.map(({ id }: { id: number }) => id)).toEqual([...ids].reverse());
});
