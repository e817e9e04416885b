/** Routes that write articles for sources: features may not call each other's commands. */
import { sql } from 'kysely';
import { conflict } from '../core/errors.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import type { Tx } from '../db/transaction.ts';
import { Versioned } from '../features/handler.ts';
import { hold, installationHold } from '../features/intake-hold/present.ts';
import { holdsOf } from '../features/intake-hold/queries.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { articleDecision } from '../features/pending-articles/present.ts';
import { shownItem } from '../features/sources/handlers.ts';
import { itemById } from '../features/sources/queries.ts';
import type { IntakeRoutes } from '../http/handlers.ts';
import { connectHandlers } from './connect-handlers.ts';
import { decideItems } from './decisions.ts';
import { formHandlers } from './form-handlers.ts';
import { guestRoutes } from './guest-handlers.ts';
import { holdAll, holdIntake, releaseIntake } from './hold.ts';
import { storedItem } from './item-row.ts';
import { approveItem, rejectItem, withdrawApproval, withdrawRejection } from './moderation.ts';
import type { NetworkTools } from './network-tools.ts';
import { previewsOf } from './previewing.ts';
import { decidePending, withdrawDecision } from './submissions.ts';
import { applyUpstream, dismissUpstream, upstreamChange } from './upstream.ts';

const CLAIM_S = 60;
const NOTHING = { unpublished: 0, remaining: 0 };

export const intakeRoutes = (
  media: MediaTools,
  network: NetworkTools,
  { rawDays, mailDomain }: { rawDays: number; mailDomain: string | null },
): IntakeRoutes => ({
  networkAccounts: connectHandlers(network),
  servers: network.servers,
  mailDomain,
  preview: (ofFeed) => previewsOf(network, ofFeed),
  ...guestRoutes(media, rawDays),
  forms: formHandlers({ media, rawDays }),
  pendingArticles: {
    async decide(db, asked) {
      return { decision: articleDecision(await decidePending(db, asked, asked.params.uid, asked.body)) };
    },
    async withdrawDecision(db, asked) {
      await withdrawDecision(db, asked, asked.params.uid);
      return undefined;
    },
  },
  sourceItems: {
    async approve(db, asked) {
      await approveItem(db, asked, asked.params.id, asked.body);
      return shown(db, asked);
    },
    async withdrawApproval(db, asked) {
      await withdrawApproval(db, asked, asked.params.id);
      return undefined;
    },
    async reject(db, asked) {
      await rejectItem(db, asked, asked.params.id, asked.body.reason);
      return shown(db, asked);
    },
    async withdrawRejection(db, asked) {
      await withdrawRejection(db, asked, asked.params.id);
      return undefined;
    },
    async decide(db, asked) {
      return decideItems(db, asked, asked.body.decisions);
    },
    async readUpstream(db, { site, params }) {
      const { change, version } = await upstreamChange(db, site.id, params.id);
      return new Versioned({ upstream_change: change }, version);
    },
    async applyUpstream(db, asked) {
      await applyUpstream(db, asked, asked.params.id, asked.body);
      return shown(db, asked);
    },
    async dismissUpstream(db, asked) {
      await dismissUpstream(db, asked, asked.params.id, asked.body.hash);
      return shown(db, asked);
    },
    async claim(db, { site, params, caller }) {
      return { claim: await claimItem(db, site.id, params.id, caller.name ?? '') };
    },
    async releaseClaim(db, { site, params, caller }) {
      await storedItem(db, site.id, params.id);
      await sql`
        update source_item set claimed_by = null, claimed_until = null
        where site_id = ${site.id} and id = ${params.id} and claimed_by = ${caller.name}`.execute(db);
      return undefined;
    },
  },
  intakeHold: {
    async read(db, { site }) {
      return { hold: hold(await holdsOf(db, site.id), NOTHING) };
    },
    async set(db, asked) {
      const unpublished = await holdIntake(db, asked, asked.body.unpublish_minutes ?? null);
      return { hold: hold(await holdsOf(db, asked.site.id), unpublished) };
    },
    async release(db, asked) {
      await releaseIntake(db, asked, asked.site.id);
      return undefined;
    },
    async readAll(db) {
      return { hold: installationHold(await holdsOf(db, null)) };
    },
    async setAll(db, asked) {
      await holdAll(db, asked);
      return { hold: installationHold(await holdsOf(db, null)) };
    },
    async releaseAll(db, asked) {
      await releaseIntake(db, asked, null);
      return undefined;
    },
  },
});

async function shown(db: Db | Tx, { site, params }: { site: { id: number }; params: { id: number } }) {
  return shownItem(await itemById(db, site.id, params.id));
}

/** A minute, so that two moderators do not look at the same item. */
async function claimItem(db: Db | Tx, siteId: number, id: number, by: string) {
  const item = await storedItem(db, siteId, id);
  const { rows } = await sql<{ claimed_until: Date }>`
    update source_item set claimed_by = ${by}, claimed_until = now() + ${CLAIM_S} * interval '1 second'
    where site_id = ${siteId} and id = ${id}
      and (claimed_by is null or claimed_by = ${by} or claimed_until < now())
    returning claimed_until`.execute(db);
  if (!rows[0]) throw conflict(`${item.claimed_by ?? 'Someone'} looks at this item just now.`);
  return { claimed_by: by, claimed_until: utc(rows[0].claimed_until) };
}
