/** The seven nouns around the articles: their own `columns` and `present` do the work. */
import { sql } from 'kysely';
import type { TProperties, TSchema } from 'typebox';
import { instant } from '../contract/common.ts';
import { ArticleIds } from '../contract/manage.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { instantOfField } from '../core/time.ts';
import { lockSite, lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { insertResource, updateResource } from '../features/resources/commands.ts';
import {
  type MemberList,
  type Membership,
  memberIds,
  membersOf,
  putMembers,
} from '../features/resources/membership.ts';
import { resourceRows } from '../features/resources/queries.ts';
import type { AnyResource, Columns, ResourceRow, ResourceTable } from '../features/resources/resource.ts';
import { lineSchema, siteId, version } from './format.ts';
import { type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

interface ResourceLine {
  site_id: number;
  id: number;
  version?: number;
  article_ids?: number[];
  [field: string]: unknown;
}
type Row = ResourceRow<ResourceTable>;

export interface ResourceExtras {
  /** Times that the service sets, and an import keeps. */
  times?: string[];
  // biome-ignore lint/suspicious/noExplicitAny: of the noun's own table
  membership?: Membership<any>;
}

const AT_ONCE = 200;
/** Of nouns whose HTML may be some megabytes. */
const LONG_AT_ONCE = 10;

export function resourceNoun(
  resource: AnyResource,
  creation: TSchema,
  { times = [], membership }: ResourceExtras = {},
): Noun<ResourceLine> {
  const kept: TProperties = {
    site_id: siteId,
    version,
    ...Object.fromEntries(times.map((name) => [name, instant('Kept unchanged.')])),
    ...(membership ? { article_ids: ArticleIds.properties.article_ids } : {}),
  };
  return {
    key: resource.one,
    schema: lineSchema(creation, kept, ['site_id', 'id']),
    pages: (tx, site) => resourcePages(tx, site, resource, membership),
    siteOf: ({ site_id }) => site_id,
    names: ({ id }) => [String(id)],
    async importBatch(tx, context, values) {
      const locked = lockedSite(tx, await lockSiteRow(tx, context.siteId));
      const rows = await rowsById(tx, resource, context.siteId, values);
      const outcomes: LineOutcome[] = [];
      for (const value of values) {
        const current = rows.get(value.id) ?? null;
        const { row, outcome } = await importRow(tx, context, resource, locked, value, current, times);
        const isListNew = membership ? await importList(tx, membership, locked, row, value.article_ids) : false;
        outcomes.push(outcome === 'same' && isListNew ? 'changed' : outcome);
      }
      await moveSequence(tx, context, `${resource.table}_id`, values);
      return outcomes;
    },
  };
}

/** The locked site, and its new version, which the first change of a batch draws. */
interface LockedSite {
  site: Site;
  changed(): Promise<Site>;
}

function lockedSite(tx: Tx, site: Site): LockedSite {
  let locked: Promise<Site> | undefined;
  const changed = () => {
    locked ??= lockSite(tx, site.id);
    return locked;
  };
  return { site, changed };
}

async function* resourcePages(
  tx: Tx,
  site: Site,
  resource: AnyResource,
  membership: Membership<MemberList> | undefined,
) {
  const byId = { table: resource.table as ResourceTable, order: sql`id` };
  const limit = resource.html ? LONG_AT_ONCE : AT_ONCE;
  const read = (after: Row | undefined) =>
    resourceRows<ResourceTable>(tx, byId, site.id, sql`id > ${after?.id ?? 0}`, { limit });
  for await (const rows of keyset(read)) {
    const lists = membership
      ? await membersOf(
          tx,
          membership.resource.table,
          site.id,
          rows.map((row) => row.id),
        )
      : null;
    yield rows.map((row) => ({
      site_id: site.id,
      // Without the address of this installation.
      ...resource.present(row, { ...site, media_url: '' }),
      version: row.version,
      ...(lists ? { article_ids: lists.get(row.id) ?? [] } : {}),
    }));
  }
}

async function rowsById(tx: Tx, resource: AnyResource, siteId: number, values: ResourceLine[]) {
  const ids = values.map((value) => value.id);
  const rows = await resourceRows<ResourceTable>(tx, resource, siteId, sql`id = any(${ids}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function importRow(
  tx: Tx,
  { now, audience }: ImportContext,
  resource: AnyResource,
  { site, changed }: LockedSite,
  value: ResourceLine,
  current: Row | null,
  times: string[],
): Promise<{ row: Row; outcome: LineOutcome }> {
  const { site_id, id, version = 1, article_ids, ...fields } = value;
  const at = (name: string) => instantOfField(String(fields[name]), site.time_zone, name);
  const given = Object.fromEntries(times.filter((name) => name in fields).map((name) => [name, at(name)]));
  const input = Object.fromEntries(Object.entries(fields).filter(([name]) => !times.includes(name)));
  const made: Columns = { ...(await resource.columns(tx, { site, input, current, now })), ...given };
  if (!current) {
    const row = await insertResource<ResourceTable>(
      tx,
      resource,
      await changed(),
      sql`${id}::bigint`,
      { ...made, id, version },
      audience,
    );
    return { row, outcome: 'new' };
  }
  const isTimeAlone = ([name]: [string, unknown]) => times.includes(name) && !(name in given);
  const changes = Object.entries(made).filter(([name, column]) => !isAlike(current[name as keyof Row], column));
  if (changes.every(isTimeAlone)) return { row: current, outcome: 'same' };
  const columns = { ...Object.fromEntries(changes), version: Math.max(current.version + 1, version) };
  return { row: await updateResource(tx, resource, await changed(), current, columns, audience), outcome: 'changed' };
}

/** Replaces a list and returns whether it changed; a line without the list does not change it. */
async function importList(
  tx: Tx,
  membership: Membership<MemberList>,
  { changed }: LockedSite,
  row: Row,
  articleIds: number[] | undefined,
): Promise<boolean> {
  if (!articleIds) return false;
  const before = await memberIds(tx, membership.resource.table, row);
  if (before.join() === articleIds.join()) return false;
  await changed();
  return (await putMembers(tx, membership, row as ResourceRow<MemberList>, articleIds)) !== null; // of the membership's own table
}

/** Whether a column already has this value. JSON is text, instants are text or dates. */
function isAlike(held: unknown, column: unknown): boolean {
  if (held instanceof Date) return column !== null && held.getTime() === new Date(column as string | Date).getTime();
  const isJson = typeof held === 'object' && held !== null && typeof column === 'string';
  return isStoredAlike(held, isJson ? JSON.parse(column) : column);
}
