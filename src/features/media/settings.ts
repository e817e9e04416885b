/** Served documents contain the address of media: a change of it renders all of them again. */
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { transaction } from '../../db/transaction.ts';
import { renderAffected } from '../publication/rendering.ts';

/** Sites that are made later take the address from here. */
export async function useMediaAddress(db: Db, address: string): Promise<void> {
  await sql`insert into media_settings (media_url) values (${address})
    on conflict (is_only) do update set media_url = excluded.media_url where media_settings.media_url <> excluded.media_url`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`select id from site where media_url <> ${address} order by id`.execute(db);
  for (const { id } of rows) {
    await transaction(db, async (tx) => {
      const site = await lockSite(tx, id);
      await sql`update site set media_url = ${address} where id = ${id}`.execute(tx);
      await renderAffected(tx, { ...site, media_url: address }, 'site', id);
    });
  }
}
