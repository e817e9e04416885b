/** A change of the source that was kept, because an editor had changed the article or approved it: shown, applied or dismissed. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { type NewApplication, UPSTREAM_FIELDS, type UpstreamChange } from '../contract/intake.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { ItemContent } from '../core/intake/feed.ts';
import { asStored, isStoredAlike } from '../core/stored-json.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { lockSiteRow } from '../db/site-lock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle } from '../features/articles/commands.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import { type ArticleRow, writtenOf } from '../features/publication/present.ts';
import { type ItemRow, sourceById } from '../features/sources/queries.ts';
import { articleText, type CleanContent, cleanContent, withoutPrivateFiles } from './article-of.ts';
import { articleOf, settle, storedItem } from './item-row.ts';
import { forArticles, type Request } from './moderation.ts';

type Wire = Static<typeof UpstreamChange>;
type Field = (typeof UPSTREAM_FIELDS)[number];

export interface Shown {
  change: Wire;
  /** Of the article. */
  version: number;
}

export async function upstreamChange(db: Db | Tx, siteId: number, id: number): Promise<Shown> {
  const item = await storedItem(db, siteId, id);
  const content = await keptContent(item);
  return transaction(db, async (tx) => {
    const article = await presentArticle(tx, item);
    const { before, after } = await bothTexts(tx, item, article, content);
    const fields = changedFields(before, after);
    const change = { item_id: id, uid: article.uid, hash: hashOf(item), fields, article: before, upstream: after };
    return { change: change as Wire, version: article.version }; // checked by the schema of the answer
  });
}

/**
 * Changes the article, and publishes it if the request says so. If everything was applied, later changes of the source may be applied
 * without an editor again, unless the item was approved.
 */
export async function applyUpstream(
  db: Db | Tx,
  request: Request & { ifMatch: string | undefined },
  id: number,
  { fields, publish = false, hash }: Static<typeof NewApplication>,
): Promise<void> {
  const content = await keptContent(await storedItem(db, request.site.id, id));
  await settled(db, request, id, { hash, action: 'apply' }, async (tx, item) => {
    await lockSiteRow(tx, item.site_id); // before the article, as everywhere
    const article = await presentArticle(tx, item, true);
    const { before, after } = await bothTexts(tx, item, article, content);
    const changed = changedFields(before, after);
    const wanted = fields ?? changed;
    const text = Object.fromEntries(
      wanted.flatMap((name) => (name in after ? [[name, after[name]]] : [])),
    ) as ArticleInput; // some of them
    const page = wanted.includes('url') ? { canonical_url: after.url } : {};
    const state = publish ? { state: 'published' as const } : {};
    const change = { ...forArticles(request), ifMatch: request.ifMatch };
    const { version } = await changeArticle(tx, change, article.uid, { ...text, ...page, ...state } as ArticleInput);
    const isWhole = changed.every((name) => wanted.includes(name));
    return { upstream: null, taken_version: isWhole ? version : null };
  });
}

/** The article stays as it is. The next change of the source is kept again. */
export async function dismissUpstream(db: Db | Tx, request: Request, id: number, hash?: string): Promise<void> {
  await settled(db, request, id, { hash, action: 'dismiss' }, async () => ({ upstream: null }));
}

type Work = (tx: Tx, item: ItemRow) => Promise<object>;

/** One transaction, which begins with the lock of the item. A change that the editor has not seen is refused. */
async function settled(
  db: Db | Tx,
  { site, caller }: Request,
  id: number,
  { hash, action }: { hash: string | undefined; action: 'apply' | 'dismiss' },
  work: Work,
): Promise<void> {
  const seen = hash ?? hashOf(await storedItem(db, site.id, id));
  await transaction(db, async (tx) => {
    const item = await storedItem(tx, site.id, id, sql`for update`);
    if (item.upstream === null) throw noChange();
    if (hashOf(item) !== seen) throw conflict('The source has changed it again since you read it; read it again.');
    await settle(tx, item, await work(tx, item));
    const after = await storedItem(tx, site.id, id);
    await recordChange(tx, caller, { action, noun: 'source_item', id, sites: [site.id], before: item, after });
  });
}

const noChange = () => notFound('The source has not changed this item, or its change was applied or dismissed.');

const hashOf = ({ upstream }: ItemRow) =>
  upstream === null
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(asStored(upstream)))
        .digest('hex');

/** Sanitised again: a row can come from an import. Between requests, and before any transaction. */
function keptContent({ upstream }: ItemRow): Promise<CleanContent> {
  if (upstream === null) throw noChange();
  return cleanContent(upstream as ItemContent); // written by taking.ts, or checked by the import
}

async function presentArticle(tx: Tx, item: ItemRow, isLocked = false): Promise<ArticleRow> {
  const article = await articleOf(tx, item, isLocked ? sql`for update` : undefined);
  if (!article || article.deleted_at) throw conflict('The article of this item was deleted.');
  return article;
}

type Texts = Record<Field, unknown>;

/** What the article has, and what it would have. */
async function bothTexts(
  tx: Tx,
  item: ItemRow,
  article: ArticleRow,
  content: CleanContent,
): Promise<{ before: Texts; after: Texts }> {
  const source = await sourceById(tx, item.site_id, item.source_id);
  const text = articleText(source, await withoutPrivateFiles(tx, source, content));
  const written = writtenOf(article);
  const pick = (from: object) =>
    Object.fromEntries(UPSTREAM_FIELDS.map((name) => [name, (from as Texts)[name] ?? written[name]])) as Texts; // all of them
  return { before: pick(written), after: pick(text) };
}

const changedFields = (before: Texts, after: Texts): Field[] =>
  UPSTREAM_FIELDS.filter((name) => !isStoredAlike(before[name], after[name]));
