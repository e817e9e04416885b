/** API keys: what they may do, and with secrets their hashes. A key itself is stored nowhere. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { flag, id } from '../contract/common.ts';
import { ApiKey } from '../contract/manage.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { ApiKeyRow } from '../db/rows.generated.ts';
import type { Tx } from '../db/transaction.ts';
import { bindToSites } from '../features/keys/commands.ts';
import { recordNames } from './names.ts';
import { type ImportContext, INSTALLATION, keyset, type LineOutcome, type Noun } from './noun.ts';
import { type FileSecrets, sealedField } from './secrets.ts';
import { moveSequence, ownOrNewId } from './sequences.ts';

const KeyLine = Type.Object(
  {
    id: id('The id, which is kept unless it was given here before.'),
    name: ApiKey.properties.name,
    scopes: ApiKey.properties.scopes,
    all_sites: flag('Whether the key is valid for all sites.'),
    site_ids: ApiKey.properties.site_ids,
    created_at: ApiKey.properties.created_at,
    expires_at: Type.Optional(ApiKey.properties.expires_at),
    last_used_at: Type.Optional(ApiKey.properties.last_used_at),
    sealed: Type.Optional(sealedField),
  },
  { additionalProperties: false },
);
type KeyLine = Static<typeof KeyLine>;

const AT_ONCE = 200;
const labelOf = (keyId: number) => `api_key ${keyId}`;

export const apiKeys: Noun<KeyLine> = {
  key: 'api_key',
  schema: KeyLine,
  isOfInstallation: true,
  async *pages(tx, _site, { secrets }) {
    for await (const rows of keyset<Row>((after) => keysAfter(tx, after?.id ?? 0)))
      yield rows.map((row) => line(row, secrets));
  },
  siteOf: () => INSTALLATION,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, lines) {
    // First, so that new ids do not collide with imported ones.
    await moveSequence(tx, context, 'api_key_id', lines);
    const [outcomes, names]: [LineOutcome[], Record<string, string>] = [[], {}];
    for (const value of lines) {
      const { id: here, outcome } = await importKey(tx, context, value);
      names[`key:${value.id}`] = `key:${here}`;
      outcomes.push(outcome);
    }
    await recordNames(tx, context, names);
    return outcomes;
  },
};

/** A key that exists does not change; one that was imported without its hash gets it. */
async function importKey(tx: Tx, context: ImportContext, line: KeyLine): Promise<{ id: number; outcome: LineOutcome }> {
  const opened = line.sealed && context.secrets ? context.secrets.open(labelOf(line.id), line.sealed) : {};
  const hash = opened.key_hash ? Buffer.from(opened.key_hash, 'hex') : null;
  const current = await keyHere(tx, line, hash);
  if (!current) return { id: await insertKey(tx, line, hash, ownOrNewId(context, 'api_key', line.id)), outcome: 'new' };
  const isOpened = current.key_hash === null && hash !== null;
  if (isOpened) await sql`update api_key set key_hash = ${hash} where id = ${current.id}`.execute(tx);
  return { id: current.id, outcome: isOpened ? 'changed' : 'same' };
}

/** By its hash, or by its name and time of creation. */
async function keyHere(tx: Tx, line: KeyLine, hash: Buffer | null): Promise<Selectable<ApiKeyRow> | undefined> {
  const { rows } = await sql<Selectable<ApiKeyRow>>`
    select * from api_key where key_hash = ${hash} or (name = ${line.name}
      and date_trunc('milliseconds', created_at) = ${parseInstant(line.created_at)} and (key_hash is null or ${hash}::bytea is null))
    order by key_hash = ${hash} desc nulls last, id limit 1`.execute(tx);
  return rows[0];
}

async function insertKey(tx: Tx, line: KeyLine, hash: Buffer | null, id: RawBuilder<number>): Promise<number> {
  const at = (text: string | null | undefined) => (text ? parseInstant(text) : null);
  const { rows } = await sql<{ id: number }>`
    insert into api_key (id, name, scopes, all_sites, key_hash, created_at, expires_at, last_used_at)
    values (${id},
      ${line.name}, ${line.scopes}::text[], ${line.all_sites}, ${hash}, ${at(line.created_at)}, ${at(line.expires_at)},
      ${at(line.last_used_at)})
    returning id`.execute(tx);
  const made = rows[0]?.id ?? 0;
  await bindToSites(tx, made, line.site_ids);
  return made;
}

type Row = Selectable<ApiKeyRow> & { site_ids: number[] };

function line(row: Row, secrets: FileSecrets | null): KeyLine {
  const { id, name, all_sites, site_ids } = row;
  const key_hash = row.key_hash?.toString('hex');
  return {
    ...{ id, name, all_sites, site_ids },
    scopes: row.scopes as KeyLine['scopes'], // the schema let nothing else in
    created_at: utc(row.created_at),
    expires_at: row.expires_at && utc(row.expires_at),
    last_used_at: row.last_used_at && utc(row.last_used_at),
    ...(secrets && key_hash ? { sealed: secrets.seal(labelOf(id), { key_hash }) } : {}),
  };
}

async function keysAfter(tx: Tx, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select api_key.*, array(select site_id from api_key_site where api_key_id = api_key.id order by site_id) as site_ids
    from api_key where id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
