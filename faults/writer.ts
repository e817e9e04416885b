/**
 * Writes many events for measurements: the service's own transaction, site lock and notification of other
 * processes, without the article, which takes longer to publish than its notification takes to arrive.
 */
import { sql } from 'kysely';
import { kysely, openPool } from '../src/db/connect.ts';
import { openListener } from '../src/db/listener.ts';
import { lockSite } from '../src/db/site-lock.ts';
import { followSites } from '../src/db/site-versions.ts';
import { transaction } from '../src/db/transaction.ts';
import type { Site } from './site.ts';
import type { Stage } from './stage.ts';

export interface WrittenEvent {
  version: number;
  /** When the writer saw the commit; milliseconds since 1970, with fractions. */
  at: number;
}

export interface Writer {
  /** Publishes this many new articles in one transaction. */
  publish(site: Site, count: number): Promise<WrittenEvent>;
  stop(): Promise<void>;
}

export const BODY_BYTES = 8_000;
/** Above the ids of articles published over HTTP. */
const FIRST_ARTICLE = 1_000_000_000;

export function openWriter(stage: Stage): Writer {
  const pool = openPool(stage.connection, 'serve', () => {});
  const db = kysely(pool);
  const listener = openListener(pool);
  const versions = followSites(db, listener);
  let lastArticle = FIRST_ARTICLE;
  return {
    async publish(site, count) {
      const first = lastArticle + 1;
      lastArticle += count;
      const version = await transaction(db, async (tx) => {
        const { content_version } = await lockSite(tx, site.id);
        await sql`
          insert into article_event (site_id, content_version, article_id, action, scope, section_id, body)
          select ${site.id}, ${content_version}, id, 'publish', 'all', ${site.section}, json_build_object(
            'action', 'publish', 'article', json_build_object('id', id, 'title', 'Event ' || id,
              'body', repeat('x', ${sql.lit(BODY_BYTES)})))::text
          from generate_series(${first}::bigint, ${lastArticle}::bigint) as article(id)`.execute(tx);
        return content_version;
      });
      return { version, at: performance.timeOrigin + performance.now() };
    },
    async stop() {
      await versions.stop();
      await listener.stop();
      await pool.end();
    },
  };
}
