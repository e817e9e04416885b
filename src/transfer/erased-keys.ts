/** The keyed hashes that keep what was erased from coming back. They count only with the key that made them, which is in a file with secrets. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { addKeys, storedKeys } from '../features/erasures/keys.ts';
import { siteId } from './format.ts';
import { hash } from './item-line.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { sealedField } from './secrets.ts';

const AT_ONCE = 500;

const SecretLine = Type.Object({ site_id: siteId, sealed: sealedField }, { additionalProperties: false });
type SecretLine = Static<typeof SecretLine>;
const labelOf = (site: number) => `erasure_secret ${site}`;

/** Without secrets there is no line, and without the passphrase it changes nothing. */
export const erasureSecrets: Noun<SecretLine> = {
  key: 'erasure_secret',
  schema: SecretLine,
  async *pages(tx, { id: site_id }, { secrets }) {
    const keys = (await storedKeys(tx)).map((key) => key.toString('hex'));
    if (secrets && keys.length > 0) yield [{ site_id, sealed: secrets.seal(labelOf(site_id), { keys }) }];
  },
  siteOf: ({ site_id }) => site_id,
  names: () => ['secret'],
  async importBatch(tx, { secrets }, lines) {
    const outcomes: LineOutcome[] = [];
    for (const { site_id, sealed } of lines) {
      const keys = secrets?.open<{ keys: string[] }>(labelOf(site_id), sealed).keys ?? [];
      const isNew = keys.length > 0 && (await addKeys(tx, keys.map(bytes)));
      outcomes.push(isNew ? 'new' : 'same');
    }
    return outcomes;
  },
};

const bytes = (hex: string) => Buffer.from(hex, 'hex');

const KeyLine = Type.Object({ site_id: siteId, hash: hash('The keyed hash.') }, { additionalProperties: false });
type KeyLine = Static<typeof KeyLine>;

export const erasedKeys: Noun<KeyLine> = {
  key: 'erased_key',
  schema: KeyLine,
  async *pages(tx, site) {
    for await (const rows of keyset<KeyLine>((after) => keysAfter(tx, site, after?.hash ?? ''))) yield rows;
  },
  siteOf: ({ site_id }) => site_id,
  names: (line) => [line.hash],
  async importBatch(tx, { siteId }, lines) {
    const { rows } = await sql<{ hash: string }>`
      insert into erased_key (site_id, hash) select ${siteId}, decode(hash, 'hex')
      from unnest(${lines.map((line) => line.hash)}::text[]) as line (hash)
      on conflict do nothing returning encode(hash, 'hex') as hash`.execute(tx);
    const made = new Set(rows.map((row) => row.hash));
    return lines.map((line) => (made.has(line.hash) ? 'new' : 'same'));
  },
};

async function keysAfter(tx: Tx, { id }: Site, after: string): Promise<KeyLine[]> {
  const { rows } = await sql<KeyLine>`
    select site_id, encode(hash, 'hex') as hash from erased_key
    where site_id = ${id} and hash > decode(${after}, 'hex') order by erased_key.hash limit ${AT_ONCE}`.execute(tx);
  return rows;
}
