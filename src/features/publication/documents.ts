/** Stored documents that an answer does not show as they are. */
import { sql } from 'kysely';
import type { ArticleWire } from '../../contract/article.ts';
import { PAGE_BYTES } from '../../core/answer-size.ts';
import type { Part } from '../../core/packed.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';

interface StoredDocument {
  id: number;
  hash: string;
  /** Text; empty where it was not read with its page. */
  doc: Part;
}

/**
 * The texts that `shape` makes of the first documents, up to the one that reaches the size of a page. Those that were not read
 * with their page are read one at a time. Null when one was changed since.
 */
export async function shapedTexts<One extends StoredDocument>(
  db: Db | Tx,
  siteId: number,
  items: One[],
  shape: (document: ArticleWire) => object,
): Promise<Map<One, string> | null> {
  const texts = new Map<One, string>();
  let length = 0;
  for (const item of items) {
    const doc = item.doc === '' ? await documentOf(db, siteId, item) : item.doc;
    if (doc === null) return null;
    const text = JSON.stringify(shape(JSON.parse(String(doc)))); // our own rendering
    texts.set(item, text);
    length += text.length;
    if (length >= PAGE_BYTES) break;
  }
  return texts;
}

async function documentOf(db: Db | Tx, siteId: number, { id, hash }: StoredDocument): Promise<string | null> {
  const { rows } = await prepared(sql<{ doc: string }>`
    select doc from published_article where site_id = ${siteId} and id = ${id} and doc_hash = ${hash}`).execute(db);
  return rows[0]?.doc ?? null;
}
