/** The ways to sign in that this installation offers, and who has one of them. */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Passwords } from './passwords.ts';

export interface Ways {
  passwordsAreOn: boolean;
  /** Hosts whose passkeys work here. */
  passkeyHosts: string[];
  /** Of OpenID Connect; null without a provider. */
  issuer: string | null;
  /** The label of its button. */
  issuerName: string | null;
}

/** Dependencies of the handlers of sign-in, setup and invitations. */
export interface SignInTools {
  passwords: Passwords;
  ways(): Ways;
}

/** A person cannot remove the last credential of their own account. */
export async function refuseLastWay(tx: Tx, personId: number, ways: Ways): Promise<void> {
  const { rows } = await sql`select from person where id = ${personId} and ${hasWay(ways)}`.execute(tx);
  if (rows.length === 0) throw conflict('This is your last credential; add another one first.');
}

/** Whether a person of the statement can sign in. */
export function hasWay({ passwordsAreOn, passkeyHosts, issuer }: Ways) {
  return sql`((${passwordsAreOn} and person.password_hash is not null)
    or exists (select from passkey where passkey.person_id = person.id and copied_at is null and rp_id = any(${passkeyHosts}::text[]))
    or exists (select from identity where identity.person_id = person.id and issuer = ${issuer}))`;
}
