/** Blocks and holds of intake. An import adds them, and takes none away. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id, instant } from '../contract/common.ts';
import { Blocked } from '../contract/intake.ts';
import { parseInstant, utc } from '../core/time.ts';
import { lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { MOST_BLOCKED, storedSpelling } from '../features/blocked/commands.ts';
import { type BlockedRow, blockedCount } from '../features/blocked/queries.ts';
import type { HoldRow } from '../features/intake-hold/queries.ts';
import { siteId } from './format.ts';
import { namesHere } from './names.ts';
import { type ImportContext, INSTALLATION, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const { kind, value, created_by } = Blocked.properties;
const BlockedLine = Type.Object(
  {
    site_id: siteId,
    id: Type.Optional(id('The id, which is kept unless it was given here before.')),
    ...{ kind, value },
    created_by: Type.Optional(created_by),
    created_at: Type.Optional(instant('When it was blocked.')),
  },
  { additionalProperties: false },
);
type BlockedLine = Static<typeof BlockedLine>;

const AT_ONCE = 500;

export const blocked: Noun<BlockedLine> = {
  key: 'blocked',
  schema: BlockedLine,
  async *pages(tx, site) {
    for await (const rows of keyset<BlockedRow>((after) => blockedAfter(tx, site, after?.id ?? 0)))
      yield rows.map((row) => ({ ...row, created_at: utc(row.created_at) }));
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ kind, value, id }) => [`${kind} ${value}`, ...(id ? [String(id)] : [])],
  async importBatch(tx, context, lines) {
    await lockSiteRow(tx, context.siteId);
    await moveSequence(tx, context, 'blocked_id', lines);
    const names = await namesHere(
      tx,
      context,
      lines.map(({ created_by }) => created_by),
    );
    const outcomes: LineOutcome[] = [];
    for (const line of lines) outcomes.push(await importBlock(tx, context, line, names(line.created_by ?? 'import')));
    return outcomes;
  },
};

async function importBlock(tx: Tx, context: ImportContext, line: BlockedLine, by: string): Promise<LineOutcome> {
  const { site_id, kind, id = null, created_at } = line;
  const value = storedSpelling(kind, line.value);
  const { rows } = await sql`
    select from blocked where site_id = ${site_id} and kind = ${kind} and value = ${value}`.execute(tx);
  if (rows.length > 0) return 'same';
  if ((await blockedCount(tx, site_id, undefined)) >= MOST_BLOCKED)
    return { reason: `a site has at most ${MOST_BLOCKED} blocked words, people and domains` };
  const isFree = sql`${id}::bigint is not null and not exists (select from blocked where site_id = ${site_id} and id = ${id})`;
  // A trial draws no id.
  const other = context.isTrial
    ? sql`(select least(min(id), 0) - 1 from blocked where site_id = ${site_id})`
    : sql`draw_id('blocked_id', null)`;
  await sql`
    insert into blocked (site_id, id, kind, value, created_by, created_at)
    values (${site_id}, case when ${isFree} then ${id} else ${other} end, ${kind}, ${value}, ${by},
      coalesce(${created_at ? parseInstant(created_at) : null}, now()))`.execute(tx);
  return 'new';
}

async function blockedAfter(tx: Tx, { id }: Site, after: number): Promise<BlockedRow[]> {
  const { rows } = await sql<BlockedRow>`
    select site_id, id, kind, value, created_by, created_at from blocked
    where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}

const held = { held_by: created_by, held_at: instant('Since when.') };
const HoldLine = Type.Object({ site_id: siteId, ...held }, { additionalProperties: false });
const WholeHoldLine = Type.Object(held, { additionalProperties: false });

export const intakeHolds: Noun<Static<typeof HoldLine>> = {
  key: 'intake_hold',
  schema: HoldLine,
  async *pages(tx, site) {
    yield (await holdRows(tx, site.id)).map(({ site_id, ...row }) => ({ site_id, ...holdLine(row) }));
  },
  siteOf: ({ site_id }) => site_id,
  names: () => ['hold'],
  importBatch: (tx, context, lines) => insertHolds(tx, context, context.siteId, lines),
};

/** That of all sites. */
export const installationHolds: Noun<Static<typeof WholeHoldLine>> = {
  key: 'installation_hold',
  schema: WholeHoldLine,
  isOfInstallation: true,
  async *pages(tx) {
    yield (await holdRows(tx, null)).map(holdLine);
  },
  siteOf: () => INSTALLATION,
  names: () => ['hold'],
  importBatch: (tx, context, lines) => insertHolds(tx, context, null, lines),
};

const holdLine = ({ held_by, held_at }: Pick<HoldRow, 'held_by' | 'held_at'>) => ({ held_by, held_at: utc(held_at) });

async function holdRows(tx: Tx, site: number | null): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select * from intake_hold where site_id is not distinct from ${site}::bigint`.execute(tx);
  return rows;
}

async function insertHolds(
  tx: Tx,
  context: ImportContext,
  site: number | null,
  lines: Static<typeof WholeHoldLine>[],
): Promise<LineOutcome[]> {
  const names = await namesHere(
    tx,
    context,
    lines.map(({ held_by }) => held_by),
  );
  const outcomes: LineOutcome[] = [];
  for (const { held_by, held_at } of lines) {
    const { numAffectedRows } = await sql`
      insert into intake_hold (site_id, held_by, held_at) values (${site}, ${names(held_by)}, ${parseInstant(held_at)})
      on conflict do nothing`.execute(tx);
    outcomes.push(numAffectedRows === 1n ? 'new' : 'same');
  }
  return outcomes;
}
