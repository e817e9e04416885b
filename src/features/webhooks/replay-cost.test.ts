import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { replayPart } from './redelivery.ts';

const ARTICLES = 5_000;

it('a part of a replay reads the events of its own articles, however many others there are', async () => {
  const app = await testApp();
  const site = await app.site();
  const webhook = { url: 'https://receiver.example/', secret: 'a secret of 32 characters or more' };
  const { id } = (await app.manage('POST', `/sites/${site}/webhooks`, { webhook })).webhook;
  await app.pool.query(
    `insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc)
     select $1, n, n, 'publish', 'all', 1, '{}', '{}' from generate_series(1, $2::int) n`,
    [site, ARTICLES],
  );
  await app.pool.query('delete from webhook_delivery where site_id = $1', [site]);
  await app.pool.query('analyze article_event');
  const range = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', only: null };
  const read = await transaction(kysely(app.pool), async (tx) => {
    await replayPart(tx, { site_id: site, webhook_id: id, ...range, after_article_id: 2_000 });
    const { rows } = await sql<{ events: number }>`
      select seq_tup_read + idx_tup_fetch as events from pg_stat_xact_user_tables
      where relname = 'article_event'`.execute(tx);
    return rows[0]?.events;
  });
  expect(read).toBeLessThan(1_000);
  const { rows } = await app.pool.query('select count(*)::int as due from webhook_delivery where site_id = $1', [site]);
  expect(rows).toEqual([{ due: 200 }]);
});
