/** The five management handlers of a noun, and the two reads of the content API. */
import { type RawBuilder, sql } from 'kysely';
import { listTooLarge } from '../../core/answer-size.ts';
import { includesField, withFields } from '../../core/fields.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { Versioned } from '../handler.ts';
import { renderingProgress } from '../publication/progress.ts';
import { changeResource, createResource, deleteResource } from './commands.ts';
import { everything, listedRows, resourceCount, resourceRow } from './queries.ts';
import type { Resource, ResourceTable } from './resource.ts';

const PAGE_SIZE = 20;

interface ResourceRequest<Body = undefined> {
  site: Site;
  params: { site_id: number };
  body: Body;
  caller: Actor;
  ifMatch: string | undefined;
  now: Date;
}
interface AskedOne<Body = undefined> extends ResourceRequest<Body> {
  params: { site_id: number; id: number };
}
interface AskedPage extends ResourceRequest {
  query: { count?: number | undefined; page?: number | undefined; [filter: string]: unknown };
}

export function manageHandlers<
  Table extends ResourceTable,
  One extends string,
  Many extends string,
  Wire extends object,
>(resource: Resource<Table, One, Many, Wire>) {
  type Row = Parameters<typeof resource.present>[0];
  // A computed key is typed as any string: this one is the wrapper key of the noun.
  const wrapped = (row: Row, site: Site) => ({ [resource.one]: resource.present(row, site) }) as Record<One, Wire>;
  const single = async (db: Db | Tx, row: Row, site: Site) => {
    const { isRepeated, table } = resource;
    // For other nouns the response schema drops it.
    const rendering = isRepeated ? await renderingProgress(db, site.id, [repeated(table)], row.id) : null;
    return new Versioned({ ...wrapped(row, site), rendering }, row.version);
  };
  return {
    async list(db: Db | Tx, { site, query }: AskedPage) {
      const { count = PAGE_SIZE, page = 1, ...filters } = query;
      const where = equalTo(filters);
      const range = { limit: count, offset: (page - 1) * count };
      const rows = await listedRows<Table>(db, resource, site.id, where, { ...range, withHtml: true });
      if (!rows) throw listTooLarge('request fewer items with `count`');
      const meta = { total_count: await resourceCount(db, resource, site.id, where), count: rows.length };
      const items = rows.map((row) => resource.present(row, site));
      return { meta, ...({ [resource.many]: items } as Record<Many, Wire[]>) }; // the wrapper key of the list
    },
    async create(db: Db | Tx, { params, body, caller, now }: ResourceRequest<Partial<Wire> & { id?: number }>) {
      const saved = await createResource(db, resource, { siteId: params.site_id, input: body, caller, now });
      return new Versioned(wrapped(saved.row, saved.site), saved.row.version);
    },
    async read(db: Db | Tx, { site, params }: AskedOne) {
      return single(db, await resourceRow<Table>(db, resource, site.id, params.id), site);
    },
    async change(db: Db | Tx, { params, body, caller, ifMatch, now }: AskedOne<Partial<Wire>>) {
      const request = { caller, siteId: params.site_id, id: params.id, input: body, ifMatch, now };
      const saved = await changeResource(db, resource, request);
      return single(db, saved.row, saved.site);
    },
    async remove(db: Db | Tx, { params, caller, ifMatch }: AskedOne) {
      await deleteResource(db, resource, { caller, siteId: params.site_id, id: params.id, ifMatch });
      return undefined;
    },
  };
}

/** The nouns that say `isRepeated`. */
const repeated = (table: ResourceTable) => table as 'section' | 'author';

/** A content API list: the visible rows, with the requested fields. */
export async function servedItems<Table extends ResourceTable, Wire extends object>(
  db: Db | Tx,
  resource: Resource<Table, string, string, Wire>,
  { site, query }: { site: Site; query: { fields?: string | undefined } },
  where: RawBuilder<boolean> = everything,
  range: { limit?: number; offset?: number } = {},
): Promise<Partial<Wire>[]> {
  const withHtml = !resource.html || includesField(query.fields, resource.html);
  const rows = await listedRows<Table>(db, resource, site.id, where, { ...range, withHtml });
  if (!rows) throw listTooLarge(`request \`fields\` without \`${resource.html}\``);
  return rows.map((row) => withFields(resource.present(row, site), query.fields));
}

export async function servedItem<Table extends ResourceTable, Wire extends object>(
  db: Db | Tx,
  resource: Resource<Table, string, string, Wire>,
  { site, query }: { site: Site; query: { fields?: string | undefined } },
  id: number,
  where: RawBuilder<boolean> = everything,
): Promise<Partial<Wire>> {
  return withFields(resource.present(await resourceRow<Table>(db, resource, site.id, id, where), site), query.fields);
}

/** Filters of a management list are named like the columns they compare. */
function equalTo(filters: Record<string, unknown>): RawBuilder<boolean> {
  const conditions = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);
  return conditions.length === 0 ? everything : sql.join<boolean>(conditions, sql` and `);
}
