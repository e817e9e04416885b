/** Writes entries with their users, a batch at a time: a few statements for all, whatever their number. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Network, NewEntry } from '../../contract/analytics.ts';
import { notFound } from '../../core/errors.ts';
import { hashtagsOf } from '../../core/hashtags.ts';
import type { Caller } from '../../core/rights.ts';
import { dayOf } from '../../core/spans.ts';
import { parseInstant } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { noSuchCampaign } from '../campaigns/queries.ts';
import { markStale } from '../rollups/commands.ts';
import type { NetworkDay } from '../rollups/queries.ts';
import { userKey, writeUsers } from './observations.ts';
import { userFigures } from './queries.ts';

type Entry = Static<typeof NewEntry>;

export interface Written {
  created: number;
  updated: number;
  unchanged: number;
}

/** An entry that changed: what it was before, where it was, and what it is now, where it still is. */
interface Changed {
  item_type: Network;
  is_new: boolean;
  was_published_at: Date | null;
  was_user: number | null;
  published_at: Date | null;
  user: number | null;
}

export async function writeEntries(
  db: Db | Tx,
  campaignId: number,
  entries: Entry[],
  { caller, now }: { caller: Caller; now: Date },
): Promise<Written> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const users = await writeUsers(tx, campaign, entries, now);
    const authors = new Map([...users].map(([key, { id }]) => [key, id]));
    const changed = await writeRows(tx, campaignId, documentsOf(entries, authors));
    const newUsers = [...users.values()].filter((user) => user.is_new);
    await follow(tx, campaignId, changed, newUsers);
    const created = changed.filter((entry) => entry.is_new).length;
    return { created, updated: changed.length - created, unchanged: entries.length - changed.length };
  });
}

export async function deleteEntry(
  db: Db | Tx,
  campaignId: number,
  id: number,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockCampaign(tx, campaignId, caller, now);
    const { rows } = await sql<Changed>`
      delete from campaign_entry where campaign_id = ${campaignId} and id = ${id}
      returning item_type, false as is_new, published_at as was_published_at, user_id as was_user,
        null as published_at, null as user`.execute(tx);
    if (rows.length === 0) throw notFound('There is no such entry.');
    await follow(tx, campaignId, rows, []);
  });
}

/** The campaign's row is the lock: whoever writes to it comes after the one before. */
async function lockCampaign(tx: Tx, id: number, { sites }: Caller, now: Date) {
  const campaign = await tx
    .updateTable('campaign')
    .set((row) => ({ last_update_at: sql`greatest(${row.ref('last_update_at')}, ${now}::timestamptz)` }))
    .where('id', '=', id)
    .where('being_deleted', '=', false)
    .$if(sites !== 'all', (query) => query.where('site_id', 'in', [...(sites as readonly number[]), 0]))
    .returning(['id', 'last_user_id'])
    .executeTakeFirst();
  if (!campaign) throw noSuchCampaign();
  return campaign;
}

/** One document an entry, under the names of the columns. What an entry leaves out is left out; a later one adds to it. */
function documentsOf(entries: Entry[], authors: Map<string, number>): object[] {
  const documents = new Map<string, object>();
  for (const entry of entries) {
    const key = userKey(entry.item_type, entry.item_id);
    documents.set(key, { ...documents.get(key), ...documentOf(entry, authors) });
  }
  return [...documents.values()];
}

function documentOf({ user, service_article_id, service_article_ids, ...entry }: Entry, authors: Map<string, number>) {
  const articleIds = service_article_ids ?? (service_article_id ? [service_article_id] : undefined);
  return {
    ...entry,
    published_at: parseInstant(entry.published_at),
    ...(entry.text === undefined ? {} : { hashtags: hashtagsOf(entry.text) }),
    ...(user === undefined ? {} : { author: user && authors.get(userKey(entry.item_type, user.user_id)) }),
    ...(user?.followers == null ? {} : { followers: user.followers }),
    ...(articleIds ? { article_ids: articleIds, article_id: service_article_id ?? articleIds[0] ?? null } : {}),
    ...(service_article_id === null && !articleIds ? { article_id: null } : {}),
  };
}

/** Columns that an entry may set to null: then leaving out and null are two things. */
const NULLABLE = [
  'stat1',
  'stat2',
  'stat3',
  'post_type',
  'article_id',
  'last_successful_data_update_at',
  'last_data_update_attempt_at',
  'last_data_update_failure_reason',
];
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
const WRITTEN = ['published_at', 'user_id', 'followers', ...NULLABLE, ...Object.keys(DEFAULTS)];

/** Inserts what is new, changes what differs, and answers both with what they were before. */
async function writeRows(tx: Tx, campaignId: number, documents: object[]): Promise<Changed[]> {
  const columns = (table: string) => sql.join(WRITTEN.map((name) => sql.ref(`${table}.${name}`)));
  const { rows } = await sql<Changed>`
    with given as materialized (
      select document, entry.* from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) as element (document),
      jsonb_to_record(document) as entry (item_type text, item_id text, published_at timestamptz, author int, followers int,
        is_reply bool, stat1 int, stat2 int, stat3 int, item_url text, image_url text, text text, hashtags text[], post_type text,
        article_id bigint, article_ids bigint[], last_successful_data_update_at timestamptz,
        last_data_update_attempt_at timestamptz, last_data_update_failure_reason jsonb, users_in_photo jsonb,
        engagement_count int, impressions_count int, reach_count int, saved_count int)
    ), merged as materialized (
      select given.item_type, given.item_id, given.published_at,
        case when document ? 'author' then given.author else old.user_id end as user_id,
        coalesce(given.followers, old.followers) as followers,
        ${sql.join(NULLABLE.map(givenOrOld))},
        ${sql.join(Object.entries(DEFAULTS).map(([name, value]) => knownOrDefault(name, value)))}
      from given left join campaign_entry as old
        on old.campaign_id = ${campaignId} and old.item_type = given.item_type and old.item_id = given.item_id
    ), different as materialized (
      select merged.*, old.id is null as is_new, old.published_at as was_published_at, old.user_id as was_user
      from merged left join campaign_entry as old
        on old.campaign_id = ${campaignId} and old.item_type = merged.item_type and old.item_id = merged.item_id
      where old.id is null or (${columns('old')}) is distinct from (${columns('merged')})
    ), written as (
      insert into campaign_entry (campaign_id, item_type, item_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, item_type, item_id, ${columns('different')} from different
      on conflict (campaign_id, item_type, item_id) do update set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    )
    select item_type, is_new, was_published_at, was_user, published_at, user_id as user from different`.execute(tx);
  return rows;
}

/** Only twitter and facebook have a third figure. */
function givenOrOld(name: string) {
  const [given, old] = [sql.ref(`given.${name}`), sql.ref(`old.${name}`)];
  const value = sql`case when document ? ${sql.lit(name)} then ${given} else ${old} end`;
  if (name !== 'stat3') return sql`${value} as ${sql.ref(name)}`;
  return sql`case when given.item_type in ('twitter', 'facebook') then ${value} end as stat3`;
}

function knownOrDefault(name: string, value: ReturnType<typeof sql>) {
  return sql`coalesce(${sql.ref(`given.${name}`)}, ${sql.ref(`old.${name}`)}, ${value}) as ${sql.ref(name)}`;
}

/** All that depends on entries follows them in the same transaction: their users, the counts, the marks of their days. */
async function follow(
  tx: Tx,
  campaignId: number,
  changed: Changed[],
  newUsers: { user_type: Network }[],
): Promise<void> {
  const touched = [...new Set(changed.flatMap(({ was_user, user }) => [was_user ?? [], user ?? []].flat()))];
  const users = await recomputeUsers(tx, campaignId, touched);
  const gone = users.filter((user) => user.first_at === null);
  await count(tx, campaignId, changed, newUsers, gone);
  await markStale(tx, campaignId, [...daysOf(changed), ...firstDaysOf(users)]);
}

interface RecomputedUser {
  user_type: Network;
  was_first_at: Date | null;
  /** Null for a user whose last entry is gone, and who went with it. */
  first_at: Date | null;
}

const COMPUTED = [
  'first_at',
  'posted_items_count',
  'reply_count',
  'score',
  'score_millionths_sum',
  'stat1_sum',
  'stat2_sum',
  'stat3_sum',
];

async function recomputeUsers(tx: Tx, campaignId: number, ids: number[]): Promise<RecomputedUser[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecomputedUser>`
    with before as materialized (
      select id, user_type, nullif(first_at, 'infinity') as was_first_at from campaign_user
      where campaign_id = ${campaignId} and id = any(${ids}::int[])
    ), per_user as materialized (${userFigures(campaignId, sql`user_id = any(${ids}::int[])`)}),
    updated as (
      update campaign_user as known
      set ${sql.join(COMPUTED.map((name) => sql`${sql.ref(name)} = ${sql.ref(`per_user.${name}`)}`))}
      from per_user where known.campaign_id = ${campaignId} and known.id = per_user.user_id
    ), deleted as (
      delete from campaign_user where campaign_id = ${campaignId}
        and id in (select id from before where id not in (select user_id from per_user))
    )
    select user_type, was_first_at, first_at from before left join per_user on per_user.user_id = before.id`.execute(
    tx,
  );
  return rows;
}

async function count(
  tx: Tx,
  campaignId: number,
  changed: Changed[],
  newUsers: { user_type: Network }[],
  goneUsers: { user_type: Network }[],
): Promise<void> {
  const deltas = new Map<Network, { entries: number; users: number }>();
  const add = (network: Network, entries: number, users: number) => {
    const delta = deltas.get(network) ?? { entries: 0, users: 0 };
    deltas.set(network, { entries: delta.entries + entries, users: delta.users + users });
  };
  for (const entry of changed) add(entry.item_type, entry.is_new ? 1 : entry.published_at === null ? -1 : 0, 0);
  for (const user of newUsers) add(user.user_type, 0, 1);
  for (const user of goneUsers) add(user.user_type, 0, -1);
  const values = [...deltas.values()];
  await sql`
    insert into campaign_network as counted (campaign_id, network, entries, users)
    select ${campaignId}::bigint, * from unnest(${[...deltas.keys()]}::text[],
      ${values.map(({ entries }) => entries)}::int[], ${values.map(({ users }) => users)}::int[])
    on conflict (campaign_id, network) do update
      set entries = counted.entries + excluded.entries, users = counted.users + excluded.users`.execute(tx);
}

function daysOf(changed: Changed[]): NetworkDay[] {
  return changed.flatMap(({ item_type: network, was_published_at, published_at }) =>
    [was_published_at, published_at].flatMap((at) => (at ? { network, day: dayOf(at) } : [])),
  );
}

/** Where a user's first entry was and where it is now: the number of new contributors of both days has changed. */
function firstDaysOf(users: RecomputedUser[]): NetworkDay[] {
  return users
    .filter(({ was_first_at, first_at }) => was_first_at?.getTime() !== first_at?.getTime())
    .flatMap(({ user_type: network, was_first_at, first_at }) =>
      [was_first_at, first_at].flatMap((at) => (at ? { network, day: dayOf(at) } : [])),
    );
}
