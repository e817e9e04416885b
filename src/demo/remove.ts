/** Removes the demo: its site with all content, and its people. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { conflict, notFound } from '../core/errors.ts';
import { type Actor, commandLine } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { articleCategories } from '../features/article-categories/resource.ts';
import { deleteArticle } from '../features/articles/trash.ts';
import { authors } from '../features/authors/resource.ts';
import { deleteCampaign, removePart } from '../features/campaigns/commands.ts';
import { events } from '../features/events/resource.ts';
import { featuredItemContainers } from '../features/featured-item-containers/resource.ts';
import { issues } from '../features/issues/resource.ts';
import { deleteMedia } from '../features/media/commands.ts';
import { pages } from '../features/pages/resource.ts';
import { deleteResource } from '../features/resources/commands.ts';
import { resourceRows } from '../features/resources/queries.ts';
import { sections } from '../features/sections/resource.ts';
import { deleteSite } from '../features/sites/commands.ts';
import { siteById, siteContents } from '../features/sites/queries.ts';
import { DEMO_SITE } from './content.ts';
import { hasDemoSite } from './people.ts';
import { removeTown } from './town.ts';

const ARTICLES_AT_ONCE = 1_000;
/** Rows that others refer to come last. */
const NOUNS = [featuredItemContainers, issues, events, pages, sections, articleCategories, authors];

/** Refused while keys, webhooks, sources or network accounts of people exist there. After an interruption, the next call removes the rest. */
export async function removeDemo(db: Db, { by = commandLine, key = newKey(), now = new Date() } = {}): Promise<void> {
  const site = (await hasDemoSite(db)) ? await siteById(db, DEMO_SITE) : undefined;
  if (!site) throw noDemo();
  await refuseUsed(db);
  // One entry of the audit log, also after an interruption.
  const caller: Actor = { ...by, run: { key, noun: 'installation', action: 'remove_demo' } };
  await removeTown(db, caller);
  await removeCampaigns(db, caller);
  await removeArticles(db, caller, site, now);
  for (const noun of NOUNS)
    for (const { id } of await resourceRows(db, noun, DEMO_SITE))
      await deleteResource(db, noun, { caller, siteId: DEMO_SITE, id, ifMatch: undefined });
  await removeMedia(db, caller);
  await removePeople(db, caller);
  await deleteSite(db, DEMO_SITE, { caller, ifMatch: undefined });
}

export const newKey = () => `demo ${randomUUID()}`;
export const noDemo = () => notFound('There is no demo site.');

/** The audit log has an entry of each removal. */
export async function wasRemoved(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entry where noun = 'installation' and action = 'remove_demo' limit 1`.execute(db);
  return rows.length > 0;
}

async function removePeople(db: Db, caller: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const people = await tx.deleteFrom('person').where('is_demo', '=', true).returning('id').execute();
    for (const { id } of people)
      await recordChange(tx, caller, { action: 'delete', noun: 'person', id, sites: [DEMO_SITE] });
  });
}

/** The site is in use. */
export async function refuseUsed(db: Db | Tx): Promise<void> {
  const contents = await transaction(db, (tx) => siteContents(tx, DEMO_SITE));
  const { rows } = await sql<{ words: string }>`
    select count(*) || ' source(s)' as words from source where site_id = ${DEMO_SITE} and not is_demo having count(*) > 0
    union all select count(*) || ' network account(s)' from network_account
    where site_id = ${DEMO_SITE} and not is_demo having count(*) > 0`.execute(db);
  const used = [...contents.filter((words) => /API key|webhook/.test(words)), ...rows.map(({ words }) => words)];
  if (used.length > 0)
    throw conflict(
      `The demo site has ${used.join(', ')}, which the demo did not bring; remove those first: \`masthead key revoke\`, \`masthead webhook remove\`, \`masthead source remove\`, and network accounts in the newsroom.`,
    );
}

async function removeCampaigns(db: Db, caller: Actor): Promise<void> {
  const rows = db.selectFrom('campaign').select(['id', 'being_deleted']).where('site_id', '=', DEMO_SITE);
  for (const { id, being_deleted } of await rows.execute()) {
    if (!being_deleted) await deleteCampaign(db, id, { caller, ifMatch: undefined });
    while (!(await transaction(db, (tx) => removePart(tx, id))));
  }
}

/** Articles in the trash may still refer to them; those are deleted with the site. */
async function removeMedia(db: Db, caller: Actor): Promise<void> {
  for (const { id } of await db.selectFrom('media').select('id').where('site_id', '=', DEMO_SITE).execute())
    await deleteMedia(db, { caller, siteId: DEMO_SITE, id, ifMatch: undefined, createdBy: null }, true);
}

async function removeArticles(db: Db, caller: Actor, site: Site, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ uid: string }>`
      select uid from article where site_id = ${site.id} and deleted_at is null limit ${ARTICLES_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    for (const { uid } of rows) await deleteArticle(db, { site, caller, now, ifMatch: undefined }, uid);
  }
}
