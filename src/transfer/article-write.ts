/** Writes planned articles: rows, revisions, numbers, schedules and served documents, each in one statement per batch. */
import { sql } from 'kysely';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { articlePublication, laneOf } from '../features/articles/commands.ts';
import { recordPublication } from '../features/articles/publications.ts';
import { rejoinLists } from '../features/articles/trash.ts';
import { putSnapshots, removeSnapshot } from '../features/publication/commands.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import { completePublications, numbered } from '../features/publication/rendering.ts';
import { cancelJobs, enqueueMany } from '../jobs/enqueue.ts';
import type { Plan } from './article-plan.ts';
import type { ImportContext } from './noun.ts';
import { moveSequence } from './sequences.ts';

export async function writeArticles(tx: Tx, context: ImportContext, site: Site, plans: Plan[]): Promise<void> {
  await moveSequence(
    tx,
    context,
    'article_id',
    plans.map(({ row }) => row),
  );
  await drawMissingIds(tx, plans);
  await drawMissingNumbers(tx, site, plans);
  for (const { current, row } of plans) if (current?.publish_at) await cancelJobs(tx, articlePublication, laneOf(row));
  await insertRows(
    tx,
    'article',
    plans.map(({ row }) => row),
    { key: ['site_id', 'uid'], taken: 'replace' },
  );
  for (const { current, row } of plans) if (current?.deleted_at) await rejoinLists(tx, row, context.now);
  await keepRevisions(tx, site, plans);
  for (const { current, row } of plans) if (current) await recordServed(tx, context, current, row);
  await schedule(tx, plans);
  await serve(tx, context, site, plans);
}

/** A published article without an id gets one, as at a first publication. */
async function drawMissingIds(tx: Tx, plans: Plan[]): Promise<void> {
  const lacking = plans.filter(({ row }) => row.state === 'published' && row.id === null);
  if (lacking.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select draw_id('article_id', null) as id from generate_series(1, ${lacking.length}) order by 1`.execute(tx);
  for (const [index, { row }] of lacking.entries()) row.id = rows[index]?.id ?? null;
}

/** Publications are numbered from 1 in the section and in the site: given numbers are kept, missing ones assigned. */
async function drawMissingNumbers(tx: Tx, site: Site, plans: Plan[]): Promise<void> {
  const given = new Map<string, number>();
  const raise = (list: string, number: number | null) => given.set(list, Math.max(given.get(list) ?? 0, number ?? 0));
  for (const { row } of plans) {
    raise('drawn', row.site_order_number);
    raise(`drawn:${row.section_id}`, row.order_number);
  }
  const drawn = await raiseCounts(tx, site.id, given);
  const lacking = plans.filter(({ row }) => row.state === 'published' && !(row.order_number && row.site_order_number));
  if (lacking.length === 0) return;
  const next = (list: string) => {
    const number = (drawn.get(list) ?? 0) + 1;
    drawn.set(list, number);
    return number;
  };
  for (const { row } of lacking) {
    row.order_number ??= next(`drawn:${row.section_id}`);
    row.site_order_number ??= next('drawn');
  }
  await raiseCounts(tx, site.id, drawn);
}

async function raiseCounts(tx: Tx, siteId: number, totals: Map<string, number>): Promise<Map<string, number>> {
  const { rows } = await sql<{ list_key: string; total: number }>`
    insert into article_count (site_id, list_key, total)
    select ${siteId}, * from unnest(${[...totals.keys()]}::text[], ${[...totals.values()]}::int[])
    on conflict (site_id, list_key) do update set total = greatest(article_count.total, excluded.total)
    returning list_key, total`.execute(tx);
  return new Map(rows.map(({ list_key, total }) => [list_key, total]));
}

/** The last save is the article's own text; existing revisions are not changed. */
async function keepRevisions(tx: Tx, site: Site, plans: Plan[]): Promise<void> {
  const saved = plans.map(({ row: { uid }, savedBy, isAutosaved }) => ({
    uid,
    saved_by: savedBy,
    is_autosave: isAutosaved,
  }));
  await sql`
    insert into article_revision (site_id, uid, number, written, created_at, created_by, began_at)
    select site_id, uid, version, written, updated_at, saved_by, case when is_autosave then updated_at end
    from article join json_to_recordset(${JSON.stringify(saved)}) as saved(uid uuid, saved_by text, is_autosave boolean) using (uid)
    where site_id = ${site.id} on conflict do nothing`.execute(tx);
  const fixed = plans.flatMap(({ row: { uid }, fixedRevision }) =>
    fixedRevision ? [{ site_id: site.id, uid, ...fixedRevision }] : [],
  );
  await insertRows(tx, 'article_revision', fixed, { key: ['site_id', 'uid', 'number'], taken: 'keep' });
}

/** What readers saw until now. Publications of the file follow the articles: a new article has none yet. */
async function recordServed(tx: Tx, context: ImportContext, current: ArticleRow, row: ArticleRow): Promise<void> {
  if (current.state !== 'published') return;
  const version = row.state === 'published' ? row.published_version : null;
  await recordPublication(tx, current, version, { by: context.caller.name ?? '', at: context.now });
}

/** A schedule in the past is due at once, by the usual timer. */
async function schedule(tx: Tx, plans: Plan[]): Promise<void> {
  const jobs = plans.flatMap(({ row }) =>
    row.publish_at
      ? [{ key: laneOf(row), payload: { site_id: row.site_id, uid: row.uid }, runAt: row.publish_at }]
      : [],
  );
  await enqueueMany(tx, articlePublication, jobs);
}

async function serve(tx: Tx, context: ImportContext, site: Site, plans: Plan[]): Promise<void> {
  const articles = plans.flatMap(({ row, current, served, isServedAsBefore }) =>
    served && !isServedAsBefore ? [{ ...numbered({ ...row, written: served }), isFirst: !current }] : [],
  );
  const leaving = plans.flatMap(({ current, served }) =>
    !served && current?.id && current.state === 'published' ? [current.id] : [],
  );
  const publications = await completePublications(tx, site, articles, { leaving: new Set(leaving) });
  await putSnapshots(tx, site, publications, context.audience);
  for (const id of leaving) await removeSnapshot(tx, site, id, context.audience);
}
