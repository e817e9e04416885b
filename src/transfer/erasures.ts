/** Erasures: one that was running goes on after an import. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id } from '../contract/common.ts';
import { Erasure } from '../contract/intake.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { type ErasureOrder, enqueueErasure, erasing, erasureLane } from '../features/erasures/commands.ts';
import { type ErasureRow, namesOneOf } from '../features/erasures/queries.ts';
import { siteId } from './format.ts';
import { hash } from './item-line.ts';
import { type Names, namesHere } from './names.ts';
import { type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const AT_ONCE = 500;

const { requested_by, requested_at, done_at, items, articles, media } = Erasure.properties;
const Pending = Type.Object(
  { source_id: id('The source.'), external_key: hash('The item.') },
  { additionalProperties: false },
);
const ErasureLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept unless it was given here before.'),
    ...{ requested_by, requested_at },
    done_at: Type.Optional(done_at),
    ...{ items: Type.Optional(items), articles: Type.Optional(articles), media: Type.Optional(media) },
    pending: Type.Optional(Type.Array(Pending, { description: 'The items that are still to be erased.' })),
    own_only: Type.Optional(
      Type.Boolean({ description: 'Whether their sender withdraws them: nothing of others is erased.' }),
    ),
  },
  { additionalProperties: false },
);
type ErasureLine = Static<typeof ErasureLine>;
type Row = ErasureRow & { pending: Static<typeof Pending>[]; own_only: boolean };

/** One that was running when it was exported goes on here. */
export const erasures: Noun<ErasureLine> = {
  key: 'erasure',
  schema: ErasureLine,
  async *pages(tx, site) {
    for await (const rows of keyset<Row>((after) => erasuresAfter(tx, site, after?.id ?? 0))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, lines) {
    await moveSequence(tx, context, 'erasure_id_seq', lines);
    const names = await namesHere(
      tx,
      context,
      lines.map(({ requested_by }) => requested_by),
    );
    const outcomes: LineOutcome[] = [];
    for (const value of lines) outcomes.push(await importErasure(tx, context, value, names));
    return outcomes;
  },
};

async function importErasure(tx: Tx, context: ImportContext, line: ErasureLine, names: Names): Promise<LineOutcome> {
  const { site_id, pending = [], own_only = false } = line;
  const at = parseInstant(line.requested_at);
  const { rows: known } = await sql`
    select from erasure where site_id = ${site_id} and date_trunc('milliseconds', requested_at) = ${at}
      and requested_by = ${names(line.requested_by)}`.execute(tx);
  if (known.length > 0) return 'same';
  const item_ids = await itemsOf(tx, site_id, pending);
  if (item_ids.length < pending.length) return { reason: 'pending names items that are not here' };
  const id = sql<number>`case when exists (select from erasure where site_id = ${site_id} and id = ${line.id})
    then ${context.isTrial ? sql`-${line.id}::bigint` : sql`draw_id('erasure_id_seq', null)`} else ${line.id}::bigint end`;
  const made = await tx
    .insertInto('erasure')
    .values({
      ...{ site_id, id, requested_by: names(line.requested_by), requested_at: at ?? context.now },
      done_at: line.done_at ? parseInstant(line.done_at) : null,
      ...{ items: line.items ?? 0, articles: line.articles ?? 0, media: line.media ?? 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!line.done_at) await enqueueErasure(tx, { site_id, id: made.id, item_ids, person_keys: [], own_only });
  return 'new';
}

async function itemsOf(tx: Tx, siteId: number, pending: Static<typeof Pending>[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item.id from source_item item
    join unnest(${pending.map(({ source_id }) => source_id)}::bigint[], ${pending.map(({ external_key }) => external_key)}::text[])
      as wanted (source_id, external_key)
      on item.source_id = wanted.source_id and item.external_key = decode(wanted.external_key, 'hex')
    where item.site_id = ${siteId} order by item.id`.execute(tx);
  return rows.map((row) => row.id);
}

function line(row: Row): object {
  const { site_id, id, requested_by, requested_at, done_at, items, articles, media, pending, own_only } = row;
  return {
    ...{ site_id, id, requested_by, requested_at: utc(requested_at), done_at: done_at && utc(done_at) },
    ...{ items, articles, media, ...(done_at ? {} : { pending, ...(own_only && { own_only }) }) },
  };
}

async function erasuresAfter(tx: Tx, { id }: Site, after: number): Promise<Row[]> {
  const { rows } = await sql<Selectable<ErasureRow>>`
    select * from erasure where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  const all: Row[] = [];
  for (const row of rows)
    all.push({ ...row, ...(row.done_at ? { pending: [], own_only: false } : await pendingOf(tx, row)) });
  return all;
}

/** The items that its job has yet to erase. */
async function pendingOf(tx: Tx, row: ErasureRow): Promise<Pick<Row, 'pending' | 'own_only'>> {
  const { rows: jobs } = await sql<{ payload: ErasureOrder }>`
    select payload from job where kind = ${erasing.name} and key = ${erasureLane(row)}
    union all select payload from failed_job where kind = ${erasing.name} and key = ${erasureLane(row)}`.execute(tx);
  const item_ids = jobs.flatMap(({ payload }) => payload.item_ids);
  const people = jobs.flatMap(({ payload }) => payload.person_keys.map((hash) => Buffer.from(hash, 'hex')));
  const { rows } = await sql<Row['pending'][number]>`
    select source_id, encode(external_key, 'hex') as external_key from source_item
    where site_id = ${row.site_id} and state <> 'erased'
      and (id = any(${item_ids}::bigint[]) or ${namesOneOf(people)}) order by id`.execute(tx);
  return { pending: rows, own_only: jobs.some(({ payload }) => payload.own_only) };
}
