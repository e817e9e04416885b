/** Stored rollups and followers. Each read names the versions first and then reads only what the cache does not have. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { unpackFollowers } from '../../core/followers.ts';
import { requirePackedFormat } from '../../core/packed-format.ts';
import { bytesOfTotals, type StoredForm, type UnpackedTotals, unpackTotals } from '../../core/rollup.ts';
import type { Interval } from '../../core/spans.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RollupCache } from './rollup-cache.ts';

type Unit = 'day' | 'month';

export interface StoredTotals extends UnpackedTotals {
  network: Network;
  /** The day or the month. */
  at: number;
}

export interface StoredSpan extends Interval {
  network: Network;
  unit: Unit;
}

export interface NamedRollup {
  unit: Unit;
  network: Network;
  at: number;
  version: string;
  posts: number;
}

export async function storedRollups(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  named: NamedRollup[],
): Promise<StoredTotals[]> {
  const found: StoredTotals[] = [];
  const missing: NamedRollup[] = [];
  for (const row of named) {
    const known = cache.totals.get(keyOf(campaignId, row));
    if (known) found.push({ ...known, network: row.network, at: row.at });
    else missing.push(row);
  }
  for (const unit of ['month', 'day'] as const) {
    const ofUnit = missing.filter((row) => row.unit === unit);
    if (ofUnit.length > 0) found.push(...(await readRollups(tx, cache, campaignId, unit, ofUnit)));
  }
  return found;
}

/** The versions and entry counts of the rollups in these spans. */
export async function namedRollups(tx: Tx, campaignId: number, spans: StoredSpan[]): Promise<NamedRollup[]> {
  const ofUnit = (unit: Unit) => {
    const asked = spans.filter((span) => span.unit === unit);
    return sql`
      select ${sql.lit(unit)}::text as unit, network, ${sql.ref(unit)} as at, rollup.xmin::text as version, posts
      from unnest(${asked.map(({ network }) => network)}::text[], ${asked.map(({ from }) => from)}::int[],
        ${asked.map(({ to }) => to)}::int[]) as asked (of_network, since, until)
      join ${sql.table(`campaign_${unit}`)} as rollup on campaign_id = ${campaignId} and network = of_network
        and ${sql.ref(unit)} >= since and ${sql.ref(unit)} < until`;
  };
  const { rows } = await prepared(sql<NamedRollup>`${ofUnit('month')} union all ${ofUnit('day')}`).execute(tx);
  return rows;
}

async function readRollups(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  unit: Unit,
  asked: NamedRollup[],
): Promise<StoredTotals[]> {
  const { rows } = await sql<StoredForm & { network: Network; at: number; format: number }>`
    select network, ${sql.ref(unit)} as at, format, posts, new_contributors, stat1, stat2, stat3, contributors
    from ${sql.table(`campaign_${unit}`)}
    where campaign_id = ${campaignId} and (network, ${sql.ref(unit)}) in (
      select * from unnest(${asked.map(({ network }) => network)}::text[], ${asked.map(({ at }) => at)}::int[]))`.execute(
    tx,
  );
  requirePackedFormat(rows);
  const keys = new Map(asked.map((row) => [`${row.network} ${row.at}`, keyOf(campaignId, row)]));
  return rows.map(({ network, at, format: _, ...stored }) => {
    const unpacked = unpackTotals(stored);
    cache.totals.set(keys.get(`${network} ${at}`) ?? '', unpacked, bytesOfTotals(unpacked));
    return { ...unpacked, network, at };
  });
}

function keyOf(campaignId: number, { unit, network, at, version }: NamedRollup): string {
  return `${campaignId} ${unit} ${network} ${at} ${version}`;
}

export async function storedFollowers(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
): Promise<Map<number, Uint32Array>> {
  const named = await sql<{ part: number; version: string }>`
    select part, xmin::text as version from campaign_followers where campaign_id = ${campaignId}`.execute(tx);
  const keys = new Map(named.rows.map(({ part, version }) => [part, `${campaignId} ${part} ${version}`]));
  const parts = new Map<number, Uint32Array>();
  for (const [part, key] of keys) {
    const known = cache.followers.get(key);
    if (known) parts.set(part, known);
  }
  const missing = [...keys.keys()].filter((part) => !parts.has(part));
  if (missing.length === 0) return parts;
  const { rows } = await sql<{ part: number; followers: Buffer; format: number }>`
    select part, followers, format from campaign_followers
    where campaign_id = ${campaignId} and part = any(${missing}::int[])`.execute(tx);
  requirePackedFormat(rows);
  for (const row of rows) {
    const unpacked = unpackFollowers(row.followers);
    cache.followers.set(keys.get(row.part) ?? '', unpacked, unpacked.byteLength);
    parts.set(row.part, unpacked);
  }
  return parts;
}
