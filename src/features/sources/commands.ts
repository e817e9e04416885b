/** Creates, changes, pauses, polls and deletes sources. The site's version stays: nothing that is served changes. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { type NewSource, SHORTEST_INTERVAL, type SourceChange } from '../../contract/source.ts';
import type { AuditAction } from '../../core/audit.ts';
import { conflict, invalidBody } from '../../core/errors.ts';
import { type Actor, refuseGivenId } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { lockSiteRow, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { cancelJobs, enqueue, replaceJobs } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import {
  activity,
  definedOf,
  feedAddress,
  type GivenSettings,
  refuseAddress,
  refuseOtherKind,
  refuseTaken,
  refuseUnknown,
  settingsOf,
  wholeTargets,
} from './draft.ts';
import { newMailName } from './mail-name.ts';
import {
  type GivenEmail,
  isOtherMailbox,
  MAILBOX_INTERVAL_S,
  refuseEmail,
  type SourceTools,
  storedEmail,
} from './mailbox.ts';
import { isPolled, noSuchSource, type SourceRow, type SourceSettings, sourceById, sourceCount } from './queries.ts';
import { refuseUntrackable } from './trackers.ts';

interface Request {
  site: Pick<Site, 'id'>;
  caller: Actor;
  ifMatch?: string | undefined;
}

export interface SourceKey {
  site_id: number;
  id: number;
}

/** Polls a source. Its lane has at most one job: the lease of the lane is the lease of the source. */
export const sourcePoll = jobKind<SourceKey>('intake.poll');
/** Deletes the items of a deleted source. */
export const sourceClearing = jobKind<SourceKey>('sources.clear');

export const laneOf = ({ site_id, id }: SourceKey) => `${site_id}:${id}`;

export const MOST_SOURCES = 500;
const TOKEN_BYTES = 18;
const CLEARED_AT_ONCE = 1_000;
const FEED_DEFAULTS = { backlog: 20, update_policy: 'apply', min_interval: SHORTEST_INTERVAL } as const;

/** The settings of an import, which may leave fields out. */
export const settingsWithDefaults = (before: SourceSettings | undefined, given: GivenSettings): SourceSettings =>
  settingsOf({ ...FEED_DEFAULTS, ...before }, given);

export async function createSource(
  db: Db | Tx,
  { allowPrivate, secrets }: SourceTools,
  { site, caller }: Request,
  { id, kind = 'feed', ...input }: Static<typeof NewSource>,
): Promise<SourceRow> {
  refuseGivenId(id, caller, site.id);
  const name = nameOf(kind, input, allowPrivate);
  const { email = null } = input;
  if (email) refuseEmail(email, { stored: null, hasPassword: false, allowPrivate });
  return transaction(db, async (tx) => {
    await lockSiteRow(tx, site.id);
    if ((await sourceCount(tx, site.id)) >= MOST_SOURCES) throw conflict(`A site has at most ${MOST_SOURCES} sources.`);
    await refuseUnknown(tx, site.id, input);
    await refuseUntrackable(tx, site.id, kind, input);
    const isActive = input.active ?? true;
    const made = await tx
      .insertInto('source')
      .values({
        site_id: site.id,
        id: sql<number>`draw_id('source_id', ${id ?? null})`,
        kind,
        name,
        section_id: input.section_id,
        category_id: input.category_id ?? null,
        author_ids: input.author_ids ?? [],
        tags: input.tags ?? [],
        approval: input.approval ?? 'hold',
        settings: JSON.stringify(
          settingsOf(
            { ...FEED_DEFAULTS, ...(await newNames(tx, kind, { ...input, site_id: site.id })) },
            withStoredEmail(input),
          ),
        ),
        mail_password: email?.password === undefined ? null : secrets.seal(email.password),
        ...{ account_id: input.account_id ?? null, campaign_id: input.campaign_id ?? null },
        ...activity(isActive, kind),
        interval_s: email?.way === 'imap' ? MAILBOX_INTERVAL_S : (input.min_interval ?? SHORTEST_INTERVAL),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await sourceById(tx, site.id, made.id);
    if (isActive && isPolled(row)) await enqueue(tx, sourcePoll, { key: laneOf(row), payload: keyOf(row) });
    await recordSource(tx, caller, 'create', null, row);
    return row;
  }).catch(refuseTaken);
}

export async function changeSource(
  db: Db | Tx,
  { allowPrivate, secrets }: SourceTools,
  { site, caller, ifMatch }: Request,
  id: number,
  input: Static<typeof SourceChange>,
): Promise<SourceRow> {
  if (input.url) refuseAddress(input.url, allowPrivate);
  return transaction(db, async (tx) => {
    const current = await lockedSource(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'source');
    if (input.kind !== undefined && input.kind !== current.kind)
      throw invalidBody([{ path: '/kind', message: 'cannot be changed' }]);
    const { account_id, campaign_id } = current;
    const { email } = input;
    refuseOtherKind(
      current.kind,
      { ...input, ...(email ? { email: storedEmail(email) } : {}) },
      { ...current.settings, account_id, campaign_id },
    );
    const { email: stored = null } = current.settings;
    if (email) refuseEmail(email, { stored, hasPassword: current.mail_password !== null, allowPrivate });
    await refuseUnknown(tx, site.id, { ...input, section_id: input.section_id ?? current.section_id });
    if (Object.keys(input).length === 0) return current;
    await refuseUntrackable(tx, site.id, current.kind, {
      ...current.settings,
      account_id,
      campaign_id,
      ...definedOf(input),
    });
    const isOther = isElsewhere(current, input);
    const isSwitched = input.active !== undefined && input.active !== current.active;
    const { active } = input;
    const isNewPassword = email?.password !== undefined;
    await updateSource(tx, current, {
      ...columnsOf(input),
      settings: JSON.stringify(settingsOf(current.settings, withStoredEmail(input))),
      ...(email?.password === undefined ? {} : { mail_password: secrets.seal(email.password) }),
      ...(isSwitched ? activity(active ?? true, current.kind) : {}),
      ...(isOther ? { cursor: '{}' } : {}),
      ...(isOther || isNewPassword || (isSwitched && active) ? { failures: 0, last_error: null } : {}),
      version: current.version + 1,
      updated_at: sql`now()`,
    });
    const after = await sourceById(tx, site.id, id);
    if (after.active && isPolled(after) && (isOther || isNewPassword || isSwitched)) await pollSoon(tx, after);
    if (!after.active && isSwitched) await cancelJobs(tx, sourcePoll, laneOf(after));
    await recordSource(tx, caller, 'change', current, after);
    return after;
  }).catch(refuseTaken);
}

/** Other targets or another account start over; the ledger knows what was taken. */
function isElsewhere({ settings, account_id }: SourceRow, input: Static<typeof SourceChange>): boolean {
  if (input.email) return isOtherMailbox(storedEmail(input.email), settings.email ?? null);
  if (input.url) return feedAddress(input.url) !== settings.url;
  const isOther = (value: unknown, stored: unknown) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(stored ?? null);
  return (
    isOther(input.targets && wholeTargets(input.targets), settings.targets ?? []) ||
    isOther(input.account_id, account_id)
  );
}

/** The password has a column of its own. */
const withStoredEmail = <Input extends { email?: GivenEmail | null }>({ email, ...input }: Input) => ({
  ...input,
  ...(email ? { email: storedEmail(email) } : {}),
});

async function newNames(
  tx: Tx,
  kind: SourceRow['kind'],
  { email, ...place }: { site_id: number; section_id: number; email?: { way: string } | null },
): Promise<Partial<SourceSettings>> {
  if (kind === 'email' && email?.way === 'smtp') return { mail_name: await newMailName(tx, place) };
  return kind === 'upload_form' ? { form_token: randomBytes(TOKEN_BYTES).toString('base64url') } : {};
}

/** Refuses fields of another kind, and a source that editors could not tell from others. */
function nameOf(
  kind: SourceRow['kind'],
  input: Omit<Static<typeof NewSource>, 'id' | 'kind'>,
  allowPrivate: boolean,
): string {
  const { name, url = null } = input;
  const { form = null, email = null, targets = [] } = input;
  const all = { feed: { url }, upload_form: { form }, email: { email }, media_tracker: { targets } };
  const needed = kind in all ? all[kind as keyof typeof all] : {};
  refuseOtherKind(kind, { ...input, ...needed }, {});
  if (url) refuseAddress(url, allowPrivate);
  if (name === undefined && url === null) throw invalidBody([{ path: '/name', message: 'is needed' }]);
  return name ?? new URL(String(url).trim()).hostname;
}

/** The fields that are columns, not settings. */
function columnsOf(input: Static<typeof SourceChange>) {
  const { name, section_id, category_id, author_ids, tags, approval, account_id, campaign_id } = input;
  const columns = { name, section_id, category_id, author_ids, tags, approval, account_id, campaign_id };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Its articles stay. */
export async function deleteSource(db: Db | Tx, { site, caller, ifMatch }: Request, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockedSource(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'source');
    await tx.deleteFrom('source').where('site_id', '=', site.id).where('id', '=', id).execute();
    await enqueue(tx, sourceClearing, { payload: keyOf(current) });
    await cancelJobs(tx, sourcePoll, laneOf(current));
    await recordSource(tx, caller, 'delete', current, null);
  });
}

/** Makes its next poll due at once. */
export async function pollSource(db: Db | Tx, { site, caller }: Request, id: number): Promise<SourceRow> {
  return transaction(db, async (tx) => {
    const current = await lockedSource(tx, site.id, id);
    if (!isPolled(current))
      throw conflict(
        'Only feeds, mailboxes and media trackers are polled; partners, readers and servers of e-mail send by themselves.',
      );
    if (!current.active) throw conflict('This source is paused; make it active first.');
    await pollSoon(tx, current);
    await recordSource(tx, caller, 'poll', current, current);
    return sourceById(tx, site.id, id);
  });
}

/** The same for a simulation, without an entry of the audit log. */
export async function pollNow(tx: Tx, siteId: number, id: number): Promise<void> {
  const current = await lockedSource(tx, siteId, id);
  if (current.active) await pollSoon(tx, current);
}

/** Its sender has a receipt, and may have the article erased. */
const IS_WITHDRAWABLE = sql`exists (
  select from form_submission sent join article on article.site_id = sent.site_id and article.uid = source_item.uid
  where sent.site_id = source_item.site_id and sent.source_id = source_item.source_id and sent.external_key = source_item.external_key)`;

/** Deletes a batch of the items of a deleted source, and returns whether there may be more. Retention deletes what receipts need. */
export async function clearPart(tx: Tx, { site_id, id }: SourceKey): Promise<boolean> {
  const isOfSource = sql`site_id = ${site_id} and source_id = ${id} and not ${IS_WITHDRAWABLE}`;
  return (await deleteRows(tx, 'source_item', isOfSource, CLEARED_AT_ONCE)) > 0;
}

export async function lockedSource(tx: Tx, siteId: number, id: number): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    select * from source where site_id = ${siteId} and id = ${id} for update`.execute(tx);
  if (!rows[0]) throw noSuchSource();
  return rows[0];
}

export async function updateSource(tx: Tx, { site_id, id }: SourceKey, columns: object): Promise<void> {
  await tx.updateTable('source').set(columns).where('site_id', '=', site_id).where('id', '=', id).execute();
}

/** A poll that runs meanwhile is rolled back, and its work is done by this one. */
async function pollSoon(tx: Tx, row: SourceRow): Promise<void> {
  await updateSource(tx, row, { next_poll_at: sql`now()` });
  await replaceJobs(tx, sourcePoll, { key: laneOf(row), payload: keyOf(row) });
}

export async function recordSource(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: SourceRow | null,
  after: SourceRow | null,
): Promise<void> {
  const { id, site_id } = (after ?? before) as SourceRow; // one of them is there
  const [was, is] = [before, after].map((row) => row && { ...row, ...row.settings });
  await recordChange(tx, caller, {
    action,
    noun: 'source',
    id,
    sites: [site_id],
    before: was ?? null,
    after: is ?? null,
  });
}

const keyOf = ({ site_id, id }: SourceKey) => ({ site_id, id });
