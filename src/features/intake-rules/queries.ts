import { type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { RuleAction, RuleMatch } from '../../core/intake/rules.ts';
import type { Db } from '../../db/connect.ts';
import type { IntakeRuleRow as RuleTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export interface RuleRow extends Omit<Selectable<RuleTable>, 'match' | 'action'> {
  match: RuleMatch;
  action: RuleAction;
}

export const noSuchRule = () => notFound('There is no such rule.');

/** In the order in which they run. */
export async function rulePage(db: Db | Tx, siteId: number, limit: number | null, offset: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select * from intake_rule where site_id = ${siteId} order by position, id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function ruleCount(db: Db | Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from intake_rule where site_id = ${siteId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function ruleById(db: Db | Tx, siteId: number, id: number): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`select * from intake_rule where site_id = ${siteId} and id = ${id}`.execute(db);
  if (!rows[0]) throw noSuchRule();
  return rows[0];
}
