/** The rows of entries: a batch is one statement, and what it changed is told with what was there before. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import type { EntryChange, Share } from '../../core/user-deltas.ts';
import type { Tx } from '../../db/transaction.ts';
import { NULLABLE } from './batches.ts';

/** An entry that changed. */
export interface Changed extends EntryChange {
  network: Network;
}

const DEFAULTS = {
  is_reply: sql`false`,
  item_url: sql`''`,
  image_url: sql`''`,
  text: sql`''`,
  hashtags: sql`'{}'`,
  article_ids: sql`'{}'`,
  users_in_photo: sql`'[]'`,
  engagement_count: sql`0`,
  impressions_count: sql`0`,
  reach_count: sql`0`,
  saved_count: sql`0`,
};
const WRITTEN = ['published_at', 'followers', ...NULLABLE, ...Object.keys(DEFAULTS)];

/**
 * Inserts what is new, changes what differs, and answers both with what they were before. The lock on the campaign says that
 * nobody else does meanwhile: so what is new is known, and is inserted without being looked for a second time.
 */
export async function writeRows(tx: Tx, campaignId: number, documents: string, userIds: number[]): Promise<Changed[]> {
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  const { rows } = await sql<WrittenRow>`
    with given as materialized (
      select *, (${userIds}::int[])[place] as user_id from json_to_recordset(${documents}::json) as entry (
        item_type text, item_id text, cleared text[], published_at timestamptz, place int, followers int,
        is_reply bool, stat1 int, stat2 int, stat3 int, item_url text, image_url text, text text, hashtags text[], post_type text,
        article_id bigint, article_ids bigint[], last_successful_data_update_at timestamptz,
        last_data_update_attempt_at timestamptz, last_data_update_failure_reason jsonb, users_in_photo jsonb,
        engagement_count int, impressions_count int, reach_count int, saved_count int)
    ), different as materialized (
      select old.id, given.item_type, given.item_id, merged.*,
        entry_score(merged.stat1, merged.stat2, merged.followers) as score_millionths,
        (old.published_at, old.user_id) is distinct from (merged.published_at, merged.user_id) as is_moved,
        ${shareOf('old', 'was_')}
      from given left join lateral (
        select * from campaign_entry
        where list = list_of(${campaignId}, given.item_type) and item_id_order = id_order(given.item_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as old on true
      cross join lateral (
        select given.published_at, coalesce(given.followers, old.followers) as followers,
          ${sql.join(NULLABLE.map(givenOrOld))},
          ${sql.join(Object.entries(DEFAULTS).map(([name, value]) => knownOrDefault(name, value)))}
      ) as merged
      where old.id is null or (${columns('old')}) is distinct from (${columns('merged')})
    ), inserted as (
      insert into campaign_entry (campaign_id, item_type, item_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, item_type, item_id, ${columns('different')} from different where id is null
    ), updated as (
      update campaign_entry as entry set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`different.${name}`)}`))}
      from different where entry.campaign_id = ${campaignId} and entry.id = different.id
    )
    select item_type as network, id is null as is_new, false as is_gone, is_moved, ${shareOf('different')},
      was_user, was_at, was_is_reply, was_score_millionths, was_stat1, was_stat2, was_stat3 from different`.execute(tx);
  return rows.map(changeOf);
}

export async function deleteRows(tx: Tx, campaignId: number, which: ReturnType<typeof sql>): Promise<Changed[]> {
  const { rows } = await sql<WrittenRow>`
    delete from campaign_entry where campaign_id = ${campaignId} and ${which}
    returning item_type as network, false as is_new, true as is_gone, true as is_moved,
      ${shareOf('campaign_entry', 'was_')}`.execute(tx);
  return rows.map(changeOf);
}

/** Only twitter and facebook have a third figure. */
function givenOrOld(name: string) {
  const [given, old] = [sql.ref(`given.${name}`), sql.ref(`old.${name}`)];
  const isCleared = sql`${sql.lit(name)} = any(given.cleared)`;
  const value = sql`coalesce(${given}, case when (${isCleared}) is not true then ${old} end)`;
  if (name !== 'stat3') return sql`${value} as ${sql.ref(name)}`;
  return sql`case when given.item_type in ('twitter', 'facebook') then ${value} end as stat3`;
}

function knownOrDefault(name: string, value: ReturnType<typeof sql>) {
  return sql`coalesce(${sql.ref(`given.${name}`)}, ${sql.ref(`old.${name}`)}, ${value}) as ${sql.ref(name)}`;
}

type WrittenRow = Share & { [Name in keyof Share as `was_${Name}`]: Share[Name] } & {
  network: Network;
  is_new: boolean;
  is_gone: boolean;
  is_moved: boolean;
};

/** The columns of a `Share`, under their names behind a prefix. */
function shareOf(table: string, prefix = '') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const named = (name: string) => sql.ref(`${prefix}${name}`);
  const same = ['is_reply', 'stat1', 'stat2', 'stat3'];
  return sql`${column('user_id')} as ${named('user')},
    floor(extract(epoch from ${column('published_at')}) * 1000)::bigint as ${named('at')},
    ${column('score_millionths')}::text as ${named('score_millionths')},
    ${sql.join(same.map((name) => sql`${column(name)} as ${named(name)}`))}`;
}

function changeOf(row: WrittenRow): Changed {
  const before = {
    user: row.was_user,
    at: row.was_at,
    is_reply: row.was_is_reply,
    score_millionths: row.was_score_millionths,
    stat1: row.was_stat1,
    stat2: row.was_stat2,
    stat3: row.was_stat3,
  };
  return {
    network: row.network,
    is_moved: row.is_moved,
    before: row.is_new ? null : before,
    after: row.is_gone ? null : row,
  };
}
