/** Rollups and followers as they are stored, read with as few bytes as can be: what was read before is not read again. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { unpackIds } from '../../core/id-set.ts';
import type { PackedTotals, StoredForm } from '../../core/rollup.ts';
import type { Interval } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import { newRowCache } from './row-cache.ts';

type Unit = 'day' | 'month';

export interface StoredTotals extends PackedTotals {
  network: Network;
  /** The day or the month. */
  at: number;
}

export interface StoredSpan extends Interval {
  network: Network;
  unit: Unit;
}

interface Named {
  unit: Unit;
  network: Network;
  at: number;
  version: string;
  posts: number;
  new_contributors: number;
}

const ROLLUP_BYTES = 64 * 1024 * 1024;
const FOLLOWERS_BYTES = 32 * 1024 * 1024;
const rollups = newRowCache<PackedTotals>(ROLLUP_BYTES);
const followers = newRowCache<Buffer>(FOLLOWERS_BYTES);

/** The rollups of the days and months in these spans, with figures and contributors if wanted. */
export async function storedRollups(
  tx: Tx,
  campaignId: number,
  spans: StoredSpan[],
  isWhole: boolean,
): Promise<StoredTotals[]> {
  const named = await namedRollups(tx, campaignId, spans);
  if (!isWhole) return named;
  const missing = named.filter((row) => !rollups.get(keyOf(campaignId, row)));
  const read = new Map<string, PackedTotals>();
  for (const unit of ['month', 'day'] as const) {
    for (const [key, packed] of await packedRollups(tx, campaignId, unit, missing)) read.set(key, packed);
  }
  return named.map((row) => {
    const key = keyOf(campaignId, row);
    return { network: row.network, at: row.at, ...(read.get(key) ?? rollups.get(key) ?? row) };
  });
}

async function namedRollups(tx: Tx, campaignId: number, spans: StoredSpan[]): Promise<Named[]> {
  const ofUnit = (unit: Unit) => {
    const asked = spans.filter((span) => span.unit === unit);
    return sql`
      select ${sql.lit(unit)}::text as unit, network, ${sql.ref(unit)} as at, rollup.xmin::text as version, posts, new_contributors
      from unnest(${asked.map(({ network }) => network)}::text[], ${asked.map(({ from }) => from)}::int[],
        ${asked.map(({ to }) => to)}::int[]) as asked (of_network, since, until)
      join ${sql.table(`campaign_${unit}`)} as rollup on campaign_id = ${campaignId} and network = of_network
        and ${sql.ref(unit)} >= since and ${sql.ref(unit)} < until`;
  };
  const { rows } = await prepared(sql<Named>`${ofUnit('month')} union all ${ofUnit('day')}`).execute(tx);
  return rows;
}

async function packedRollups(
  tx: Tx,
  campaignId: number,
  unit: Unit,
  named: Named[],
): Promise<Map<string, PackedTotals>> {
  const asked = named.filter((row) => row.unit === unit);
  if (asked.length === 0) return new Map();
  const { rows } = await sql<StoredForm & Named>`
    select rollup.*, ${sql.ref(unit)} as at from ${sql.table(`campaign_${unit}`)} as rollup
    where campaign_id = ${campaignId} and (network, ${sql.ref(unit)}) in (
      select * from unnest(${asked.map(({ network }) => network)}::text[], ${asked.map(({ at }) => at)}::int[]))`.execute(
    tx,
  );
  const versions = new Map(asked.map((row) => [`${row.network} ${row.at}`, row.version]));
  return new Map(
    rows.map((row) => kept(campaignId, { ...row, unit, version: versions.get(`${row.network} ${row.at}`) ?? '' })),
  );
}

/** A month's contributors are unpacked once, not in every report. */
function kept(campaignId: number, row: StoredForm & Named): [key: string, packed: PackedTotals] {
  const { posts, new_contributors, stat1, stat2, stat3, contributors } = row;
  const members = row.unit === 'month' ? unpackIds(contributors) : undefined;
  const packed = { posts, new_contributors, stat1, stat2, stat3, contributors, ...(members ? { members } : {}) };
  const bytes = stat1.length + stat2.length + stat3.length + contributors.length + (members?.byteLength ?? 0);
  const key = keyOf(campaignId, row);
  rollups.set(key, packed, bytes);
  return [key, packed];
}

function keyOf(campaignId: number, { unit, network, at, version }: Named): string {
  return `${campaignId} ${unit} ${network} ${at} ${version}`;
}

export async function storedFollowers(tx: Tx, campaignId: number): Promise<Map<number, Buffer>> {
  const named = await sql<{ part: number; version: string }>`
    select part, xmin::text as version from campaign_followers where campaign_id = ${campaignId}`.execute(tx);
  const keys = new Map(named.rows.map(({ part, version }) => [part, `${campaignId} ${part} ${version}`]));
  const parts = new Map<number, Buffer>();
  for (const [part, key] of keys) {
    const known = followers.get(key);
    if (known) parts.set(part, known);
  }
  const missing = [...keys.keys()].filter((part) => !parts.has(part));
  if (missing.length === 0) return parts;
  const { rows } = await sql<{ part: number; followers: Buffer }>`
    select part, followers from campaign_followers
    where campaign_id = ${campaignId} and part = any(${missing}::int[])`.execute(tx);
  for (const row of rows) {
    followers.set(keys.get(row.part) ?? '', row.followers, row.followers.length);
    parts.set(row.part, row.followers);
  }
  return parts;
}
