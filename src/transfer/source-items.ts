/** The ledger: every item that a source offered, with the keys that it is known by. A row that exists here does not change. */
import { type Selectable, sql } from 'kysely';
import { PAGE_BYTES } from '../core/answer-size.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { SourceItemRow } from '../db/rows.generated.ts';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { beginErasure } from '../features/erasures/commands.ts';
import { type ImportedItem, itemKeys, type KnownItem, knownItems, labelOf, personKeys } from './item-keys.ts';
import { ItemLine } from './item-line.ts';
import { IMPORTED, namesHere } from './names.ts';
import { type ExportTools, type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';
import { insertTracked, type TrackedLine, trackedLine } from './tracked-posts.ts';

const AT_ONCE = 200;
const NOBODY = { person_key: null, sender_key: null, people_keys: null };

export const sourceItems: Noun<ItemLine> = {
  key: 'source_item',
  schema: ItemLine,
  async *pages(tx, site, tools) {
    for await (const rows of keyset<Row>((after) => itemsAfter(tx, site, after?.id ?? 0)))
      yield rows.map((row) => line(row, tools));
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [`${value.source_id} ${value.external_key}`, ...(value.id ? [`id ${value.id}`] : [])],
  async importBatch(tx, context, lines) {
    await moveSequence(tx, context, 'source_item_id_seq', lines);
    const sources = await sourcesHere(tx, context.siteId, lines);
    const known = await knownItems(tx, context.siteId, lines);
    const items = lines.filter((value) => sources.has(value.source_id) && !known.has(keyOf(value)));
    await insertItems(tx, context, items);
    const outcomes: LineOutcome[] = [];
    for (const value of lines) {
      const here = known.get(keyOf(value));
      if (!sources.has(value.source_id))
        outcomes.push({ reason: `source_id names no source of this site: ${value.source_id}` });
      else outcomes.push(here ? await met(tx, value, here) : 'new');
    }
    return outcomes;
  },
};

const keyOf = ({ source_id, external_key }: ItemLine) => `${source_id} ${external_key}`;

/** An item that was erased elsewhere is erased here too; one that was erased here stays so. */
async function met(tx: Tx, line: ItemLine, here: KnownItem): Promise<LineOutcome> {
  if (line.state !== 'erased' || here.state === 'erased') return 'same';
  await beginErasure(tx, line.site_id, IMPORTED, { item_ids: [here.id], person_keys: [] });
  return 'changed';
}

async function insertItems(tx: Tx, context: ImportContext, lines: ItemLine[]): Promise<void> {
  if (lines.length === 0) return;
  const names = await namesHere(
    tx,
    context,
    lines.map(({ decided_by }) => decided_by),
  );
  const { ids, erased } = await itemKeys(tx, context, lines);
  const people = await personKeys(tx, context, lines);
  const rows = lines.map((value, at) => {
    const by = value.decided_by == null ? null : names(value.decided_by);
    const own = { id: ids[at] ?? 0, decided_by: by };
    const isErased = value.state === 'erased' || erased.has(value);
    return isErased ? erasedRow(value, own) : rowOf(value, { ...own, ...(people[at] ?? NOBODY) });
  });
  // Hashes travel as text.
  await insertRows(tx, 'source_item', rows as unknown as Selectable<SourceItemRow>[]);
  const kept = lines.filter((_, at) => rows[at]?.state !== 'erased');
  await insertIdentities(tx, kept);
  await insertTracked(tx, kept);
}

const bytea = (hex: string) => `\\x${hex}`;
const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);

function rowOf(line: ItemLine, own: ImportedItem) {
  const { site_id, source_id, external_id, title, url = null, state, reason = null, taken_version = null } = line;
  const { upstream = null, raw = null, rule_id = null } = line;
  return {
    ...{
      site_id,
      source_id,
      external_key: bytea(line.external_key),
      id: own.id,
      external_id,
      title,
      url,
      state,
      reason,
    },
    ...{ uid: line.uid ?? null, content_hash: bytea(line.content_hash), taken_version, upstream, raw, rule_id },
    ...{ raw_until: at(line.raw_until), person_key: own.person_key && bytea(own.person_key) },
    sender_key: own.sender_key && bytea(own.sender_key),
    people_keys: own.people_keys?.map(bytea) ?? null,
    ...{ decided_by: own.decided_by, decided_at: at(line.decided_at) },
    ...{ seen_at: at(line.seen_at), changed_at: at(line.changed_at) },
  };
}

/** Nothing of it is stored, whatever the line has. */
function erasedRow(line: ItemLine, own: Pick<ImportedItem, 'id' | 'decided_by'>) {
  const blank = { external_id: '', title: '', url: null, uid: null, upstream: null, raw: null, raw_until: null };
  const reason = line.state === 'erased' ? (line.reason ?? null) : null;
  const content_hash = line.state === 'erased' ? line.content_hash : '00';
  const cleared = { ...line, ...blank, reason, content_hash, taken_version: null, rule_id: null };
  return rowOf({ ...cleared, state: 'erased' }, { ...own, ...NOBODY });
}

/** Keys that another item has here stay with it. */
async function insertIdentities(tx: Tx, lines: ItemLine[]): Promise<void> {
  const rows = lines.flatMap(({ site_id, source_id, external_key, identities = [] }) =>
    identities.map(({ kind, key, seen_at }) => ({
      ...{ site_id, kind, key: bytea(key), source_id, external_key: bytea(external_key), seen_at: at(seen_at) },
    })),
  );
  await insertRows(tx, 'item_identity', rows as never[], { key: ['site_id', 'kind', 'key'], taken: 'keep' });
}

/** Locked, so that nobody deletes them meanwhile. */
async function sourcesHere(tx: Tx, siteId: number, lines: ItemLine[]): Promise<Set<number>> {
  const ids = [...new Set(lines.map(({ source_id }) => source_id))];
  const { rows } = await sql<{ id: number }>`
    select id from source where site_id = ${siteId} and id = any(${ids}::bigint[]) order by id for key share`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.id));
}

type Row = Selectable<SourceItemRow> & {
  identities: { kind: string; key: string; seen_at: string }[];
  tracked: TrackedLine | null;
};

function line(row: Row, { secrets }: ExportTools): object {
  const { site_id, source_id, id, external_id, title, url, state, reason, uid, taken_version, upstream, raw } = row;
  const time = (date: Date | null) => date && utc(date);
  const external_key = row.external_key.toString('hex');
  const people = {
    ...{ person_key: row.person_key?.toString('hex'), sender_key: row.sender_key?.toString('hex') },
    people_keys: row.people_keys?.map((hash) => hash.toString('hex')),
  };
  const isKnown = Object.values(people).some((one) => one !== undefined);
  const identities = row.identities.map((one) => ({ ...one, seen_at: utc(new Date(one.seen_at)) }));
  return {
    ...{ site_id, source_id, external_key, id, external_id, title, url, state, reason, uid },
    ...{ content_hash: row.content_hash.toString('hex'), taken_version, upstream, raw, raw_until: time(row.raw_until) },
    ...{ rule_id: row.rule_id, decided_by: row.decided_by, decided_at: time(row.decided_at) },
    ...{ seen_at: utc(row.seen_at), changed_at: utc(row.changed_at), identities },
    ...(row.tracked ? { tracked: trackedLine(row.tracked) } : {}),
    ...(secrets && isKnown ? { sealed: secrets.seal(labelOf({ source_id, external_key }), people) } : {}),
  };
}

/** The ledger of a deleted source is being deleted, and stays behind. */
async function itemsAfter(tx: Tx, { id }: Site, after: number): Promise<Row[]> {
  const bytes = sql`coalesce(pg_column_size(raw), 0) + coalesce(pg_column_size(upstream), 0)`;
  const { rows } = await sql<Row>`
    with page as (
      select *, sum(${bytes}) over (order by id) - (${bytes}) as before from (
        select item.* from source_item item join source on source.site_id = item.site_id and source.id = item.source_id
        where item.site_id = ${id} and item.id > ${after} order by item.id limit ${AT_ONCE}
      ) as next
    )
    select page.*, (
      select coalesce(json_agg(json_build_object('kind', kind, 'key', encode(key, 'hex'), 'seen_at', seen_at) order by kind, key), '[]')
      from item_identity held where held.site_id = page.site_id and held.source_id = page.source_id
        and held.external_key = page.external_key) as identities, (
      select to_jsonb(post) - array['site_id', 'source_id', 'external_key'] from tracked_post post where post.site_id = page.site_id
        and post.source_id = page.source_id and post.external_key = page.external_key) as tracked
    from page where before < ${sql.lit(PAGE_BYTES)} order by id`.execute(tx);
  return rows;
}
