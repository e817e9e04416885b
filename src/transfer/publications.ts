/** When readers saw which version. The texts are in the lines of articles and revisions. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { instant, integer, nullable, text } from '../contract/common.ts';
import { invalidBody } from '../core/errors.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { ArticlePublicationRow } from '../db/rows.generated.ts';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { uid } from './article-line.ts';
import { lineSchema, siteId, version } from './format.ts';
import { namesHere } from './names.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { versionsOf } from './revisions.ts';

const Line = Type.Object({
  number: integer('The publications of an article are counted from 1.', { minimum: 1 }),
  version,
  published_at: instant('When readers began to see the version.'),
  published_by: Type.Optional(text('Who published it.')),
  ended_at: Type.Optional(nullable(instant('When readers no longer saw it.'))),
  ended_by: Type.Optional(nullable(text('Who published another version, or unpublished the article.'))),
  replaced_by: Type.Optional(nullable(integer('The version that readers saw next.', { minimum: 1 }))),
});
type PublicationLine = Static<typeof Line> & { site_id: number; uid: string };
type PublicationRow = Selectable<ArticlePublicationRow>;

const AT_ONCE = 500;

export const publications: Noun<PublicationLine> = {
  key: 'publication',
  schema: lineSchema(Line, { site_id: siteId, uid }, ['site_id', 'uid', 'number', 'version', 'published_at']),
  async *pages(tx, site) {
    for await (const rows of keyset<PublicationRow>((after) => publicationRows(tx, site, after))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ uid, number }) => [`${uid.toLowerCase()} ${number}`],
  /** Existing ones do not change: history is not rewritten. */
  async importBatch(tx, context, lines) {
    const { siteId } = context;
    const names = await namesHere(
      tx,
      context,
      lines.flatMap(({ published_by, ended_by }) => [published_by, ended_by]),
    );
    const values = lines.map((value) => ({ ...value, uid: value.uid.toLowerCase() }));
    const versions = await versionsOf(tx, siteId, values);
    const held = await heldPublications(tx, siteId, values);
    const outcomes = values.map((value): LineOutcome => {
      const last = versions.get(value.uid);
      if (last === undefined) return { reason: `uid names no article of this site: ${value.uid}` };
      if (held.has(nameOf(value))) return 'same';
      return value.version <= last ? 'new' : { reason: `version ${value.version} is newer than its article` };
    });
    const rows = values.filter((_, index) => outcomes[index] === 'new').map((value) => row(value, names));
    await insertRows(tx, 'article_publication', rows, { key: ['site_id', 'uid', 'number'], taken: 'keep' });
    return outcomes;
  },
};

const nameOf = ({ uid, number }: { uid: string; number: number }) => `${uid} ${number}`;

function line({ site_id, uid, number, version, published_by, ended_by, replaced_by, ...row }: PublicationRow) {
  const published_at = utc(row.published_at);
  const end = row.ended_at === null ? {} : { ended_at: utc(row.ended_at), ended_by, replaced_by };
  return { site_id, uid, number, version, published_at, published_by, ...end };
}

function row(value: PublicationLine, names: (name: string) => string) {
  const { site_id, uid, number, version, published_by = '', ended_by, replaced_by = null } = value;
  const published_at = parseInstant(value.published_at);
  const ended_at = value.ended_at ? parseInstant(value.ended_at) : null;
  if (!published_at) throw invalidBody([{ path: '/published_at', message: 'must be within the years 1 to 9999' }]);
  const end = ended_at
    ? { ended_at, ended_by: names(ended_by ?? ''), replaced_by }
    : { ended_at: null, ended_by: null, replaced_by: null };
  return { site_id, uid, number, version, published_at, published_by: names(published_by), ...end };
}

async function heldPublications(tx: Tx, siteId: number, values: PublicationLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string; number: number }>`
    select uid, number from article_publication
    where site_id = ${siteId} and uid = any(${values.map(({ uid }) => uid)}::uuid[])`.execute(tx);
  return new Set(rows.map(nameOf));
}

async function publicationRows(tx: Tx, { id }: Site, after: PublicationRow | undefined): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    select publication.* from article_publication publication join article using (site_id, uid)
    where site_id = ${id} and deleted_at is null
      and (uid, number) > (${after?.uid ?? '00000000-0000-0000-0000-000000000000'}, ${after?.number ?? 0})
    order by uid, number limit ${AT_ONCE}`.execute(tx);
  return rows;
}
