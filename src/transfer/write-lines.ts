/** Writes a batch as a whole; if it fails, splits it in halves until only the invalid lines are left out. */
import { sql } from 'kysely';
import { RequestError } from '../core/errors.ts';
import type { Tx } from '../db/transaction.ts';
import { siteById } from '../features/sites/queries.ts';
import type { ImportContext, LineOutcome } from './noun.ts';
import type { Line } from './reader.ts';
import { described } from './reasons.ts';
import { sites } from './sites.ts';

export async function writeLines(tx: Tx, context: ImportContext, lines: Line[]): Promise<LineOutcome[]> {
  const [first] = lines;
  if (!first) return [];
  if (first.noun !== sites && !first.noun.isOfInstallation && !(await siteById(tx, context.siteId)))
    return lines.map(() => ({ reason: `site_id names no site: ${context.siteId}` }));
  return writeHalves(tx, context, lines);
}

async function writeHalves(tx: Tx, context: ImportContext, lines: Line[]): Promise<LineOutcome[]> {
  try {
    return await inSavepoint(tx, async () => {
      const values = lines.map(({ value }) => value);
      return lines[0] ? lines[0].noun.importBatch(tx, context, values) : [];
    });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (lines.length === 1) return [{ reason }];
    const middle = Math.ceil(lines.length / 2);
    const former = await writeHalves(tx, context, lines.slice(0, middle));
    return [...former, ...(await writeHalves(tx, context, lines.slice(middle)))];
  }
}

async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint batch`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint batch`.execute(tx);
    return result;
  } catch (error) {
    // On a broken connection this fails too, and that error is thrown.
    await sql`rollback to savepoint batch`.execute(tx);
    throw error;
  }
}

/** Errors that a line causes: invalid data (SQLSTATE class 22) or a violated constraint (class 23). */
function reasonOf(error: unknown): string | null {
  if (error instanceof RequestError) return described(error);
  const { code, message, detail } = error as { code?: string; message?: string; detail?: string };
  return /^2[23]/.test(code ?? '') ? `the database rejects it: ${detail ?? message}` : null;
}
