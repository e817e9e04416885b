/** Saves the fields of an article, each text as a revision. Of the public article, only pins change at once. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { conflict, invalidBody, notFound, type Problem } from '../../core/errors.ts';
import { initialState } from '../../core/lifecycle.ts';
import type { Actor } from '../../core/rights.ts';
import { freeSlug } from '../../core/slug.ts';
import { isStoredAlike } from '../../core/stored-json.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { prepared } from '../../db/prepared.ts';
import { insertion } from '../../db/rows.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { putPins } from '../publication/commands.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../publication/present.ts';
import { focalPoint, namedBy, type References } from '../publication/queries.ts';
import { containersHolding } from '../resources/membership.ts';
import { refusal } from '../resources/restriction.ts';
import { type ArticleInput, scheduledVersion, writtenFields } from './draft.ts';
import { drawnId, takenArticleSlugs } from './managed.ts';
import type { Limited } from './own.ts';

const UNIQUE_VIOLATION = '23505';
const SLUG_TRIES = 5;
/** Autosaves within this time become one revision. */
export const COALESCED_MS = 10 * 60_000;

export interface Request extends Limited {
  site: Site;
  caller: Actor;
  now: Date;
  /** Saved by a program while someone writes, and not on purpose. */
  isAutosave?: boolean | undefined;
  /** A text that was saved before: rows that it names may have been deleted since, and are accepted again. */
  revision?: ArticleText;
}

export async function insertArticle(
  tx: Tx,
  site: Site,
  written: ArticleText,
  input: ArticleInput,
  { caller, now }: Request,
): Promise<ArticleRow> {
  const id = input.id ? await drawnId(tx, input.id) : null;
  for (let attempt = 0; attempt < SLUG_TRIES; attempt++) {
    const article_url = input.article_url ?? (await freeArticleSlug(tx, site.id, written));
    const row = await insertWithRevision(tx, caller, {
      ...columnsOf({ ...written, article_url }),
      written: { ...written, article_url },
      site_id: site.id,
      uid: uuidv7(now, randomBytes(16)),
      id,
      state: initialState(input),
      pinned_index: input.pinned_index ?? null,
      site_pinned_index: input.site_pinned_index ?? null,
      created_at: now,
      created_by: caller.name,
      updated_at: now,
      updated_by: caller.name ?? '',
    }).catch((error) => {
      throw error.code === UNIQUE_VIOLATION
        ? conflict(`There is an article with this id already, perhaps in the trash: ${id}.`, { taken_field: 'id' })
        : error;
    });
    if (row) return row;
    if (input.article_url) break;
  }
  throw slugTaken(input.article_url ?? written.article_url);
}

/** Slugs of articles in the trash are free. */
const ADDRESS = {
  key: ['site_id', 'section_id', 'article_url'] as ('site_id' | 'section_id' | 'article_url')[],
  among: sql`deleted_at is null`,
  taken: 'keep' as const,
};

/** Undefined when the slug is taken. */
async function insertWithRevision(
  tx: Tx,
  caller: Actor,
  article: Partial<ArticleRow>,
): Promise<ArticleRow | undefined> {
  const { rows } = await prepared(sql<ArticleRow>`
    with saved as (
      ${insertion('article', [article], ADDRESS)} returning *
    ), kept as (
      insert into article_revision (site_id, uid, number, written, created_at, created_by)
      select site_id, uid, version, written, created_at, ${caller.name ?? ''} from saved
    )
    select * from saved`).execute(tx);
  return rows[0];
}

/** A cover that is chosen without a position gets the focal point of its item in the library. */
export async function withFocalPoint(
  tx: Tx,
  siteId: number,
  input: ArticleInput,
  before: ArticleText | null,
): Promise<ArticleInput> {
  const { cover_url, cover_pos_x, cover_pos_y } = input;
  const isChosen = cover_url && cover_url !== before?.cover_url;
  if (!isChosen || cover_pos_x !== undefined || cover_pos_y !== undefined) return input;
  const point = await focalPoint(tx, siteId, cover_url);
  return point ? { ...input, cover_pos_x: point.x, cover_pos_y: point.y } : input;
}

export async function saveWritten(
  tx: Tx,
  site: Site,
  current: ArticleRow,
  written: ArticleText,
  { caller, now, revision, isAutosave = false }: Request,
): Promise<ArticleRow> {
  if (isStoredAlike(written, writtenFields({}, writtenOf(current)))) return current;
  const saved = [writtenOf(current), ...(revision ? [revision] : [])];
  const problems = misfits(written, await namedBy(tx, site.id, [written]), saved);
  refuseProblems([...(await typeProblems(tx, current, written)), ...problems]);
  try {
    const columns = { ...columnsOf(written), written: JSON.stringify(written) };
    return await updateArticle(tx, current, {
      ...columns,
      version: current.version + 1,
      updated_at: now,
      updated_by: caller.name ?? '',
      publish_problem: isAutosave ? current.publish_problem : null,
      scheduled_version: isAutosave ? scheduledVersion(current) : null,
    });
  } catch (error) {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? slugTaken(written.article_url) : error;
  }
}

/** Pins are not part of the text: they make no revision, and apply to the public article at once. */
export async function savePins(tx: Tx, site: Site, row: ArticleRow, input: ArticleInput): Promise<ArticleRow> {
  if (input.pinned_index === undefined && input.site_pinned_index === undefined) return row;
  const pins = {
    pinned_index: input.pinned_index === undefined ? row.pinned_index : input.pinned_index,
    site_pinned_index: input.site_pinned_index === undefined ? row.site_pinned_index : input.site_pinned_index,
  };
  if (row.id !== null && row.state === 'published') await putPins(tx, site, row.id, pins);
  return updateArticle(tx, row, pins);
}

/** The columns that repeat text fields, for filters and references. */
export function columnsOf(written: ArticleText) {
  const { section_id, category_id, article_url, title, type, source, tags, author_ids } = written;
  return { section_id, category_id, article_url, title, type, source, tags, author_ids };
}

/** Rows that a text names must exist, except featured articles that existed when it was saved before. */
export function misfits(
  { section_id, category_id, author_ids, featured_articles }: ArticleText,
  named: References,
  saved: ArticleText[] = [],
): Problem[] {
  const problems: Problem[] = [];
  if (!named.sections.has(section_id)) {
    problems.push({ path: '/section_id', message: 'names no section of this site' });
  }
  if (category_id !== null && !named.categories.has(category_id)) {
    problems.push({ path: '/category_id', message: 'names no article category of this site' });
  }
  const accepted = new Set([...named.articles, ...saved.flatMap((text) => text.featured_articles)]);
  const unknown = {
    author: author_ids.filter((id) => !named.authors.has(id)),
    article: featured_articles.filter((id) => !accepted.has(id)),
  };
  if (unknown.author.length > 0)
    problems.push({ path: '/author_ids', message: `names no author of this site: ${unknown.author.join(', ')}` });
  if (unknown.article.length > 0)
    problems.push({
      path: '/featured_articles',
      message: `names no article of this site: ${unknown.article.join(', ')}`,
    });
  return problems;
}

export function refuseProblems(problems: Problem[]): void {
  if (problems.length > 0) throw invalidBody(problems);
}

/** Checks the change against the restrictions of the containers that the article is in. */
export async function typeProblems(
  tx: Tx,
  { site_id, id, type }: ArticleRow,
  written: Pick<ArticleText, 'type'>,
): Promise<Problem[]> {
  if (id === null || written.type === type) return [];
  return (await containersHolding(tx, site_id, id)).flatMap((container) => {
    const reason = refusal(container.type_restriction, written.type);
    if (!reason) return [];
    const named = `featured item container ${container.id} (${container.name})`;
    return { path: '/type', message: `is not allowed: ${named} ${reason}; remove the article from it first` };
  });
}

export async function keepRevision(tx: Tx, row: ArticleRow, caller: Actor, now: Date): Promise<void> {
  await prepared(sql`
    insert into article_revision (site_id, uid, number, written, created_at, created_by)
    select site_id, uid, version, written, ${now}, ${caller.name ?? ''} from article
    where site_id = ${row.site_id} and uid = ${row.uid}`).execute(tx);
}

/**
 * Replaces the previous autosave, if that was by the same caller, began less than 10 minutes ago, and is neither published
 * nor scheduled.
 */
export async function keepAutosave(
  tx: Tx,
  row: ArticleRow,
  before: ArticleRow,
  { caller, now }: Pick<Request, 'caller' | 'now'>,
): Promise<void> {
  const isNeeded = [before.published_version, scheduledVersion(before)].includes(before.version);
  await prepared(sql`
    with replaced as (
      delete from article_revision
      where site_id = ${row.site_id} and uid = ${row.uid} and number = ${before.version} and not ${isNeeded}
        and created_by = ${caller.name ?? ''} and began_at > ${new Date(now.getTime() - COALESCED_MS)}
      returning began_at
    )
    insert into article_revision (site_id, uid, number, written, created_at, created_by, began_at)
    select site_id, uid, version, written, ${now}, ${caller.name ?? ''}, coalesce((select began_at from replaced), ${now})
    from article where site_id = ${row.site_id} and uid = ${row.uid}`).execute(tx);
}

/** Turns the last autosave into a save. */
export async function keepOnPurpose(tx: Tx, row: ArticleRow): Promise<ArticleRow> {
  await prepared(sql`update article_revision set began_at = null
    where site_id = ${row.site_id} and uid = ${row.uid} and number = ${row.version} and began_at is not null`).execute(
    tx,
  );
  return row.scheduled_version === null ? row : updateArticle(tx, row, { scheduled_version: null });
}

async function freeArticleSlug(tx: Tx, siteId: number, { section_id, article_url }: ArticleText): Promise<string> {
  return freeSlug(article_url, await takenArticleSlugs(tx, siteId, section_id, article_url));
}

export async function updateArticle(tx: Tx, row: ArticleRow, columns: object): Promise<ArticleRow> {
  const saved = await tx
    .updateTable('article')
    .set(columns)
    .where('site_id', '=', row.site_id)
    .where('uid', '=', row.uid)
    .returningAll()
    .executeTakeFirst();
  if (!saved) throw noSuchArticle();
  return saved as ArticleRow; // a section is missing in the trash alone
}

const slugTaken = (slug: string) =>
  conflict(`There is an article with this article_url in the section already: ${slug}.`, {
    taken_field: 'article_url',
  });
export const noSuchArticle = () => notFound('There is no such article.');
