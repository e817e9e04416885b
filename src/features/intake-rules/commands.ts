/** Creates, changes and deletes the rules of a site. The site's version stays: nothing that is served changes. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { IntakeRuleChange, NewIntakeRule } from '../../contract/intake.ts';
import type { AuditAction } from '../../core/audit.ts';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import { languageOf } from '../../core/intake/language.ts';
import { wordPattern } from '../../core/intake/words.ts';
import { type Actor, refuseGivenId } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSiteRow, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { sourceIfAny } from '../sources/queries.ts';
import { noSuchRule, type RuleRow, ruleById, ruleCount } from './queries.ts';

interface Request {
  site: Pick<Site, 'id'>;
  caller: Actor;
  ifMatch?: string | undefined;
}

export const MOST_RULES = 100;
const UNIQUE_VIOLATION = '23505';

export async function createRule(
  db: Db | Tx,
  { site, caller }: Request,
  { id, ...input }: Static<typeof NewIntakeRule>,
): Promise<RuleRow> {
  refuseGivenId(id, caller, site.id);
  return transaction(db, async (tx) => {
    await lockSiteRow(tx, site.id);
    if ((await ruleCount(tx, site.id)) >= MOST_RULES) throw conflict(`A site has at most ${MOST_RULES} rules.`);
    const rule = completed(input);
    await refuseMisfits(tx, site.id, rule);
    const { id: made } = await tx
      .insertInto('intake_rule')
      .values({
        ...rule,
        site_id: site.id,
        id: sql<number>`draw_id('intake_rule_id', ${id ?? null})`,
        match: JSON.stringify(rule.match),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return recorded(tx, caller, 'create', null, await ruleById(tx, site.id, made));
  }).catch(refuseTaken);
}

export async function changeRule(
  db: Db | Tx,
  { site, caller, ifMatch }: Request,
  id: number,
  input: Static<typeof IntakeRuleChange>,
): Promise<RuleRow> {
  return transaction(db, async (tx) => {
    const current = await lockedRule(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'rule');
    if (Object.keys(input).length === 0) return current;
    const { match, ...columns } = input;
    await refuseMisfits(tx, site.id, { ...current, ...input });
    await tx
      .updateTable('intake_rule')
      .set({
        ...columns,
        ...(match ? { match: JSON.stringify(match) } : {}),
        version: current.version + 1,
        updated_at: sql`now()`,
      })
      .where('site_id', '=', site.id)
      .where('id', '=', id)
      .execute();
    return recorded(tx, caller, 'change', current, await ruleById(tx, site.id, id));
  });
}

export async function deleteRule(db: Db | Tx, { site, caller, ifMatch }: Request, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockedRule(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'rule');
    await tx.deleteFrom('intake_rule').where('site_id', '=', site.id).where('id', '=', id).execute();
    await recorded(tx, caller, 'delete', current, null);
  });
}

type Fields = Pick<RuleRow, 'source_id' | 'name' | 'position' | 'match' | 'action' | 'tags' | 'section_id' | 'active'>;

/** The rule of a body, with its defaults. */
export function completed(input: Omit<Static<typeof NewIntakeRule>, 'id'>): Fields {
  const { name, action, match, source_id = null, position = 0, tags = [], section_id = null, active = true } = input;
  return { source_id, name, position, match: match as Fields['match'], action, tags, section_id, active }; // the schema has checked it
}

export async function refuseMisfits(tx: Db | Tx, siteId: number, rule: Fields): Promise<void> {
  const { source_id, section_id, action, tags, match } = rule;
  const problems: Problem[] = [];
  if (source_id !== null && !(await sourceIfAny(tx, siteId, source_id)))
    problems.push({ path: '/source_id', message: 'names no source of this site' });
  if (section_id !== null && !(await isSection(tx, siteId, section_id)))
    problems.push({ path: '/section_id', message: 'names no section of this site' });
  if (action === 'move' && section_id === null)
    problems.push({ path: '/section_id', message: 'is missing: move needs a section' });
  if (action === 'tag' && tags.length === 0) problems.push({ path: '/tags', message: 'are missing: tag needs some' });
  const empty = match.words?.findIndex((word) => wordPattern(word) === '') ?? -1;
  if (empty >= 0) problems.push({ path: `/match/words/${empty}`, message: 'must have a letter or a digit' });
  problems.push(...contradictions(match));
  if (problems.length > 0) throw invalidBody(problems);
}

/** What no item can meet. */
function contradictions({ languages = [], min_followers = 0, max_followers }: Fields['match']): Problem[] {
  const unnamed = languages.findIndex((language) => languageOf(language) === '');
  return [
    ...(unnamed < 0 ? [] : [{ path: `/match/languages/${unnamed}`, message: 'must be a language such as fi' }]),
    ...(max_followers === undefined || max_followers >= min_followers
      ? []
      : [{ path: '/match/max_followers', message: 'must not be smaller than min_followers' }]),
  ];
}

async function isSection(db: Db | Tx, siteId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from section where site_id = ${siteId} and id = ${id}`.execute(db);
  return rows.length > 0;
}

async function lockedRule(tx: Tx, siteId: number, id: number): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    select * from intake_rule where site_id = ${siteId} and id = ${id} for update`.execute(tx);
  if (!rows[0]) throw noSuchRule();
  return rows[0];
}

async function recorded<Row extends RuleRow | null>(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: RuleRow | null,
  after: Row,
): Promise<Row> {
  const { id, site_id } = (after ?? before) as RuleRow; // one of them is there
  await recordChange(tx, caller, { action, noun: 'intake_rule', id, sites: [site_id], before, after });
  return after;
}

function refuseTaken(error: { code?: string }): never {
  throw error.code === UNIQUE_VIOLATION ? conflict('There is a rule with this id already.') : error;
}
