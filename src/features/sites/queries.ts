import { type SelectQueryBuilder, sql } from 'kysely';
import type { Sites } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Rows } from '../../db/rows.generated.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';

export async function siteById(db: Db | Tx, id: number): Promise<Site | undefined> {
  return db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function sitePage(db: Db | Tx, sites: Sites, limit: number, offset: number): Promise<Site[]> {
  return within(sites, db.selectFrom('site').selectAll()).orderBy('id').limit(limit).offset(offset).execute();
}

export async function siteCount(db: Db | Tx, sites: Sites): Promise<number> {
  const all = within(sites, db.selectFrom('site')).select((row) => row.fn.countAll<number>().as('total'));
  return (await all.executeTakeFirstOrThrow()).total;
}

/** The contents that prevent a site's deletion: `3 section(s)`. Empty for an empty site. */
export async function siteContents(tx: Tx, id: number): Promise<string[]> {
  const counts = Object.entries({
    article: 'article(s)',
    section: 'section(s)',
    author: 'author(s)',
    article_category: 'article categories',
    page: 'page(s)',
    issue: 'issue(s)',
    event: 'event(s)',
    featured_item_container: 'featured item container(s)',
    media: 'media item(s)',
    webhook: 'webhook(s)',
    source: 'source(s)',
    network_account: 'network account(s)',
    campaign: 'campaign(s)',
    api_key_site: 'API key(s)',
  }).map(
    ([table, words]) =>
      sql`select ${words}::text as words, count(*) as held from ${sql.table(table)}
        where site_id = ${id} and ${table === 'article' ? sql`deleted_at is null` : sql`true`}`,
  );
  const { rows } = await sql<{ words: string; held: number }>`${sql.join(counts, sql` union all `)}`.execute(tx);
  return rows.filter(({ held }) => held > 0).map(({ words, held }) => `${held} ${words}`);
}

function within<O>(sites: Sites, query: SelectQueryBuilder<Rows, 'site', O>) {
  return sites === 'all' ? query : query.where('id', 'in', [...sites, 0]);
}
