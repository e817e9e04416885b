/** Gives an e-mail source another address, for instance because the old one became known to the wrong people. */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { lockedSource, recordSource, updateSource } from './commands.ts';
import { newMailName } from './mail-name.ts';
import { type SourceRow, sourceById } from './queries.ts';

const RETIRED_DAYS = 30;

export async function renewAddress(
  db: Db | Tx,
  { site, caller }: { site: Pick<Site, 'id'>; caller: Actor },
  id: number,
): Promise<SourceRow> {
  return transaction(db, async (tx) => {
    const current = await lockedSource(tx, site.id, id);
    if (current.settings.mail_name === undefined)
      throw conflict('Only e-mail sources of the way smtp have an address.');
    await sql`
      insert into retired_mail_name (name, site_id, source_id, until)
      values (${current.settings.mail_name}, ${site.id}, ${id}, now() + ${RETIRED_DAYS} * interval '1 day')`.execute(
      tx,
    );
    const settings = { ...current.settings, mail_name: await newMailName(tx, current) };
    const version = current.version + 1;
    await updateSource(tx, current, { settings: JSON.stringify(settings), version, updated_at: sql`now()` });
    const after = await sourceById(tx, site.id, id);
    await recordSource(tx, caller, 'renew', current, after);
    return after;
  });
}
