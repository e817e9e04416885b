/** People and keys of a file may get other ids here, so references to them are mapped to the ids here. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ImportContext } from './noun.ts';

/** The name for people and keys that do not exist here. */
export const IMPORTED = 'import';
const PERSON_OR_KEY = /^(person|key):/;

/** Here, by the name in the file. */
export type Names = (name: string) => string;

export async function recordNames(tx: Tx, { importId }: ImportContext, names: Record<string, string>): Promise<void> {
  if (Object.keys(names).length === 0) return;
  await sql`update import set names = names || ${JSON.stringify(names)}::jsonb where id = ${importId}`.execute(tx);
}

/** Reads them only if one of the names is that of a person or key. */
export async function namesHere(
  tx: Tx,
  { importId }: ImportContext,
  named: (string | null | undefined)[],
): Promise<Names> {
  const wanted = [...new Set(named.filter((name) => name && PERSON_OR_KEY.test(name)))];
  if (wanted.length === 0) return (name) => name;
  const { rows } = await sql<{ name: string; here: string }>`
    select key as name, value as here from import, jsonb_each_text(names)
    where import.id = ${importId} and key = any(${wanted}::text[])`.execute(tx);
  const known = new Map(rows.map(({ name, here }) => [name, here]));
  return (name) => known.get(name) ?? (PERSON_OR_KEY.test(name) ? IMPORTED : name);
}
