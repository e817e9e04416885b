/** What rules would have done to past items: those whose content is still stored. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewTrial, RuleTrial } from '../../contract/intake.ts';
import type { ItemContent } from '../../core/intake/feed.ts';
import { reading } from '../../core/intake/reading.ts';
import { type Judged, judgeOf, type Rule, UNDECIDED, type Verdict } from '../../core/intake/rules.ts';
import { CLOSED, isOpen, type PublishWindow } from '../../core/intake/window.ts';
import { finished } from '../../core/steps.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { blocksOf } from '../blocked/queries.ts';
import { itemsOf } from '../sources/queries.ts';
import { completed, refuseMisfits } from './commands.ts';
import { rulePage } from './queries.ts';

type Trial = Static<typeof RuleTrial>;
type Outcome = Trial['changed'][number]['outcome'];

const MOST_ITEMS = 500;
/** Of the text of each. */
const TRIED_LETTERS = 20_000;
const DAY_MS = 86_400_000;
/** In place of the id that the rule of a request does not have. */
const UNSTORED = 0;
const TAKEN = { publish: 'published', hold: 'held', reject: 'rejected' } as const;

interface PastItem {
  id: number;
  source_id: number;
  approval: string;
  title: string;
  state: Trial['changed'][number]['state'];
  content: ItemContent;
  published_at: string | null;
  held_because: string | null;
  refused_because: string | null;
  window: PublishWindow | null;
  time_zone: string;
  seen_at: Date;
}

export async function triedRules(
  db: Db | Tx,
  siteId: number,
  { rule, replaces }: Static<typeof NewTrial>,
): Promise<Trial> {
  const rules = await rulesWith(db, siteId, rule, replaces);
  const items = await pastItems(db, siteId);
  const blocks = await blocksOf(db, siteId);
  const verdicts = await verdictsOn(items, judgeOf(rules, blocks));
  // What people decided by hand is no effect of the rule.
  const before = rule && (await verdictsOn(items, judgeOf(await activeRules(db, siteId), blocks)));
  return {
    items: items.length,
    from: items[0] ? utc(items[0].seen_at) : null,
    to: items.length > 0 ? utc(items[items.length - 1]?.seen_at ?? new Date(0)) : null,
    rules: rules.map((one) =>
      counted(
        one,
        verdicts.map(({ verdict }) => verdict),
      ),
    ),
    changed: verdicts
      .filter(({ item, outcome }, at) => item.state !== outcome && before?.[at]?.outcome !== outcome)
      .map(({ item: { id, source_id, title, state }, verdict, outcome }) => ({
        ...{ id, source_id, title, state, outcome },
        rule_id: verdict.ruleId || null,
        reason: verdict.reason,
      }))
      .reverse(),
  };
}

interface Tried {
  item: PastItem;
  verdict: Verdict;
  outcome: Outcome;
}

async function verdictsOn(items: PastItem[], judge: ReturnType<typeof judgeOf>): Promise<Tried[]> {
  const verdicts: Tried[] = [];
  for (const item of items) {
    const day = verdicts.filter((one) => one.outcome !== 'rejected' && isSameDay(one.item, item));
    verdicts.push(triedOn(item, day.length, judge));
    await setImmediate();
  }
  return verdicts;
}

/** What was refused, rules and blocks would not have seen; what must not be published by itself, no rule would have published. */
function triedOn(item: PastItem, broughtToday: number, judge: ReturnType<typeof judgeOf>): Tried {
  const { refused_because, held_because, window, time_zone, seen_at, approval } = item;
  if (refused_because)
    return { item, verdict: { ...UNDECIDED, action: 'reject', reason: refused_because }, outcome: 'rejected' };
  const verdict = judge(judged(item, broughtToday), seen_at);
  const outcome = TAKEN[verdict.action ?? (approval === 'auto' ? 'publish' : 'hold')];
  const heldBecause = window && !isOpen(window, time_zone, seen_at) ? CLOSED : held_because;
  if (outcome !== 'published' || !heldBecause) return { item, verdict, outcome };
  return { item, verdict: { ...verdict, reason: heldBecause }, outcome: 'held' };
}

function counted({ id, name, action }: Rule, verdicts: Verdict[]): Trial['rules'][number] {
  return {
    id: id === UNSTORED ? null : id,
    name,
    action,
    matched: verdicts.filter(({ matched }) => matched.includes(id)).length,
    decided: verdicts.filter(({ ruleId }) => ruleId === id).length,
  };
}

const activeRules = async (db: Db | Tx, siteId: number) =>
  (await rulePage(db, siteId, null, 0)).filter(({ active }) => active);

/** The active rules, with that of the request at its position. */
async function rulesWith(
  db: Db | Tx,
  siteId: number,
  input: Static<typeof NewTrial>['rule'],
  replaces: number | undefined,
): Promise<Rule[]> {
  const stored = (await activeRules(db, siteId)).filter(({ id }) => id !== replaces);
  if (!input) return stored;
  const rule = completed(input);
  await refuseMisfits(db, siteId, rule);
  const before = stored.filter(({ position }) => position <= rule.position);
  return [...before, { ...rule, id: UNSTORED }, ...stored.slice(before.length)];
}

function judged(item: PastItem, broughtToday: number): Judged {
  const { content, source_id: sourceId, published_at } = item;
  const publishedAt = published_at === null ? null : new Date(published_at);
  return { sourceId, publishedAt, broughtToday, ...finished(reading(content)) };
}

function isSameDay(earlier: PastItem, item: PastItem): boolean {
  return earlier.source_id === item.source_id && item.seen_at.getTime() - earlier.seen_at.getTime() < DAY_MS;
}

/** The oldest first. */
async function pastItems(db: Db | Tx, siteId: number): Promise<PastItem[]> {
  const { rows } = await sql<PastItem>`
    select item.id, item.source_id, source.approval, item.title, item.state, item.seen_at,
      stored.raw ->> 'published_at' as published_at, stored.raw ->> 'held_because' as held_because,
      stored.raw ->> 'refused_because' as refused_because, source.settings -> 'window' as window, site.time_zone,
      jsonb_set(stored.raw -> 'content', '{body}',
        to_jsonb(left(stored.raw -> 'content' ->> 'body', ${sql.lit(TRIED_LETTERS)}))) as content
    from ${itemsOf(siteId)}
    join source_item stored using (site_id, source_id, external_key)
    join source on source.site_id = item.site_id and source.id = item.source_id
    join site on site.id = item.site_id
    where stored.raw is not null and item.state in ('held', 'published', 'rejected')
    order by item.id desc limit ${sql.lit(MOST_ITEMS)}`.execute(db);
  return rows.reverse();
}
