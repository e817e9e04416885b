/** What an imported item is known by: its id here, the person it is by, and whether it was erased here. */
import { sql } from 'kysely';
import { canonicalUrl, sha256 } from '../core/intake/identity.ts';
import type { Tx } from '../db/transaction.ts';
import {
  type ErasureKeys,
  erasedAmong,
  erasureKeys,
  idOf,
  personHash,
  personHashes,
} from '../features/erasures/keys.ts';
import type { ItemLine } from './item-line.ts';
import type { ImportContext } from './noun.ts';

export interface ImportedItem {
  id: number;
  decided_by: string | null;
  person_key: string | null;
  sender_key: string | null;
  people_keys: string[] | null;
}

export interface KnownItem {
  id: number;
  state: string;
}

export const labelOf = ({ source_id, external_key }: Pick<ItemLine, 'source_id' | 'external_key'>) =>
  `source_item ${source_id} ${external_key}`;

/** The rows that exist, by source and key. */
export async function knownItems(tx: Tx, siteId: number, lines: ItemLine[]): Promise<Map<string, KnownItem>> {
  const { rows } = await sql<KnownItem & { source_id: number; external_key: string }>`
    select source_id, encode(external_key, 'hex') as external_key, id, state from source_item
    where site_id = ${siteId} and (source_id, external_key) in (
      select source_id, decode(external_key, 'hex')
      from unnest(${lines.map(({ source_id }) => source_id)}::bigint[], ${lines.map(({ external_key }) => external_key)}::text[])
        as line (source_id, external_key))`.execute(tx);
  return new Map(rows.map(({ source_id, external_key, id, state }) => [`${source_id} ${external_key}`, { id, state }]));
}

/** The id of each, and which of them were erased here, or are by someone who was. */
export async function itemKeys(
  tx: Tx,
  context: ImportContext,
  lines: ItemLine[],
): Promise<{ ids: number[]; erased: Set<ItemLine> }> {
  const keys = await erasureKeys(tx);
  const hashes = new Map(lines.map((line) => [line, hashesOf(line, keys)]));
  const found = await erasedAmong(tx, context.siteId, [...hashes.values()].flat());
  const isErased = (line: ItemLine) => hashes.get(line)?.some((hash) => found.has(hash.toString('hex')));
  return { ids: await idsFor(tx, context, lines), erased: new Set(lines.filter(isErased)) };
}

/** As the poll computes them. */
function hashesOf(line: ItemLine, keys: ErasureKeys): Buffer[] {
  const { source_id, external_key, url, raw, identities = [] } = line;
  const page = url ? canonicalUrl(url) : null;
  const people = raw ? [raw.content.author, ...(raw.content.creators ?? []), raw.content.person ?? ''] : [];
  return [
    ...keys.all('id', idOf(source_id, external_key)),
    ...(page ? keys.all('url', sha256(page).toString('hex')) : []),
    ...(raw?.text_key ? keys.all('text', raw.text_key) : []),
    ...identities.flatMap(({ kind, key }) => keys.all(kind, key)),
    ...people.flatMap((person) => personHashes(keys, person)),
  ];
}

/** An id that another item of the site has is drawn anew. A trial draws none. */
async function idsFor(tx: Tx, { siteId, isTrial }: ImportContext, lines: ItemLine[]): Promise<number[]> {
  const wanted = lines.map(({ id }) => id ?? 0);
  const { rows } = await sql<{ id: number }>`
    select id from source_item where site_id = ${siteId} and id = any(${wanted}::bigint[])`.execute(tx);
  const taken = new Set([0, ...rows.map(({ id }) => id)]);
  const lacking = wanted.filter((id) => taken.has(id)).length;
  if (lacking === 0) return wanted;
  const { rows: drawn } = await sql<{ id: number }>`
    select ${isTrial ? lowestId(siteId) : sql`draw_id('source_item_id_seq', null)`} as id
    from generate_series(1, ${lacking}) as n`.execute(tx);
  return wanted.map((id) => (taken.has(id) ? (drawn.pop()?.id ?? 0) : id));
}

const lowestId = (siteId: number) => sql`(select least(min(id), 0) from source_item where site_id = ${siteId}) - n`;

type People = Pick<ImportedItem, 'person_key' | 'sender_key' | 'people_keys'>;

/** Without the secret of the file, people are recognised by the author of the content or of the article. */
export async function personKeys(tx: Tx, context: ImportContext, lines: ItemLine[]): Promise<People[]> {
  const keys = await erasureKeys(tx);
  const credits = await authorCredits(tx, context, lines);
  return lines.map((line) => {
    if (line.sealed && context.secrets)
      return {
        ...{ person_key: null, sender_key: null, people_keys: null },
        ...context.secrets.open<Partial<People>>(labelOf(line), line.sealed),
      };
    const content = line.raw?.content;
    const author = content?.person ?? content?.author ?? credits.get(line.uid ?? '') ?? '';
    const hashOf = (name: string) => personHash(keys, name)?.toString('hex') ?? null;
    // Of a message, the address of its sender; creators of posts are no addresses.
    const sender = content?.person === undefined ? content?.creators?.find((one) => one.includes('@')) : '';
    const others = content?.person === undefined ? (content?.creators ?? []) : [];
    const people_keys = others.flatMap((one) => (one === sender || one === author ? [] : (hashOf(one) ?? [])));
    return {
      ...{ person_key: hashOf(author), sender_key: hashOf(sender ?? '') },
      people_keys: people_keys.length > 0 ? people_keys : null,
    };
  });
}

async function authorCredits(tx: Tx, { siteId }: ImportContext, lines: ItemLine[]): Promise<Map<string, string>> {
  const uids = lines.flatMap(({ uid, raw, state }) => (uid && !raw && state !== 'duplicate' ? [uid] : []));
  if (uids.length === 0) return new Map();
  const { rows } = await sql<{ uid: string; author: string | null }>`
    select uid, coalesce('x:' || (written #>> '{attachments,tweet,user_id_str}'), written ->> 'author_credit') as author from article
    where site_id = ${siteId} and uid = any(${uids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ uid, author }) => [uid, author ?? '']));
}
