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
  feedAddress,
  refuseAddress,
  refuseOtherKind,
  refuseTaken,
  refuseUnknown,
  settingsOf,
} from './draft.ts';
import { isFeed, noSuchSource, type SourceRow, type SourceSettings, sourceById, sourceCount } from './queries.ts';

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
export const settingsWithDefaults = (
  before: SourceSettings | undefined,
  given: Partial<SourceSettings>,
): SourceSettings => settingsOf({ ...FEED_DEFAULTS, ...before }, given);

export async function createSource(
  db: Db | Tx,
  { allowPrivate }: { allowPrivate: boolean },
  { site, caller }: Request,
  { id, kind = 'feed', ...input }: Static<typeof NewSource>,
): Promise<SourceRow> {
  refuseGivenId(id, caller, site.id);
  const name = nameOf(kind, input, allowPrivate);
  return transaction(db, async (tx) => {
    await lockSiteRow(tx, site.id);
    if ((await sourceCount(tx, site.id)) >= MOST_SOURCES) throw conflict(`A site has at most ${MOST_SOURCES} sources.`);
    await refuseUnknown(tx, site.id, input);
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
        settings: JSON.stringify(settingsOf({ ...FEED_DEFAULTS, form_token: newToken() }, input)),
        ...activity(isActive, kind),
        interval_s: input.min_interval ?? SHORTEST_INTERVAL,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await sourceById(tx, site.id, made.id);
    if (isActive && isFeed(row)) await enqueue(tx, sourcePoll, { key: laneOf(row), payload: keyOf(row) });
    await recordSource(tx, caller, 'create', null, row);
    return row;
  }).catch(refuseTaken);
}

export async function changeSource(
  db: Db | Tx,
  { allowPrivate }: { allowPrivate: boolean },
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
    refuseOtherKind(current.kind, input, current.settings);
    await refuseUnknown(tx, site.id, { ...input, section_id: input.section_id ?? current.section_id });
    if (Object.keys(input).length === 0) return current;
    const isOther = input.url ? feedAddress(input.url) !== current.settings.url : false;
    const isSwitched = input.active !== undefined && input.active !== current.active;
    const { active } = input;
    await updateSource(tx, current, {
      ...columnsOf(input),
      settings: JSON.stringify(settingsOf(current.settings, input)),
      ...(isSwitched ? activity(active ?? true, current.kind) : {}),
      ...(isOther ? { cursor: '{}' } : {}),
      ...(isOther || (isSwitched && active) ? { failures: 0, last_error: null } : {}),
      version: current.version + 1,
      updated_at: sql`now()`,
    });
    const after = await sourceById(tx, site.id, id);
    if (after.active && isFeed(after) && (isOther || isSwitched)) await pollSoon(tx, after);
    if (!after.active && isSwitched) await cancelJobs(tx, sourcePoll, laneOf(after));
    await recordSource(tx, caller, 'change', current, after);
    return after;
  }).catch(refuseTaken);
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Refuses fields of another kind, and a source that editors could not tell from others. */
function nameOf(
  kind: SourceRow['kind'],
  input: Omit<Static<typeof NewSource>, 'id' | 'kind'>,
  allowPrivate: boolean,
): string {
  const { name, url = null } = input;
  const needed = kind === 'feed' ? { url } : kind === 'upload_form' ? { form: input.form ?? null } : {};
  refuseOtherKind(kind, { ...input, ...needed }, {});
  if (url) refuseAddress(url, allowPrivate);
  if (name === undefined && url === null) throw invalidBody([{ path: '/name', message: 'is needed' }]);
  return name ?? new URL(String(url).trim()).hostname;
}

/** The fields that are columns, not settings. */
function columnsOf({ name, section_id, category_id, author_ids, tags, approval }: Static<typeof SourceChange>) {
  const columns = { name, section_id, category_id, author_ids, tags, approval };
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
    if (!isFeed(current)) throw conflict('Only feeds are polled; partners and readers send their articles themselves.');
    if (!current.active) throw conflict('This source is paused; make it active first.');
    await pollSoon(tx, current);
    await recordSource(tx, caller, 'poll', current, current);
    return sourceById(tx, site.id, id);
  });
}

/** Deletes a batch of the items of a deleted source, and returns whether there may be more. */
export async function clearPart(tx: Tx, { site_id, id }: SourceKey): Promise<boolean> {
  const isOfSource = sql`site_id = ${site_id} and source_id = ${id}`;
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

async function recordSource(
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
