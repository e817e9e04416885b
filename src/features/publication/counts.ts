/** The number of articles in each unfiltered list, updated with every change of served content. */
import { type RawBuilder, sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import { tagNames } from '../../core/tags.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Snapshot } from './queries.ts';

/** The statement that raises and lowers the counts of the lists that articles enter and leave. */
export function countMoves(
  siteId: number,
  changes: { before: Snapshot | undefined; after: Snapshot | undefined; served?: ArticleWire }[],
): RawBuilder<unknown> {
  const moved = changes.flatMap(({ before, after }) => {
    const change = Number(after?.is_served ?? false) - Number(before?.is_served ?? false);
    return change === 0 ? [] : { id: after?.id ?? before?.id, change };
  });
  const totals = new Map<string, number>();
  const add = (listKey: string, change: number) => totals.set(listKey, (totals.get(listKey) ?? 0) + change);
  for (const { before, after, served } of changes) {
    for (const list of listsOf(after, served)) add(list, 1);
    for (const list of listsOf(before)) add(list, -1);
  }
  const changed = [...totals].filter(([, change]) => change !== 0);
  return sql`
    insert into article_count (site_id, list_key, total)
    select ${siteId}::bigint, list_key, change from unnest(${changed.map(([listKey]) => listKey)}::text[], ${changed.map(([, change]) => change)}::int[]) as changed(list_key, change)
    union all
    select ${siteId}::bigint, list_key, sum(change) from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ change }) => change)}::int[]) as moved(id, change)
    join (${holderLists(siteId)}) as held using (id) group by list_key
    on conflict (site_id, list_key) do update set total = article_count.total + excluded.total`;
}

/** The same for articles that all enter, or all leave, the lists of `listsOf`. */
export async function recountAll(tx: Tx, siteId: number, ids: number[], change: 1 | -1): Promise<void> {
  const among = sql`where site_id = ${siteId} and id = any(${ids}::bigint[])`;
  await sql`
    insert into article_count (site_id, list_key, total)
    select ${siteId}, list_key, ${change} * count(*) from (
      select 'site' as list_key from published_article ${among}
      union all select 'section:' || section_id from published_article ${among}
      union all select 'category:' || category_id from published_article ${among} and category_id is not null
      union all select 'author:' || author_id from published_article_author ${among}
      union all select 'tag:' || tag from published_article_tag ${among}
      union all select list_key from (${holderLists(siteId)}) as held where id = any(${ids}::bigint[])
    ) as listed group by list_key
    on conflict (site_id, list_key) do update set total = article_count.total + excluded.total`.execute(tx);
}

/** Sets the count of an issue's or container's list: how many of its articles are served. */
export async function countList(tx: Tx, siteId: number, listKey: string, ids: number[]): Promise<void> {
  await sql`
    insert into article_count (site_id, list_key, total)
    select ${siteId}, ${listKey}, count(*) from published_article
    where site_id = ${siteId} and id = any(${ids}::bigint[]) and is_served
    on conflict (site_id, list_key) do update set total = excluded.total`.execute(tx);
}

export async function forgetList(tx: Tx, siteId: number, listKey: string): Promise<void> {
  await tx.deleteFrom('article_count').where('site_id', '=', siteId).where('list_key', '=', listKey).execute();
}

function listsOf(snapshot: Snapshot | undefined, served?: ArticleWire): Set<string> {
  if (!snapshot?.is_served) return new Set();
  const { section_id, category_id, author_ids, tags } = served ?? (JSON.parse(snapshot.doc) as ArticleWire); // our own rendering
  return new Set([
    'site',
    `section:${section_id}`,
    ...(category_id === null ? [] : [`category:${category_id}`]),
    ...author_ids.map((id) => `author:${id}`),
    ...tags.flatMap(tagNames).map((tag) => `tag:${tag}`),
  ]);
}

/** The lists of issues and containers, such as `issue:7`, with their article ids. */
const holderLists = (siteId: number) => sql`
  select 'issue:' || issue_id as list_key, article_id as id from issue_article where site_id = ${siteId}
  union all
  select 'featured_item_container:' || featured_item_container_id, article_id
  from featured_item_container_article where site_id = ${siteId}`;
