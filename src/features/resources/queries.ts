import { type RawBuilder, sql } from 'kysely';
import { LIST_BYTES } from '../../core/answer-size.ts';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AnyResource, Resource, ResourceRow, ResourceTable } from './resource.ts';

type Of<Table extends ResourceTable> = Resource<Table, string, string, unknown>;

export const everything = sql<boolean>`true`;
export const noSuch = (resource: Pick<AnyResource, 'called'>) => notFound(`There is no such ${resource.called}.`);

/** Rows of a noun on one site, in the noun's order. */
export async function resourceRows<Table extends ResourceTable>(
  db: Db | Tx,
  resource: Pick<Of<Table>, 'table' | 'order'>,
  siteId: number,
  where: RawBuilder<boolean> = everything,
  range: { limit?: number | undefined; offset?: number | undefined } = {},
): Promise<ResourceRow<Table>[]> {
  const { rows } = await sql<ResourceRow<Table>>`
    select * from ${sql.table(resource.table)} where site_id = ${siteId} and ${where}
    order by ${resource.order} limit ${range.limit ?? null} offset ${range.offset ?? 0}`.execute(db);
  return rows;
}

/** The same for an answer, perhaps without the noun's HTML. Null when the list is too large for one answer. */
export async function listedRows<Table extends ResourceTable>(
  db: Db | Tx,
  { table, order, html }: Pick<Of<Table>, 'table' | 'order' | 'html'>,
  siteId: number,
  where: RawBuilder<boolean>,
  { limit, offset, withHtml }: { limit?: number; offset?: number; withHtml: boolean },
): Promise<ResourceRow<Table>[] | null> {
  if (!html) return resourceRows<Table>(db, { table, order }, siteId, where, { limit, offset });
  const listed = sql`
    with listed as (
      select * from ${sql.table(table)} where site_id = ${siteId} and ${where}
      order by ${order} limit ${limit ?? null} offset ${offset ?? 0}
    )`;
  // The length of a text is known without reading it.
  const whole = sql`${listed},
    sized as (select coalesce(sum(octet_length(${sql.ref(html)})), 0) <= ${sql.lit(LIST_BYTES)} as fits from listed)
    select * from sized left join listed on fits order by ${order}`;
  const withoutHtml = sql`${listed}
    select true as fits, shown.* from (
      select filled.* from ${sql.table(table)} as noun
      cross join lateral jsonb_populate_record(noun, ${JSON.stringify({ [html]: '' })}::jsonb) as filled
      where noun.site_id = ${siteId} and noun.id in (select id from listed)
    ) as shown order by ${order}`;
  const { rows } = await (withHtml ? whole : withoutHtml).execute(db);
  const found = rows as (ResourceRow<Table> & { fits: boolean })[]; // the noun's own columns
  if (found[0]?.fits === false) return null;
  return found.filter(({ id }) => id !== null);
}

export async function resourceCount(
  db: Db | Tx,
  { table }: { table: string },
  siteId: number,
  where: RawBuilder<boolean> = everything,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where site_id = ${siteId} and ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function resourceRow<Table extends ResourceTable>(
  db: Db | Tx,
  resource: Pick<Of<Table>, 'table' | 'called'>,
  siteId: number,
  id: number,
  where: RawBuilder<boolean> = everything,
): Promise<ResourceRow<Table>> {
  const { rows } = await sql<ResourceRow<Table>>`
    select * from ${sql.table(resource.table)} where site_id = ${siteId} and id = ${id} and ${where}`.execute(db);
  if (!rows[0]) throw noSuch(resource);
  return rows[0];
}

/** Slugs of a noun on one site that a new slug could collide with: itself and itself with a number. */
export async function takenSlugs(tx: Tx, table: ResourceTable, column: string, siteId: number, slug: string) {
  const { rows } = await sql<{ slug: string }>`
    select ${sql.ref(column)} as slug from ${sql.table(table)}
    where site_id = ${siteId} and (${sql.ref(column)} = ${slug} or starts_with(${sql.ref(column)}, ${`${slug}-`}))`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.slug));
}

/** One above the highest, which may exceed the range of an integer column. */
export async function nextNumber(tx: Tx, table: ResourceTable, column: string, siteId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(${sql.ref(column)}), 0)::bigint + 1 as next from ${sql.table(table)} where site_id = ${siteId}`.execute(
    tx,
  );
  return rows[0]?.next ?? 1;
}
