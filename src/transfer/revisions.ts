/** Texts of earlier saves. The last and the published one are in the article's own line. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { SavedRevision } from '../contract/manage.ts';
import { PAGE_BYTES } from '../core/answer-size.ts';
import { asStored } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { ArticleRevisionRow } from '../db/rows.generated.ts';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import { textBytes } from '../db/text-bytes.ts';
import type { Tx } from '../db/transaction.ts';
import { type ArticleInput, writtenFields } from '../features/articles/draft.ts';
import { uid, WrittenText } from './article-line.ts';
import { lineSchema, siteId, version } from './format.ts';
import { namesHere } from './names.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';

type RevisionLine = Omit<Static<typeof SavedRevision>, 'automatic'> & { automatic?: boolean } & {
  site_id: number;
  uid: string;
  article: ArticleInput;
};
type RevisionRow = Selectable<ArticleRevisionRow>;

const AT_ONCE = 100;

export const revisions: Noun<RevisionLine> = {
  key: 'revision',
  schema: lineSchema(
    Type.Object({ ...SavedRevision.properties, automatic: Type.Optional(SavedRevision.properties.automatic) }),
    { site_id: siteId, uid, number: version, article: WrittenText },
    ['site_id', 'uid', 'number', 'article'],
  ),
  async *pages(tx, site) {
    for await (const rows of keyset<RevisionRow>((after) => revisionRows(tx, site, after))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ uid, number }) => [`${uid} ${number}`],
  /** An existing revision does not change: history is not rewritten. */
  async importBatch(tx, context, lines) {
    const { siteId, now } = context;
    const names = await namesHere(
      tx,
      context,
      lines.map(({ created_by }) => created_by),
    );
    const values = lines.map((value) => ({ ...value, uid: value.uid.toLowerCase() }));
    const versions = await versionsOf(tx, siteId, values);
    const held = await heldRevisions(tx, siteId, values);
    const isOlder = ({ uid, number }: RevisionLine) => number < (versions.get(uid) ?? 0);
    await insertRows(
      tx,
      'article_revision',
      values.filter(isOlder).map((value) => row({ ...value, created_by: names(value.created_by) }, now)),
      {
        key: ['site_id', 'uid', 'number'],
        taken: 'keep',
      },
    );
    return values.map((value): LineOutcome => {
      if (!versions.has(value.uid)) return { reason: `uid names no article of this site: ${value.uid}` };
      if (held.has(`${value.uid} ${value.number}`)) return 'same';
      return isOlder(value) ? 'new' : { reason: `number ${value.number} is not older than its article` };
    });
  },
};

function line({ site_id, uid, number, created_at, created_by, began_at, written }: RevisionRow): RevisionLine {
  const article = written as ArticleInput; // what editors wrote, as it was stored
  const automatic = began_at === null ? {} : { automatic: true };
  return { site_id, uid, number, created_at: utc(created_at), created_by, ...automatic, article };
}

function row({ site_id, uid, number, created_by, automatic, article, ...line }: RevisionLine, now: Date) {
  const written = asStored(writtenFields(article, null));
  const created_at = parseInstant(line.created_at) ?? now;
  return { site_id, uid, number, written, created_at, created_by, began_at: automatic ? created_at : null };
}

export async function versionsOf(tx: Tx, siteId: number, values: { uid: string }[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; version: number }>`
    select uid, version from article where site_id = ${siteId} and deleted_at is null and uid = any(${values.map(({ uid }) => uid)}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ uid, version }) => [uid, version]));
}

async function heldRevisions(tx: Tx, siteId: number, values: RevisionLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string; number: number }>`
    select uid, number from article_revision
    where site_id = ${siteId} and uid = any(${values.map(({ uid }) => uid)}::uuid[])`.execute(tx);
  return new Set(rows.map(({ uid, number }) => `${uid} ${number}`));
}

async function revisionRows(tx: Tx, { id }: Site, after: RevisionRow | undefined): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    with page as (
      select *, sum(${textBytes}) over (order by uid, number) - ${textBytes} as before from (
        select revision.* from article_revision revision join article using (site_id, uid)
        where site_id = ${id} and deleted_at is null and revision.number < article.version
          and (uid, number) > (${after?.uid ?? '00000000-0000-0000-0000-000000000000'}, ${after?.number ?? 0})
        order by uid, number limit ${AT_ONCE}
      ) as next
    )
    select * from page where before < ${sql.lit(PAGE_BYTES)} order by uid, number`.execute(tx);
  return rows;
}
