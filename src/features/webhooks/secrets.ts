/** The key that encrypts the secrets of webhooks, the tokens of network accounts and the passwords of mailboxes: the setting SECRET_KEY, or else one in the database. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { badConfiguration } from '../../core/errors.ts';
import { IV_BYTES, isSealedWith, keyFrom, seal, unseal } from '../../core/sealing.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { OpenSecrets } from './message.ts';
import type { WebhookRow } from './queries.ts';

export interface Secrets {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const MOST_REMEMBERED = 1_000;
/** Everything that is sealed with the key. */
const SEALED = [
  { table: 'webhook', columns: ['secret', 'next_secret', 'previous_secret'] },
  { table: 'network_account', columns: ['token', 'session', 'refresh_token'] },
  { table: 'network_authorization', columns: ['proof', 'tokens'] },
  { table: 'source', columns: ['mail_password'] },
];

export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Caches decrypted secrets: a sender needs the same few all the time. */
export function secretsWith(key: Buffer): Secrets {
  const opened = new Map<string, string>();
  return {
    seal: (text) => seal(key, text, randomBytes(IV_BYTES)),
    open(sealed) {
      const name = sealed.toString('latin1');
      const text = opened.get(name) ?? unseal(key, sealed);
      if (opened.size >= MOST_REMEMBERED) opened.clear();
      opened.set(name, text);
      return text;
    },
  };
}

/** The secrets that a webhook signs with now. */
export function openedSecrets({ open }: Secrets, webhook: WebhookRow, now: Date): OpenSecrets {
  const { secret, next_secret, previous_secret, previous_until } = webhook;
  const isPreviousKnown = previous_secret && previous_until && previous_until > now;
  return {
    current: open(secret),
    next: next_secret && open(next_secret),
    previous: isPreviousKnown ? open(previous_secret) : null,
  };
}

/** At start. When SECRET_KEY is new, encrypts the secrets again with it and deletes the database's own key. */
export async function openSecrets(db: Db, setting: string | null): Promise<Secrets> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('masthead secret key', 0))`.execute(tx);
    const kept = await keptKey(tx);
    const key = setting === null ? (kept ?? (await makeKey(tx))) : keyFrom(setting);
    await sealAnew(tx, key, kept);
    if (setting !== null && kept) await tx.deleteFrom('secret_key').execute();
    return secretsWith(key);
  });
}

/** For a command while the service may be running: does not re-encrypt secrets that the service reads. */
export async function secretsInUse(db: Db, setting: string | null): Promise<Secrets> {
  const kept = await keptKey(db);
  return kept ? secretsWith(kept) : openSecrets(db, setting);
}

/** For a trial, which is rolled back: if there is no key yet, it seals with a temporary one. */
export async function secretsOfTrial(db: Db, setting: string | null): Promise<Secrets> {
  const kept = await keptKey(db);
  return secretsWith(kept ?? (setting === null ? randomBytes(KEY_BYTES) : keyFrom(setting)));
}

/** Throws like `openSecrets`, but changes nothing. */
export async function trySecrets(db: Db, setting: string | null): Promise<void> {
  const keys = [setting === null ? null : keyFrom(setting), await keptKey(db)];
  for (const { table, columns } of SEALED)
    for (const row of await sealedRows(db, table, columns))
      for (const name of columns) if (row[name]) keyOf(row[name], keys);
}

async function keptKey(tx: Db | Tx): Promise<Buffer | null> {
  const row = await tx.selectFrom('secret_key').select('key').executeTakeFirst();
  return row?.key ?? null;
}

async function makeKey(tx: Tx): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  await tx.insertInto('secret_key').values({ key }).execute();
  return key;
}

async function sealAnew(tx: Tx, key: Buffer, kept: Buffer | null): Promise<void> {
  for (const { table, columns } of SEALED) {
    for (const row of await sealedRows(tx, table, columns)) {
      const old = columns.filter((name) => row[name] && !isSealedWith(key, row[name]));
      for (const name of old)
        await sql`
          update ${sql.table(table)} set ${sql.ref(name)} = ${sealedAnew(row[name] ?? null, key, kept)}
          where site_id = ${row.site_id} and id = ${row.id}`.execute(tx);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: two numbers, and sealed texts by the names above
type SealedRow = Record<string, any>;

async function sealedRows(db: Db | Tx, table: string, columns: readonly string[]): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select site_id, id, ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(db);
  return rows;
}

function sealedAnew(sealed: Buffer | null, key: Buffer, kept: Buffer | null): Buffer | null {
  return sealed && secretsWith(key).seal(unseal(keyOf(sealed, [kept]), sealed));
}

function keyOf(sealed: Buffer, keys: (Buffer | null)[]): Buffer {
  const key = keys.find((one) => one && isSealedWith(one, sealed));
  if (key) return key;
  throw badConfiguration('SECRET_KEY is not the key that encrypted the stored secrets; set the previous one again.');
}
