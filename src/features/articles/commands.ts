/** The life cycle of an article. Saving locks only the article; changes of served content lock the site first. */
import { sql } from 'kysely';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import { type Life, nextState, requestedStep, requireNextState, type State } from '../../core/lifecycle.ts';
import { refuseGivenId, timer } from '../../core/rights.ts';
import { utc, wholeSecond } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import { siteTransaction } from '../../db/site-writers.ts';
import { noteAddition, type Tx, transaction } from '../../db/transaction.ts';
import { cancelJobs, replaceJobs } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { putSnapshots, removeSnapshot } from '../publication/commands.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../publication/present.ts';
import { articleServedAt, namedBy, type References } from '../publication/queries.ts';
import { completePublications, numbered, recheckLater } from '../publication/rendering.ts';
import { instant } from '../resources/columns.ts';
import { refuseStaleArticle } from './conflicts.ts';
import { type ArticleInput, namesText, writtenFields } from './draft.ts';
import { lockedArticle, lockedArticleIfAny } from './managed.ts';
import { refuseForeignChange, refusePins, refuseSource, refuseStep } from './own.ts';
import type { ManagedRow } from './present.ts';
import { recordPublication, type Served } from './publications.ts';
import { recordArticle, recordSaved } from './recording.ts';
import {
  columnsOf,
  insertArticle,
  keepAutosave,
  keepOnPurpose,
  keepRevision,
  misfits,
  noSuchArticle,
  type Request,
  refuseProblems,
  savePins,
  saveWritten,
  typeProblems,
  updateArticle,
  withFocalPoint,
} from './saving.ts';

/** The source of articles that people write. */
const FROM_PEOPLE = 'newsroom';

/** What to publish, and when: by default the saved text, now. */
export interface PublicationInput {
  publish_at?: string | null | undefined;
  version?: number | undefined;
}

/** Publishes an article when its time has come. */
export const articlePublication = jobKind<{ site_id: number; uid: string }>('articles.publish');

export async function createArticle(db: Db | Tx, request: Request, input: ArticleInput): Promise<ManagedRow> {
  refuseGivenId(input.id ?? undefined, request.caller, request.site.id);
  return siteTransaction(db, touchesPublic(input) ? request.site.id : null, async (tx) => {
    const site = touchesPublic(input) ? await lockSite(tx, request.site.id) : request.site;
    if (touchesPublic(input)) noteAddition(tx, site.id);
    const written = writtenFields(await withFocalPoint(tx, site.id, input, null), null);
    const named = await namedBy(tx, site.id, [written]);
    refuseProblems(misfits(written, named));
    refusePins(input, null, request);
    refuseSource(input, FROM_PEOPLE, request);
    const row = await insertArticle(tx, site, written, input, request);
    const section_url = named.sections.get(row.section_id)?.section_url ?? '';
    const settled = await settle(tx, site, row, input, request, named);
    await recordArticle(tx, request, 'create', null, settled);
    return { ...settled, section_url };
  });
}

export async function changeArticle(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  uid: string,
  input: ArticleInput,
): Promise<ArticleRow> {
  const { ifMatch, isAutosave } = request;
  const isPublic = !isAutosave && touchesPublic(input);
  return siteTransaction(db, isPublic ? request.site.id : null, async (tx) => {
    const site = isPublic ? await lockSite(tx, request.site.id) : request.site;
    const current = await lockedArticle(tx, site.id, uid);
    refuseForeignChange(current, request);
    await refuseStaleArticle(tx, ifMatch, current);
    refusePins(input, current, request);
    refuseSource(input, current.source, request);
    const asked = isAutosave ? withoutLife(input, current, site) : input;
    const before = writtenOf(current);
    const written = writtenFields(await withFocalPoint(tx, site.id, asked, before), before);
    const row = await saveWritten(tx, site, current, written, request);
    const kept = await keepSaved(tx, row, current, request, asked);
    const settled = await settle(tx, site, await savePins(tx, site, kept, asked), asked, request);
    await recordSaved(tx, request, asked, current, settled);
    return settled;
  });
}

/** An autosave saves only text. State and times in its body are ignored if they repeat the stored ones. */
function withoutLife(input: ArticleInput, row: ArticleRow, site: Site): ArticleInput {
  const { state, publish_at, published_at, pinned_index, site_pinned_index, ...text } = input;
  const time = (value: string | null | undefined, field: string) => instant(value, site.time_zone, field)?.getTime();
  const isOther: Record<string, boolean> = {
    state: state !== undefined && state !== row.state,
    publish_at: publish_at !== undefined && time(publish_at, 'publish_at') !== row.publish_at?.getTime(),
    published_at: published_at !== undefined && time(published_at, 'published_at') !== row.published_at?.getTime(),
    pinned_index: pinned_index !== undefined && pinned_index !== row.pinned_index,
    site_pinned_index: site_pinned_index !== undefined && site_pinned_index !== row.site_pinned_index,
  };
  const message = 'cannot be changed by an autosave; send it without autosave=true';
  refuseProblems(Object.keys(isOther).flatMap((name) => (isOther[name] ? [{ path: `/${name}`, message }] : [])));
  return text;
}

/** A body that repeats the autosaved text, or is empty, turns the autosave into a save; one with only state or times does not. */
async function keepSaved(
  tx: Tx,
  row: ArticleRow,
  before: ArticleRow,
  request: Request,
  input: ArticleInput,
): Promise<ArticleRow> {
  const { caller, now, isAutosave } = request;
  const isSaved = row.version !== before.version;
  if (isSaved && isAutosave) await keepAutosave(tx, row, before, request);
  else if (isSaved) await keepRevision(tx, row, caller, now);
  else if (!isAutosave && namesText(input)) return keepOnPurpose(tx, row);
  return row;
}

/** Publishes the saved text or that of an earlier version, now or at `publish_at`. */
export async function publishArticle(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  uid: string,
  { publish_at = null, version }: PublicationInput,
): Promise<ArticleRow> {
  return siteTransaction(db, request.site.id, async (tx) => {
    const site = await lockSite(tx, request.site.id);
    const row = await lockedArticle(tx, site.id, uid);
    // Its new text may be in a hidden section.
    if (row.state !== 'published') noteAddition(tx, site.id);
    await refuseStaleArticle(tx, request.ifMatch, row);
    const input = { state: 'published' as const, publish_at };
    const settled = await settle(tx, site, await chosenRow(tx, row, version), input, request);
    await recordSaved(tx, request, input, row, settled);
    return settled;
  });
}

/**
 * Called by the timer; returns why it did not publish, if so. An article that is no longer scheduled is not changed, and
 * its lane is left to the job that runs in it.
 */
export async function publishDue(tx: Tx, siteId: number, uid: string): Promise<string | null> {
  const site = await lockSite(tx, siteId);
  const row = await lockedArticleIfAny(tx, siteId, uid);
  const at = row?.publish_at;
  if (!at || !nextState('publishDue', lifeOf(row))) return null;
  if (row.state !== 'published') noteAddition(tx, siteId);
  const due = await rowOfVersion(tx, row, row.scheduled_version ?? row.version);
  if (!due) return rejectDue(tx, row, `version ${row.scheduled_version}, which was scheduled, no longer exists`);
  const holder = await articleServedAt(tx, due);
  if (holder !== null) return rejectDue(tx, row, `article ${holder} is served at its address, ${due.article_url}`);
  const problem = due === row ? null : await earlierProblem(tx, row, writtenOf(due));
  if (problem) return rejectDue(tx, row, `its ${problem.path.slice(1)} ${problem.message}`);
  const served = { by: timer.name ?? '', at: sql<Date>`now()` };
  const published = await publish(tx, site, { ...due, publish_at: null }, { now: at, at, served });
  await recordArticle(tx, { caller: timer }, 'publish', row, published);
  return null;
}

/** The article with the text that a request chose. */
async function chosenRow(tx: Tx, row: ArticleRow, version: number | undefined): Promise<ArticleRow> {
  const chosen = await rowOfVersion(tx, row, version ?? row.version);
  if (!chosen) throw invalidBody([{ path: '/version', message: 'names no saved version of this article' }]);
  const problem = chosen === row ? undefined : await earlierProblem(tx, row, writtenOf(chosen));
  if (problem)
    throw conflict(`Version ${version} cannot be published: its ${problem.path.slice(1)} ${problem.message}.`);
  return chosen;
}

/** The article with the text of a version: a scheduled one, if autosaves followed it, or one that was public. */
async function rowOfVersion(tx: Tx, row: ArticleRow, version: number): Promise<ArticleRow | null> {
  if (version === row.version) return row;
  const { rows } = await sql<Pick<ArticleRow, 'written'>>`
    select written from article_revision
    where site_id = ${row.site_id} and uid = ${row.uid} and number = ${version}::bigint`.execute(tx);
  const [revision] = rows;
  if (!revision) return null;
  return { ...row, ...columnsOf(writtenOf(revision)), written: revision.written, version };
}

/** Rows that the text names may have been deleted since: references and restrictions protect only the working copy. */
async function earlierProblem(tx: Tx, row: ArticleRow, text: ArticleText): Promise<Problem | undefined> {
  const problems = misfits(text, await namedBy(tx, row.site_id, [text]), [text]);
  return [...problems, ...(await typeProblems(tx, row, text))][0];
}

/** Editors see the reason and decide: automatic retries could publish it at any time, or never. */
async function rejectDue(tx: Tx, row: ArticleRow, reason: string): Promise<string> {
  const problem = `It was not published at ${row.publish_at && utc(row.publish_at)}: ${reason}.`;
  const held = await updateArticle(tx, row, {
    state: requireNextState('rejectDue', lifeOf(row)),
    publish_at: null,
    scheduled_version: null,
    publish_problem: problem,
  });
  await recordArticle(tx, { caller: timer }, 'hold', row, held);
  return `Article ${row.uid} of site ${row.site_id} is pending. ${problem}`;
}

export async function unpublishArticle(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  uid: string,
): Promise<void> {
  await siteTransaction(db, request.site.id, async (tx) => {
    const site = await lockSite(tx, request.site.id);
    const row = await lockedArticle(tx, site.id, uid);
    await refuseStaleArticle(tx, request.ifMatch, row);
    const left = await leave(tx, site, row, requireNextState('unpublish', lifeOf(row)), request);
    await recordArticle(tx, request, 'unpublish', row, left);
  });
}

/** Enqueues a background check of a published article. */
export async function recheckArticle(db: Db | Tx, request: Request, uid: string): Promise<ArticleRow> {
  return transaction(db, async (tx) => {
    const row = await lockedArticle(tx, request.site.id, uid);
    if (row.state !== 'published' || row.id === null) throw conflict('This article is not published.');
    await recheckLater(tx, row.site_id, row.id);
    await recordArticle(tx, request, 'recheck', row, row);
    return row;
  });
}

function touchesPublic({ state, pinned_index, site_pinned_index }: ArticleInput): boolean {
  return (
    state === 'published' || state === 'unpublished' || pinned_index !== undefined || site_pinned_index !== undefined
  );
}

/** After the fields are saved: applies the body's state and times. `named` are the rows that the text names, if already read. */
async function settle(
  tx: Tx,
  site: Site,
  row: ArticleRow,
  input: ArticleInput,
  request: Request,
  named?: References,
): Promise<ArticleRow> {
  const { now, caller, createdBy = null } = request;
  const requested = {
    state: input.state,
    publish_at: instant(input.publish_at, site.time_zone, 'publish_at'),
    published_at: instant(input.published_at, site.time_zone, 'published_at'),
  };
  const { action, at, datedBack } = requestedStep(requested, lifeOf(row), now);
  refuseStep(action, datedBack, { createdBy });
  const next = action && requireNextState(action, lifeOf(row));
  const served = { by: caller.name ?? '', at: now };
  if (next === 'published') return publish(tx, site, row, { now, at, served, named });
  if (next === 'scheduled' && at) return schedule(tx, row, at);
  return dateBack(tx, next ? await leave(tx, site, row, next, request) : row, datedBack);
}

/** The date that the next publication gives it. A public article has the date of the last one. */
async function dateBack(tx: Tx, row: ArticleRow, at: Date | null): Promise<ArticleRow> {
  if (!at) return row;
  if (row.state !== 'published') return updateArticle(tx, row, { published_at: at });
  const message = 'changes when the article is published: send "state": "published" with it';
  throw invalidBody([{ path: '/published_at', message }]);
}

async function schedule(tx: Tx, row: ArticleRow, at: Date): Promise<ArticleRow> {
  const payload = { site_id: row.site_id, uid: row.uid };
  const scheduled_version = sql`nullif(${row.version}::integer, version)`;
  const columns = { publish_at: at, state: 'scheduled', publish_problem: null, scheduled_version };
  const scheduled = await updateArticle(tx, row, columns);
  await replaceJobs(tx, articlePublication, { key: laneOf(row), payload, runAt: at });
  return scheduled;
}

/** Ends a schedule, and removes a public article from everything that is served. */
export async function leave(
  tx: Tx,
  site: Site,
  row: ArticleRow,
  next: State,
  { caller, now }: Pick<Request, 'caller' | 'now'>,
): Promise<ArticleRow> {
  if (row.publish_at) await cancelJobs(tx, articlePublication, laneOf(row));
  if (row.state === 'published' && row.id !== null) await removeSnapshot(tx, site, row.id);
  await recordPublication(tx, row, null, { by: caller.name ?? '', at: now });
  return updateArticle(tx, row, { publish_at: null, state: next, publish_problem: null, scheduled_version: null });
}

async function publish(
  tx: Tx,
  site: Site,
  row: ArticleRow,
  { now, at, served, named }: { now: Date; at: Date | null; served: Served; named?: References | undefined },
): Promise<ArticleRow> {
  const isAgain = row.published_version !== null && row.published_version !== row.version;
  if (row.publish_at) await cancelJobs(tx, articlePublication, laneOf(row));
  const saved = await savePublished(tx, row, {
    publishedAt: at ?? row.published_at ?? wholeSecond(now),
    modifiedAt: isAgain ? wholeSecond(now) : row.modified_at,
  });
  await recordPublication(tx, row, saved.published_version, served);
  const published = { ...saved, ...columnsOf(writtenOf(row)), written: row.written };
  const publication = { ...numbered(published), isFirst: row.published_version === null };
  await putSnapshots(tx, site, await completePublications(tx, site, [publication], { named }));
  return saved;
}

/**
 * At the first publication the article gets its id and its numbers: publications are counted from 1, in the site and in the
 * section. The site's row is locked.
 */
async function savePublished(
  tx: Tx,
  row: ArticleRow,
  { publishedAt, modifiedAt }: { publishedAt: Date; modifiedAt: Date | null },
): Promise<ArticleRow> {
  const inSection = `drawn:${row.section_id}`;
  const isNumbered = row.order_number !== null && row.site_order_number !== null;
  const { rows } = await prepared(sql<ArticleRow>`
    with drawn as (
      insert into article_count (site_id, list_key, total)
      select ${row.site_id}, list_key, 1 from unnest(${isNumbered ? [] : ['drawn', inSection]}::text[]) as list_key
      on conflict (site_id, list_key) do update set total = article_count.total + 1 returning list_key, total
    )
    update article set state = 'published', publish_at = null, publish_problem = null, scheduled_version = null,
      published_version = ${row.version},
      published_at = ${publishedAt}, modified_at = ${modifiedAt},
      id = coalesce(id, draw_id('article_id', null)),
      order_number = coalesce((select total from drawn where list_key = ${inSection}), order_number),
      site_order_number = coalesce((select total from drawn where list_key = 'drawn'), site_order_number)
    where site_id = ${row.site_id} and uid = ${row.uid} returning *`).execute(tx);
  if (!rows[0]) throw noSuchArticle();
  return rows[0];
}

export const laneOf = ({ site_id, uid }: Pick<ArticleRow, 'site_id' | 'uid'>) => `${site_id}:${uid}`;

/** The column's check allows no other state. */
export const lifeOf = (row: ArticleRow) => row as Life;
