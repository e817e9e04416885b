/** What was decided about submissions, with the notes. Those of articles in the trash stay with them. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { ArticleDecision } from '../contract/article-decision.ts';
import { invalidBody } from '../core/errors.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { ArticleDecisionRow } from '../db/rows.generated.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { uid } from './article-line.ts';
import { lineSchema, siteId } from './format.ts';
import { namesHere } from './names.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { versionsOf } from './revisions.ts';

const { outcome, note, decided_by, decided_at } = ArticleDecision.properties;
const Line = Type.Object({
  outcome,
  note: Type.Optional(note),
  decided_by: Type.Optional(decided_by),
  decided_at,
});
type DecisionLine = Static<typeof Line> & { site_id: number; uid: string };
type DecisionRow = Selectable<ArticleDecisionRow>;

const AT_ONCE = 500;

export const articleDecisions: Noun<DecisionLine> = {
  key: 'article_decision',
  schema: lineSchema(Line, { site_id: siteId, uid }, ['site_id', 'uid', 'outcome', 'decided_at']),
  async *pages(tx, site) {
    for await (const rows of keyset<DecisionRow>((after) => decisionRows(tx, site, after))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [nameOf(value)],
  /** Existing ones do not change: history is not rewritten. */
  async importBatch(tx, context, lines) {
    const { siteId } = context;
    const names = await namesHere(
      tx,
      context,
      lines.map(({ decided_by }) => decided_by),
    );
    const values = lines.map((value) => ({ ...value, uid: value.uid.toLowerCase() }));
    const articles = await versionsOf(tx, siteId, values);
    const held = await heldDecisions(tx, siteId, values);
    const outcomes = values.map((value): LineOutcome => {
      if (!articles.has(value.uid)) return { reason: `uid names no article of this site: ${value.uid}` };
      return held.has(nameOf(value)) ? 'same' : 'new';
    });
    const rows = values.filter((_, index) => outcomes[index] === 'new').map((value) => row(value, names));
    if (rows.length > 0) await tx.insertInto('article_decision').values(rows).execute();
    return outcomes;
  },
};

/** Files have milliseconds, and no ids: those differ between installations. */
function nameOf({ uid, decided_at }: { uid: string; decided_at: string | Date }): string {
  return `${uid.toLowerCase()} ${new Date(decided_at).getTime()}`;
}

function line({ site_id, uid, outcome, note, decided_by, decided_at }: DecisionRow): object {
  return { site_id, uid, outcome, note, decided_by, decided_at: utc(decided_at) };
}

function row(value: DecisionLine, names: (name: string) => string) {
  const { site_id, uid, outcome, note = '', decided_by = '' } = value;
  const decided_at = parseInstant(value.decided_at);
  if (!decided_at) throw invalidBody([{ path: '/decided_at', message: 'must be within the years 1 to 9999' }]);
  return { site_id, uid, outcome, note, decided_by: names(decided_by), decided_at };
}

async function heldDecisions(tx: Tx, siteId: number, values: DecisionLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string; decided_at: Date }>`
    select uid, decided_at from article_decision
    where site_id = ${siteId} and uid = any(${values.map(({ uid }) => uid)}::uuid[])`.execute(tx);
  return new Set(rows.map(nameOf));
}

/** In the order in which they were made. */
async function decisionRows(tx: Tx, { id }: Site, after: DecisionRow | undefined): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select decision.* from article_decision decision join article using (site_id, uid)
    where site_id = ${id} and deleted_at is null and decision.id > ${after?.id ?? 0}
    order by decision.id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
