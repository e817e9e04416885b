/**
 * The erasure log: what was erased, for backups that were made before. It lies beside the backups, and a restore erases what it names once
 * more. It has no text and no name: keyed hashes, their keys (which every backup has), and the keys of items.
 */
import { sql } from 'kysely';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { beginErasure } from './commands.ts';
import { addKeys, storedKeys } from './keys.ts';

interface LoggedKey {
  key: string;
}
interface LoggedHash {
  site_id: number;
  hash: string;
}
interface LoggedItem {
  site_id: number;
  source_id: number;
  item: string;
}
export type LoggedErasure = LoggedKey | LoggedHash | LoggedItem;

const AT_ONCE = 2_000;

/** Changes with every erasure that is ordered or done. */
export async function erasureState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', count(*), max(id), max(done_at), sum(items), (select count(*) from erasure_secret)) as state from erasure`.execute(
    db,
  );
  return rows[0]?.state ?? '';
}

/** The keys come first. */
export async function* loggedErasures(db: Db): AsyncGenerator<LoggedErasure> {
  for (const key of await transaction(db, storedKeys)) yield { key: key.toString('hex') };
  let hash: LoggedHash | undefined;
  do {
    const rows = await hashesAfter(db, hash);
    yield* rows;
    hash = rows.at(-1);
  } while (hash);
  let last = 0;
  for (;;) {
    const rows = await itemsAfter(db, last);
    for (const { id, ...item } of rows) {
      last = id;
      yield item;
    }
    if (rows.length === 0) return;
  }
}

async function hashesAfter(db: Db, after: LoggedHash | undefined): Promise<LoggedHash[]> {
  const { rows } = await sql<LoggedHash>`
    select site_id, encode(hash, 'hex') as hash from erased_key
    where (site_id, hash) > (${after?.site_id ?? 0}, decode(${after?.hash ?? ''}, 'hex'))
    order by erased_key.site_id, erased_key.hash limit ${AT_ONCE}`.execute(db);
  return rows;
}

async function itemsAfter(db: Db, after: number): Promise<(LoggedItem & { id: number })[]> {
  const { rows } = await sql<LoggedItem & { id: number }>`
    select id, site_id, source_id, encode(external_key, 'hex') as item from source_item
    where state = 'erased' and id > ${after} order by id limit ${AT_ONCE}`.execute(db);
  return rows;
}

/**
 * Orders what the log names, as far as it is here; the service then erases it by its queue. Each item by itself: duplicates that were erased
 * are in the log too, and those of a withdrawn submission were not. Returns the number of items.
 */
export async function replayErasures(db: Db, caller: Actor, logged: AsyncIterable<LoggedErasure>): Promise<number> {
  let items = 0;
  let batch: LoggedErasure[] = [];
  const replay = async () => {
    const lines = batch;
    batch = [];
    items += await transaction(db, (tx) => replayBatch(tx, caller, lines));
  };
  for await (const line of logged) {
    batch.push(line);
    if (batch.length === AT_ONCE) await replay();
  }
  await replay();
  return items;
}

async function replayBatch(tx: Tx, caller: Actor, lines: LoggedErasure[]): Promise<number> {
  const keys = lines.flatMap((line) => ('key' in line ? Buffer.from(line.key, 'hex') : []));
  if (keys.length > 0) await addKeys(tx, keys);
  const hashes = lines.filter((line) => 'hash' in line);
  await sql`
    insert into erased_key (site_id, hash)
    select line.site_id, decode(line.hash, 'hex') from ${hashTable(hashes)} join site on site.id = line.site_id
    on conflict do nothing`.execute(tx);
  const found = await itemsHere(
    tx,
    hashes,
    lines.filter((line) => 'item' in line),
  );
  for (const { site_id, ids } of found)
    await beginErasure(tx, site_id, caller.name ?? '', { item_ids: ids, person_keys: [], own_only: true });
  return found.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** A person's hash is that of all items of the person. */
async function itemsHere(
  tx: Tx,
  hashes: LoggedHash[],
  items: LoggedItem[],
): Promise<{ site_id: number; ids: number[] }[]> {
  const { rows } = await sql<{ site_id: number; ids: number[] }>`
    with found as (
      select item.site_id, item.id from source_item item
      join unnest(${items.map(({ site_id }) => site_id)}::bigint[], ${items.map(({ source_id }) => source_id)}::bigint[],
        ${items.map(({ item }) => item)}::text[]) as line (site_id, source_id, item)
        on (item.site_id, item.source_id, item.external_key) = (line.site_id, line.source_id, decode(line.item, 'hex'))
      where item.state <> 'erased'
      union select item.site_id, item.id from source_item item join ${hashTable(hashes)}
        on item.site_id = line.site_id and item.person_key = decode(line.hash, 'hex')
      union select item.site_id, item.id from source_item item join ${hashTable(hashes)}
        on item.site_id = line.site_id and item.sender_key = decode(line.hash, 'hex')
      union select item.site_id, item.id from source_item item join ${hashTable(hashes)}
        on item.site_id = line.site_id and item.people_keys @> array[decode(line.hash, 'hex')])
    select site_id, array_agg(id order by id) as ids from found group by site_id order by site_id`.execute(tx);
  return rows;
}

const hashTable = (hashes: LoggedHash[]) =>
  sql`unnest(${hashes.map(({ site_id }) => site_id)}::bigint[], ${hashes.map(({ hash }) => hash)}::text[]) as line (site_id, hash)`;
