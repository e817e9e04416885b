/** Saves and deletes views of the list of articles. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewSavedView } from '../../contract/saved-views.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { reaches } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { noSuchSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { SessionOwner } from '../accounts/signed-in.ts';
import { siteById } from '../sites/queries.ts';
import { type SavedViewRow, savedViewRows } from './queries.ts';

/** Of one person and site. */
const MOST = 50;

/** A view with the same name is replaced. */
export async function saveView(
  db: Db | Tx,
  { personId, caller }: SessionOwner,
  { site_id, name, search }: Static<typeof NewSavedView>,
): Promise<SavedViewRow> {
  return transaction(db, async (tx) => {
    if (!reaches(caller, site_id) || !(await siteById(tx, site_id))) throw noSuchSite();
    // One at a time, so that the limit holds.
    await sql`select from person where id = ${personId} for no key update`.execute(tx);
    const views = await savedViewRows(tx, personId, site_id);
    const before = views.find((view) => view.name === name) ?? null;
    if (!before && views.length >= MOST)
      throw conflict(`A person has at most ${MOST} saved views of a site; delete one first.`);
    const { rows } = await sql<SavedViewRow>`
      insert into saved_view (person_id, site_id, name, search) values (${personId}, ${site_id}, ${name}, ${search})
      on conflict (person_id, site_id, name) do update set search = excluded.search
      returning id, site_id, name, search, created_at`.execute(tx);
    const [after] = rows as [SavedViewRow]; // the row that was just written
    const action = before ? 'change' : 'create';
    await recordChange(tx, caller, { action, noun: 'saved_view', id: after.id, sites: [site_id], before, after });
    return after;
  });
}

export async function deleteView(db: Db | Tx, { personId, caller }: SessionOwner, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<SavedViewRow>`
      delete from saved_view where person_id = ${personId} and id = ${id}
      returning id, site_id, name, search, created_at`.execute(tx);
    const [before] = rows;
    if (!before) throw notFound('There is no such saved view.');
    await recordChange(tx, caller, { action: 'delete', noun: 'saved_view', id, sites: [before.site_id], before });
  });
}
