/** The rules of intake. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { id, instant } from '../contract/common.ts';
import { IntakeRule } from '../contract/intake.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import { lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { completed, MOST_RULES, refuseMisfits } from '../features/intake-rules/commands.ts';
import { type RuleRow, ruleCount } from '../features/intake-rules/queries.ts';
import { siteId, version } from './format.ts';
import { keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const { name, action, match, source_id, position, tags, section_id, active } = IntakeRule.properties;
const RuleLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept.'),
    ...{ name, action, match },
    source_id: Type.Optional(source_id),
    position: Type.Optional(position),
    tags: Type.Optional(tags),
    section_id: Type.Optional(section_id),
    active: Type.Optional(active),
    version: Type.Optional(version),
    created_at: Type.Optional(instant('When it was created.')),
    updated_at: Type.Optional(instant('When it was last changed.')),
  },
  { additionalProperties: false },
);
type RuleLine = Static<typeof RuleLine>;

const AT_ONCE = 200;

export const intakeRules: Noun<RuleLine> = {
  key: 'intake_rule',
  schema: RuleLine,
  async *pages(tx, site) {
    for await (const rows of keyset<RuleRow>((after) => rulesAfter(tx, site, after?.id ?? 0))) yield rows.map(line);
  },
  siteOf: ({ site_id }) => site_id,
  names: (value) => [String(value.id)],
  async importBatch(tx, context, lines) {
    await lockSiteRow(tx, context.siteId);
    const outcomes: LineOutcome[] = [];
    for (const value of lines) outcomes.push(await importRule(tx, value));
    await moveSequence(tx, context, 'intake_rule_id', lines);
    return outcomes;
  },
};

async function importRule(tx: Tx, line: RuleLine): Promise<LineOutcome> {
  const { site_id, id, version = 1 } = line;
  const rule = completed(line);
  // The section of a rule may have been deleted since; then the rule moves nothing.
  const isWithoutSection = rule.action === 'move' && rule.section_id === null;
  await refuseMisfits(tx, site_id, isWithoutSection ? { ...rule, action: 'hold' } : rule);
  const { rows } = await sql<RuleRow>`
    select * from intake_rule where site_id = ${site_id} and id = ${id} for update`.execute(tx);
  const [current] = rows;
  const columns = { ...rule, match: JSON.stringify(rule.match) };
  if (!current) {
    if ((await ruleCount(tx, site_id)) >= MOST_RULES) return { reason: `a site has at most ${MOST_RULES} rules` };
    const [created_at, updated_at] = [line.created_at, line.updated_at].map(
      (time) => (time && parseInstant(time)) || sql<Date>`now()`,
    );
    await tx
      .insertInto('intake_rule')
      .values({ ...columns, site_id, id, version, created_at, updated_at })
      .execute();
    return 'new';
  }
  if (Object.entries(rule).every(([name, value]) => isStoredAlike(current[name as keyof RuleRow], value)))
    return 'same';
  await tx
    .updateTable('intake_rule')
    .set({ ...columns, version: Math.max(current.version + 1, version), updated_at: sql`now()` })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute();
  return 'changed';
}

function line(row: RuleRow): object {
  const { site_id, id, name, action, match, source_id, position, tags, section_id, active, version } = row;
  return {
    ...{ site_id, id, name, action, match, source_id, position, tags, section_id, active, version },
    ...{ created_at: utc(row.created_at), updated_at: utc(row.updated_at) },
  };
}

async function rulesAfter(tx: Tx, { id }: Site, after: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select * from intake_rule where site_id = ${id} and id > ${after} order by id limit ${AT_ONCE}`.execute(tx);
  return rows;
}
