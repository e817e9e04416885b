/** The credentials of an imported person. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/** Credentials, which are exported only with secrets. */
export interface Access {
  password_hash: string | null;
  /** The id of the account that authenticators store. */
  user_handle: string;
  passkeys: object[];
  identities: object[];
}

/** Adds passkeys and identities that the person does not have yet, and returns whether there were any. */
export async function addCredentials(
  tx: Tx,
  id: number,
  { user_handle, passkeys = [], identities = [] }: Partial<Access>,
) {
  // Authenticators store the handle with their passkeys; the passkeys of a person who exists have another one.
  if (user_handle)
    await sql`update person set user_handle = ${user_handle} where id = ${id} and user_handle <> ${user_handle}
      and not exists (select from passkey where person_id = ${id})`.execute(tx);
  let added = 0n;
  for (const [table, rows] of [
    ['passkey', passkeys],
    ['identity', identities],
  ] as const) {
    const all = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`;
    const names = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name));
    if (names.length === 0) continue;
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(table)} (person_id, ${sql.join(names)}) select ${id}, ${sql.join(names)} from ${all}
      on conflict do nothing`.execute(tx);
    added += numAffectedRows;
  }
  return added > 0n;
}
