import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ImportContext } from './noun.ts';

/** Moves a noun's sequence past imported ids. Sequences do not roll back, so a dry run does not change them. */
export async function moveSequence(
  tx: Tx,
  { isTrial }: ImportContext,
  sequence: string,
  lines: { id?: number | null | undefined }[],
): Promise<void> {
  const highest = Math.max(0, ...lines.map(({ id }) => id ?? 0));
  if (highest > 0 && !isTrial) await sql`select draw_id(${sequence}, ${highest})`.execute(tx);
}
