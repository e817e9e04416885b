/**
 * The rows of entries, as parts of the statement that writes a batch. Upserts and deletions both name their result `changed`:
 * the new entry beside the old one, null where there is none.
 */
import { type RawBuilder, sql } from 'kysely';
import { rowsOfColumns } from '../../db/columns.ts';
import { type EntryBatch, GIVEN, IMPORTED_ID, NULLABLE } from './batches.ts';

/** A campaign whose row this transaction has locked. */
export interface LockedCampaign {
  id: number;
  site_id: number;
  last_user_id: number;
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
/** The contribution of an entry to the figures of its user. */
const SHARE = {
  user_id: sql`int`,
  published_at: sql`timestamptz`,
  is_reply: sql`bool`,
  score_millionths: sql`bigint`,
  stat1: sql`int`,
  stat2: sql`int`,
  stat3: sql`int`,
};
const SHARE_NAMES = Object.keys(SHARE);

/** Parts of the statement for entries whose ids are drawn, and for those that bring one along. */
const DRAWN = { read: sql``, column: sql``, overriding: sql``, value: sql`` };
const IMPORTED = {
  read: sql`, given.imported_id`,
  column: sql`, id`,
  overriding: sql`overriding system value `,
  value: sql`, coalesce(imported_id, nextval(pg_get_serial_sequence('campaign_entry', 'id')))`,
};

/**
 * Inserts new entries and updates those that differ. The campaign is locked, so no other transaction can insert the same entry
 * and no `on conflict` is needed.
 */
export function writtenRows(
  { id: campaignId }: LockedCampaign,
  { given, isImported }: Pick<EntryBatch, 'given' | 'isImported'>,
): RawBuilder<unknown> {
  const [types, id] = isImported ? [{ ...GIVEN, ...IMPORTED_ID }, IMPORTED] : [GIVEN, DRAWN];
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  return sql`
    given as (
      select *, (array(select id from observed order by number))[place] as user_id
      from (${rowsOfColumns(given, types)}) as sent
    ), changed as materialized (
      select old.id, given.item_type as network,
        (old.published_at, old.user_id) is distinct from (merged.published_at, merged.user_id) as is_moved,
        ${sql.join(SHARE_NAMES.map((name) => sql`${sql.ref(`old.${name}`)} as ${was(name)}`))},
        entry_score(merged.stat1, merged.stat2, merged.followers) as score_millionths, merged.*, given.item_id${id.read}
      from given left join lateral (
        select * from campaign_entry
        where list_key = campaign_list_key(${campaignId}, given.item_type) and item_id_order = id_order(given.item_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as old on true
      cross join lateral (
        select given.published_at, ${sql.join(NULLABLE.map(givenOrOld))}, coalesce(given.followers, old.followers) as followers,
          ${sql.join(Object.entries(DEFAULTS).map(([name, value]) => knownOrDefault(name, value)))}
      ) as merged
      where old.id is null or (${columns('old')}) is distinct from (${columns('merged')})
    ), inserted_entry as (
      insert into campaign_entry (campaign_id, item_type, item_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))}${id.column})
      ${id.overriding}select ${campaignId}::bigint, network, item_id, ${columns('changed')}${id.value} from changed where id is null
    ), updated_entry as (
      update campaign_entry as entry set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`))}
      from changed where entry.campaign_id = ${campaignId} and entry.id = changed.id and changed.id is not null
    )`;
}

export function deletedRows({ id: campaignId }: LockedCampaign, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    changed as (
      delete from campaign_entry where campaign_id = ${campaignId} and ${which}
      returning id, item_type as network, true as is_moved,
        ${sql.join(Object.entries(SHARE).map(([name, type]) => sql`null::${type} as ${sql.ref(name)}`))},
        ${sql.join(SHARE_NAMES.map((name) => sql`${sql.ref(name)} as ${was(name)}`))}
    )`;
}

/** The differences of the changed entries: subtracted from the old user, added to the new one. */
export const shares = sql`
  select -1 as sign, is_moved as has_left, ${sql.join(SHARE_NAMES.map((name) => sql`${was(name)} as ${sql.ref(name)}`))}
  from changed where was_user_id is not null
  union all select 1, false, ${sql.join(SHARE_NAMES.map((name) => sql.ref(name)))} from changed where user_id is not null`;

function was(name: string) {
  return sql.ref(`was_${name}`);
}

/** Only twitter and facebook have a third figure. */
function givenOrOld(name: string) {
  const [given, old] = [sql.ref(`given.${name}`), sql.ref(`old.${name}`)];
  const isCleared = sql`${sql.lit(name)} = any(given.cleared)`;
  const value = sql`coalesce(${given}, case when (${isCleared}) is not true then ${old} end)`;
  if (name !== 'stat3') return sql`${value} as ${sql.ref(name)}`;
  return sql`case when given.item_type in ('twitter', 'facebook') then ${value} end as stat3`;
}

function knownOrDefault(name: string, value: RawBuilder<unknown>) {
  return sql`coalesce(${sql.ref(`given.${name}`)}, ${sql.ref(`old.${name}`)}, ${value}) as ${sql.ref(name)}`;
}
