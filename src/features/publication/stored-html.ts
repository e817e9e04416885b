/**
 * Sanitises stored articles again: earlier releases kept tweet embeds unsanitised, let Facebook pictures contain
 * anything, and missed some players. A migration enqueues it once per site; each job does a batch and enqueues the
 * next. Changed articles send an `update`, so that receivers replace their copies.
 */
import { sql } from 'kysely';
import { Article, WrittenArticle } from '../../contract/article.ts';
import { Notification } from '../../contract/notification.ts';
import { sanitizing } from '../../core/html.ts';
import { notificationJson } from '../../core/notification.ts';
import { lockSite, lockSiteRow, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { inTurns } from '../../jobs/in-turns.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { recheckLater } from './rendering.ts';
import { repairOf } from './safe-fields.ts';

export interface StoredHtml {
  site_id: number;
  step: keyof typeof STEPS;
  /** The key of the last row processed. */
  after: string;
}

export const storedHtml = jobKind<StoredHtml>('publication.sanitize');

const AT_ONCE = 50;
const NO_UID = '00000000-0000-0000-0000-000000000000';
const NEXT = {
  revisions: 'articles',
  articles: 'events',
  events: 'page',
  page: 'author',
  author: 'event',
  event: null,
} as const;

/** Each processes a batch and returns the key of its last row, null after the last batch. */
const STEPS = {
  revisions: cleanRevisions,
  articles: cleanArticles,
  events: cleanEvents,
  page: (tx: Tx, site: Site, after: string) => cleanColumn(tx, site, after, 'page', 'body'),
  author: (tx: Tx, site: Site, after: string) => cleanColumn(tx, site, after, 'author', 'about'),
  event: (tx: Tx, site: Site, after: string) => cleanColumn(tx, site, after, 'event', 'description'),
};

export async function cleanStoredHtml(tx: Tx, { site_id, step, after }: StoredHtml): Promise<void> {
  const site = await lockSiteRow(tx, site_id);
  const last = await STEPS[step](tx, site, after);
  const next = last === null ? { step: NEXT[step], after: '' } : { step, after: last };
  if (next.step === null) return;
  await enqueue(tx, storedHtml, { key: String(site_id), payload: { site_id, ...next, step: next.step } });
}

const repairText = repairOf(WrittenArticle);
const repairDocument = repairOf(Article);
const repairNotification = repairOf(Notification);
/** The sanitiser returns anything else unchanged. */
const mayBeUnsafe = (text: string) => sql<boolean>`${sql.ref(text)}::text ~* '<iframe|"attachments": ?\\{'`;

interface StoredText {
  uid: string;
  number: number;
  written: unknown;
}

async function cleanRevisions(tx: Tx, site: Site, after: string): Promise<string | null> {
  const [uid = NO_UID, number = '0'] = after.split(' ').filter(Boolean);
  const { rows } = await sql<StoredText>`
    select uid, number, written from article_revision
    where site_id = ${site.id} and (uid, number) > (${uid}, ${Number(number)}) and ${mayBeUnsafe('written')}
    order by uid, number limit ${AT_ONCE}`.execute(tx);
  for (const row of rows) {
    if (!(await inTurns(repairText(row.written)))) continue;
    await sql`update article_revision set written = ${JSON.stringify(row.written)}
      where site_id = ${site.id} and uid = ${row.uid} and number = ${row.number}`.execute(tx);
    await renderIfServed(tx, site, row);
  }
  const last = rows.at(-1);
  return last ? `${last.uid} ${last.number}` : null;
}

async function renderIfServed(tx: Tx, site: Site, { uid, number }: StoredText): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select snapshot.id from article join published_article snapshot using (site_id, uid)
    where site_id = ${site.id} and uid = ${uid} and published_version = ${number}`.execute(tx);
  for (const { id } of rows) await recheckLater(tx, site.id, id);
}

async function cleanArticles(tx: Tx, site: Site, after: string): Promise<string | null> {
  const { rows } = await sql<StoredText>`
    select uid, written from article
    where site_id = ${site.id} and uid > ${after || NO_UID} and ${mayBeUnsafe('written')}
    order by uid limit ${AT_ONCE}`.execute(tx);
  for (const { uid, written } of rows) {
    if (!(await inTurns(repairText(written)))) continue;
    await sql`update article set written = ${JSON.stringify(written)} where site_id = ${site.id} and uid = ${uid}`.execute(
      tx,
    );
  }
  return rows.at(-1)?.uid ?? null;
}

interface StoredEvent {
  content_version: number;
  article_id: number;
  action: string;
  doc: string;
  body: string;
}

/** The payloads of the change feed, of pending deliveries and of replays. */
async function cleanEvents(tx: Tx, site: Site, after: string): Promise<string | null> {
  const [version = '0', article = '0', last_action = ''] = after.split(' ');
  const { rows } = await sql<StoredEvent>`
    select content_version, article_id, action, doc, body from article_event
    where site_id = ${site.id} and (content_version, article_id, action) > (${Number(version)}, ${Number(article)}, ${last_action})
      and ${mayBeUnsafe('doc')}
    order by content_version, article_id, action limit ${AT_ONCE}`.execute(tx);
  for (const { content_version, article_id, action, ...texts } of rows) {
    const [doc, body] = [JSON.parse(texts.doc), JSON.parse(texts.body)];
    const isChanged = [await inTurns(repairDocument(doc)), await inTurns(repairNotification(body))].includes(true);
    if (!isChanged) continue;
    await sql`update article_event set doc = ${JSON.stringify(doc)}, body = ${notificationJson(body)}
      where site_id = ${site.id} and content_version = ${content_version} and article_id = ${article_id}
        and action = ${action}`.execute(tx);
  }
  const last = rows.at(-1);
  return last ? `${last.content_version} ${last.article_id} ${last.action}` : null;
}

/** These nouns are served from their own rows: a change raises the site's version. */
async function cleanColumn(tx: Tx, site: Site, after: string, table: string, column: string): Promise<string | null> {
  const { rows } = await sql<{ id: number; html: string }>`
    select id, ${sql.ref(column)} as html from ${sql.table(table)}
    where site_id = ${site.id} and id > ${Number(after)} and ${mayBeUnsafe(column)}
    order by id limit ${AT_ONCE}`.execute(tx);
  let isChanged = false;
  for (const { id, html: text } of rows) {
    const { html } = await inTurns(sanitizing(text));
    if (html === text) continue;
    isChanged = true;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${html}, version = version + 1
      where site_id = ${site.id} and id = ${id}`.execute(tx);
  }
  if (isChanged) await lockSite(tx, site.id);
  const last = rows.at(-1);
  return last ? String(last.id) : null;
}
