import { type RawBuilder, sql } from 'kysely';
import { conflict, type RequestError } from '../../core/errors.ts';
import { type Actor, refuseGivenId } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite, lockSiteRow, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Audience } from '../publication/events.ts';
import { noSuch, resourceCount, resourceRow } from './queries.ts';
import type { AnyResource, Columns, Resource, ResourceRow, ResourceTable, Use } from './resource.ts';

const UNIQUE_VIOLATION = '23505';

export interface Saved<Table extends ResourceTable> {
  row: ResourceRow<Table>;
  site: Site;
}

interface Request<Input> {
  caller: Actor;
  siteId: number;
  input: Input;
  now: Date;
}

export async function createResource<Table extends ResourceTable, Wire>(
  db: Db | Tx,
  resource: Resource<Table, string, string, Wire>,
  { siteId, input, now, caller }: Request<Partial<Wire> & { id?: number }>,
): Promise<Saved<Table>> {
  refuseGivenId(input.id, caller, siteId);
  return transaction(db, async (tx) => {
    const site = await lockSite(tx, siteId);
    const { id: givenId, ...rest } = input;
    // The body without its id.
    const columns = await resource.columns(tx, { site, input: rest as Partial<Wire>, current: null, now });
    const id = sql`draw_id(${`${resource.table}_id`}, ${givenId ?? null})`;
    const row = await insertResource<Table>(tx, resource, site, id, { ...columns, id: givenId });
    await recordResource(tx, caller, resource, null, row);
    return { row, site };
  });
}

export async function changeResource<Table extends ResourceTable, Wire extends object>(
  db: Db | Tx,
  resource: Resource<Table, string, string, Wire>,
  { siteId, id, input, now, ifMatch, caller }: Request<Partial<Wire>> & { id: number; ifMatch: string | undefined },
): Promise<Saved<Table>> {
  return transaction(db, async (tx) => {
    const isEmpty = Object.keys(input).length === 0;
    // A new version of the site would discard its cached responses.
    const site = isEmpty ? await lockSiteRow(tx, siteId) : await lockSite(tx, siteId);
    const current = await resourceRow<Table>(tx, resource, siteId, id);
    refuseStale(ifMatch, current.version, resource.called);
    const columns = isEmpty ? {} : await resource.columns(tx, { site, input, current, now });
    if (Object.keys(columns).length === 0) return { row: current, site };
    const row = await updateResource(tx, resource, site, current, columns);
    await recordResource(tx, caller, resource, current, row);
    return { row, site };
  });
}

export async function deleteResource(
  db: Db | Tx,
  resource: AnyResource,
  { siteId, id, ifMatch, caller }: { caller: Actor; siteId: number; id: number; ifMatch: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const site = await lockSite(tx, siteId);
    const current = await resourceRow<ResourceTable>(tx, resource, siteId, id);
    refuseStale(ifMatch, current.version, resource.called);
    for (const use of resource.usedBy) {
      const uses = await resourceCount(tx, use, siteId, isUse(use, id));
      if (uses > 0) throw inUse(resource, use, uses);
    }
    await releaseTrash(tx, resource.usedBy, siteId, id);
    await sql`delete from ${sql.table(resource.table)} where site_id = ${siteId} and id = ${id}`.execute(tx);
    await resource.afterWrite?.(tx, { site, before: current, after: null, audience: 'all' });
    await recordResource(tx, caller, resource, current, null);
  });
}

function inUse({ called }: AnyResource, { kind }: Use, count: number): RequestError {
  const users = kind.replace('_', ' ');
  return conflict(`This ${called} is used by ${count} ${users}(s); change those first.`, { used_by: { kind, count } });
}

async function recordResource(
  tx: Tx,
  caller: Actor,
  { table }: Pick<AnyResource, 'table'>,
  before: ResourceRow<ResourceTable> | null,
  after: ResourceRow<ResourceTable> | null,
): Promise<void> {
  const { site_id, id } = (after ?? before) as ResourceRow<ResourceTable>; // one of them is there
  const action = before ? (after ? 'change' : 'delete') : 'create';
  await recordChange(tx, caller, { action, noun: table as ResourceTable, id, sites: [site_id], before, after }); // of this table
}

const ofMany = ({ column }: Use) => column.endsWith('_ids');

/** Articles in the trash do not count as uses. */
function isUse(use: Use, id: number): RawBuilder<boolean> {
  const column = sql.ref(use.column);
  const names = ofMany(use) ? sql<boolean>`${column} @> array[${id}]::bigint[]` : sql<boolean>`${column} = ${id}`;
  return use.table === 'article' ? sql`${names} and deleted_at is null` : names;
}

/** Articles in the trash keep references only in their text; restoring checks that they exist. */
async function releaseTrash(tx: Tx, uses: Use[], siteId: number, id: number): Promise<void> {
  for (const use of uses.filter((one) => one.table === 'article' && !ofMany(one))) {
    const column = sql.ref(use.column);
    await sql`update article set ${column} = null
      where site_id = ${siteId} and ${column} = ${id} and deleted_at is not null`.execute(tx);
  }
}

/** Adds a row; the site is locked. */
export async function insertResource<Table extends ResourceTable>(
  tx: Tx,
  resource: AnyResource,
  site: Site,
  id: RawBuilder<unknown>,
  columns: Columns,
  audience: Audience = 'all',
): Promise<ResourceRow<Table>> {
  const given = Object.entries(columns).filter(([name]) => name !== 'id');
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  const values = sql.join(given.map(([, value]) => value));
  const after = await writeRow<Table>(
    sql`insert into ${sql.table(resource.table)} (site_id, id, ${names}) values (${site.id}, ${id}, ${values}) returning *`,
    tx,
    resource,
    columns,
  );
  await resource.afterWrite?.(tx, { site, before: null, after, audience });
  return after;
}

/** Changes a row and applies the side effects; the site is locked. */
export async function updateResource<Table extends ResourceTable>(
  tx: Tx,
  resource: AnyResource,
  site: Site,
  before: ResourceRow<Table>,
  columns: Columns,
  audience: Audience = 'all',
): Promise<ResourceRow<Table>> {
  const changes = Object.entries({ version: before.version + 1, ...columns });
  const after = await writeRow<Table>(
    sql`update ${sql.table(resource.table)} set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
        where site_id = ${site.id} and id = ${before.id} returning *`,
    tx,
    resource,
    columns,
  );
  await resource.afterWrite?.(tx, { site, before, after, audience });
  return after;
}

async function writeRow<Table extends ResourceTable>(
  statement: ReturnType<typeof sql>,
  tx: Tx,
  resource: AnyResource,
  written: Columns,
): Promise<ResourceRow<Table>> {
  try {
    const { rows } = await statement.execute(tx);
    if (!rows[0]) throw noSuch(resource);
    return rows[0] as ResourceRow<Table>; // `returning *` of the noun's own table
  } catch (error) {
    throw asConflict(error, resource, written);
  }
}

/** `section_site_id_section_url_key` → "There is a section with this section_url already: news." */
function asConflict(error: unknown, resource: AnyResource, written: Columns): unknown {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code !== UNIQUE_VIOLATION) return error;
  const field = constraint.endsWith('_pkey')
    ? 'id'
    : constraint.slice(`${resource.table}_site_id_`.length, -'_key'.length);
  return conflict(
    `There is a${/^[aeiou]/.test(resource.called) ? 'n' : ''} ${resource.called} with this ${field} already: ${written[field]}.`,
    { taken_field: field },
  );
}
