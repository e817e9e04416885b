import { type RawBuilder, sql } from 'kysely';
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
  range: { limit?: number; offset?: number } = {},
): Promise<ResourceRow<Table>[]> {
  const { rows } = await sql<ResourceRow<Table>>`
    select * from ${sql.table(resource.table)} where site_id = ${siteId} and ${where}
    order by ${resource.order} limit ${range.limit ?? null} offset ${range.offset ?? 0}`.execute(db);
  return rows;
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

/** One more than the highest number in use, up to the column's limit: a new row goes last. */
/** One above the highest: it may be larger than an integer column holds. */
export async function nextNumber(tx: Tx, table: ResourceTable, column: string, siteId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(${sql.ref(column)}), 0)::bigint + 1 as next from ${sql.table(table)} where site_id = ${siteId}`.execute(
    tx,
  );
  return rows[0]?.next ?? 1;
}
