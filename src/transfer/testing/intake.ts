/** Sources of a site with their ledger, rules, blocks, a hold and an erasure, as polls and editors leave them. */
import { createHash } from 'node:crypto';
import type { TestApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { erasureKeys, personHash } from '../../features/erasures/keys.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export async function withIntake(app: TestApp, site: number, section: number, uid: string): Promise<void> {
  const add = async (path: string, key: string, fields: object) =>
    (await app.manage('POST', `/sites/${site}/${path}`, { [key]: fields }))[key];
  const feed = await add('sources', 'source', {
    url: 'https://feed.example/a.xml',
    section_id: section,
    tags: ['sea'],
  });
  await add('sources', 'source', { url: 'https://feed.example/b.xml', section_id: section, active: false });
  await add('intake-rules', 'intake_rule', {
    ...{ name: 'Boats', action: 'tag', tags: ['boat'], source_id: feed.id, match: { words: ['boat*'] } },
  });
  await add('blocked', 'blocked', { kind: 'word', value: 'lottery' });
  await app.manage('PUT', `/sites/${site}/intake/hold`, {});
  await app.pool.query(
    `update source set cursor = '{"etag": "\\"1\\"", "full_at": "2026-01-02T00:00:00.000Z"}', last_poll_at = '2026-01-02',
       last_success_at = '2026-01-02', last_new_at = '2026-01-01', failures = 1,
       last_error = '{"code": "timeout", "message": "The server took too long.", "at": "2026-01-03T00:00:00.000Z"}'
     where site_id = $1 and id = $2`,
    [site, feed.id],
  );
  await withLedger(app, site, feed.id, uid);
  await withTracker(app, site, section);
}

/** A media tracker, and a post that is looked at again. */
async function withTracker(app: TestApp, site: number, section: number): Promise<void> {
  const { network_account } = await app.manage('POST', `/sites/${site}/network-accounts`, {
    network_account: { network: 'mastodon', name: 'Masts', server: 'm.example', expires_at: '2099-01-01T00:00:00Z' },
  });
  await app.pool.query(
    `update network_account set way = 'oauth', refresh_token = 'sealed', token_until = '2099-01-01', renew_at = '2099-01-01', renew_failures = 1,
       renew_doubted_at = now(), renewing_until = now(), caller = 'user:1', connected_as = '@masts' where id = $1`,
    [network_account.id],
  );
  const { source } = await app.manage('POST', `/sites/${site}/sources`, {
    source: {
      ...{ kind: 'media_tracker', name: 'Sea', section_id: section, account_id: network_account.id },
      ...{ targets: [{ type: 'hashtag', value: 'sea' }], language: 'fi', include_replies: true },
    },
  });
  await app.pool.query(
    `update source set cursor = '{"begun": true, "targets": [{"target": "hashtag:sea", "min_id": "9"}], "per_day": 2.5}' where id = $1`,
    [source.id],
  );
  const keys = await kysely(app.pool)
    .transaction()
    .execute((tx) => erasureKeys(tx));
  const post = { network: 'mastodon', id: '9', type: 'link' };
  const content = {
    title: 'Sea',
    summary: '',
    body: '',
    base: 'https://m.example/',
    url: null,
    author: 'Bo',
    tags: [],
  };
  const raw = {
    ...{ content: { ...content, cover: null, person: 'mastodon:https://m.example/@bo', post } },
    ...{ published_at: '2026-01-01T00:00:00.000Z', url_key: null, text_key: null },
  };
  await app.pool.query(
    `insert into source_item (site_id, source_id, external_key, external_id, title, state, content_hash, raw, raw_until, seen_at, changed_at, person_key)
     values ($1, $2, $3, 'mastodon:9', 'Sea', 'rejected', $3, $4, '2099-01-01', '2026-01-01', '2026-01-01', $5)`,
    [site, source.id, sha256('post'), raw, personHash(keys, raw.content.person)],
  );
  await app.pool.query(
    `insert into tracked_post (site_id, source_id, external_key, account_id, post_id, published_at, step, due_at, missing_since)
     values ($1, $2, $3, $4, '9', '2026-01-01', 2, '2099-01-02', '2026-01-03')`,
    [site, source.id, sha256('post'), network_account.id],
  );
}

async function withLedger(app: TestApp, site: number, source: number, uid: string): Promise<void> {
  const keys = await kysely(app.pool)
    .transaction()
    .execute((tx) => erasureKeys(tx));
  const content = {
    ...{
      title: 'Tide',
      summary: '',
      body: '<p>High</p>',
      base: 'https://feed.example/',
      url: 'https://feed.example/1',
    },
    ...{ author: 'Ida Holm', tags: ['sea'], cover: null, creators: ['Ida Holm', 'Bo Ek'] },
  };
  const raw = {
    content,
    published_at: '2026-01-01T00:00:00.000Z',
    url_key: null,
    text_key: sha256('t').toString('hex'),
  };
  const columns = `site_id, source_id, external_key, external_id, title, url, state, reason, uid, content_hash, taken_version, upstream,
    raw, raw_until, seen_at, changed_at, decided_by, decided_at, person_key`;
  const item = (...values: unknown[]) =>
    app.pool.query(
      `insert into source_item (${columns}) values (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    );
  const [seen, person] = ['2026-01-01T00:00:00Z', personHash(keys, 'Ida Holm')];
  await item(
    ...[site, source, sha256('1'), '1', 'Tide', content.url, 'published', null, uid, sha256('c'), 1, content],
    ...[raw, '2099-01-01', seen, seen, 'import', seen, person],
  );
  await item(
    ...[site, source, sha256('2'), '2', 'Ebb', null, 'rejected', 'Advertising.', null, sha256('d'), null, null],
    ...[null, null, seen, seen, null, null, null],
  );
  await item(
    ...[site, source, sha256('3'), '', '', null, 'erased', 'It was erased.', null, Buffer.alloc(32), null, null],
    ...[null, null, seen, seen, null, null, null],
  );
  await app.pool.query(
    `insert into item_identity (site_id, kind, key, source_id, external_key, seen_at) values ($1, 'url', $2, $3, $4, '2026-01-01')`,
    [site, sha256('page'), source, sha256('1')],
  );
  await app.pool.query(
    "insert into erasure (site_id, requested_by, done_at, items) values ($1, 'admin token', '2026-01-04', 1)",
    [site],
  );
  await app.pool.query('insert into erased_key (site_id, hash) values ($1, $2)', [site, keys.own('id', '1:x')]);
}
