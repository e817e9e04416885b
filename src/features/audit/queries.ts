import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Sites } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { AuditEntryRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type EntryRow = Selectable<AuditEntryRow>;

export interface AuditFilter {
  /** The sites that the reader owns: entries that also concern other sites are omitted. */
  sites: Sites;
  siteId: number | undefined;
  actorKind: string | undefined;
  actorId: number | undefined;
  action: string | undefined;
  noun: string | undefined;
  nounId: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Newest first, after the entry with the id `after`. */
export async function auditPage(
  db: Db | Tx,
  filter: AuditFilter,
  after: number | null,
  limit: number,
): Promise<EntryRow[]> {
  const conditions = [...conditionsOf(filter), ...(after === null ? [] : [sql`id < ${after}`])];
  const { rows } = await sql<EntryRow>`
    select * from audit_entry where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

const PAGE_SIZE = 1_000;

/** All of them, in pages: between two pages no connection stays open, however slow the client is. */
export async function* auditPages(db: Db | Tx, filter: AuditFilter): AsyncIterable<EntryRow[]> {
  for (let after: number | null = null; ; ) {
    const rows: EntryRow[] = await auditPage(db, filter, after, PAGE_SIZE);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

function conditionsOf({ sites, siteId, from, to, ...equal }: AuditFilter): RawBuilder<unknown>[] {
  const columns: [string, unknown][] = [
    ['actor_kind', equal.actorKind],
    ['actor_id', equal.actorId],
    ['action', equal.action],
    ['noun', equal.noun],
    ['noun_id', equal.nounId],
  ];
  return [
    ...(sites === 'all' ? [] : [isWithin(sites)]),
    ...(siteId === undefined ? [] : [concerns(siteId)]),
    ...columns.flatMap(([name, value]) => (value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`])),
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at < ${to}`] : []),
  ];
}

function isWithin(sites: readonly number[]): RawBuilder<unknown> {
  const own = sql`${[...sites]}::bigint[]`;
  return sql`(site_id = any(${own})
    or (site_id is null and not all_sites and cardinality(site_ids) > 0 and site_ids <@ ${own}))`;
}

function concerns(siteId: number): RawBuilder<unknown> {
  return sql`(site_id = ${siteId} or (site_id is null and site_ids @> array[${siteId}]::bigint[]))`;
}
