/**
 * Writes entries with their users, a batch at a time: a few statements for all, whatever their number. What is kept of users
 * moves on by what changed, so that a user with many entries costs no more than another.
 */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Network, NewEntry } from '../../contract/analytics.ts';
import { notFound } from '../../core/errors.ts';
import { hashtagsOf } from '../../core/hashtags.ts';
import type { Caller } from '../../core/rights.ts';
import { parseInstant } from '../../core/time.ts';
import type { EntryChange, Share } from '../../core/user-deltas.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { noSuchCampaign } from '../campaigns/queries.ts';
import { markStale } from '../rollups/commands.ts';
import type { NetworkDay } from '../rollups/queries.ts';
import { observationsOf, userKey } from './observations.ts';
import { type Author, authorsOf, type FollowedUser, followUsers } from './users.ts';

type Entry = Static<typeof NewEntry>;

export interface Written {
  created: number;
  updated: number;
  unchanged: number;
}

/** An entry that changed. */
interface Changed extends EntryChange {
  network: Network;
}

export async function writeEntries(
  db: Db | Tx,
  campaignId: number,
  entries: Entry[],
  { caller, now }: { caller: Caller; now: Date },
): Promise<Written> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const authors = await authorsOf(tx, campaign, observationsOf(entries, now));
    const changed = await writeRows(tx, campaignId, documentsOf(entries, authors));
    await follow(tx, campaign, changed, authors);
    await tellThePlanner(tx);
    const created = changed.filter(({ before }) => before === null).length;
    return { created, updated: changed.length - created, unchanged: entries.length - changed.length };
  });
}

/**
 * The indexes of these tables all begin alike, and only figures about their columns tell the planner which one finds an
 * entry. Autovacuum makes them a minute after a campaign began to grow; until then each entry of a batch would be looked for
 * among all of them.
 */
async function tellThePlanner(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from pg_class where oid = 'campaign_entry'::regclass
      and (select sum(entries) from campaign_network) > 500 + 1.5 * greatest(reltuples, 0)`.execute(tx);
  if (rows.length > 0) await sql`analyze (skip_locked) campaign_entry, campaign_user`.execute(tx);
}

export async function deleteEntry(
  db: Db | Tx,
  campaignId: number,
  id: number,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const { rows } = await sql<WrittenRow>`
      delete from campaign_entry where campaign_id = ${campaignId} and id = ${id}
      returning item_type as network, false as is_new, true as is_gone, true as is_moved, ${shareOf('campaign_entry', 'was_')}`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound('There is no such entry.');
    await follow(tx, campaign, rows.map(changeOf), new Map());
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
function documentsOf(entries: Entry[], authors: Map<string, Author>): object[] {
  const documents = new Map<string, object>();
  for (const entry of entries) {
    const key = userKey(entry.item_type, entry.item_id);
    documents.set(key, { ...documents.get(key), ...documentOf(entry, authors) });
  }
  return [...documents.values()];
}

function documentOf({ user, service_article_id, service_article_ids, ...entry }: Entry, authors: Map<string, Author>) {
  const articleIds = service_article_ids ?? (service_article_id ? [service_article_id] : undefined);
  return {
    ...entry,
    published_at: parseInstant(entry.published_at),
    ...(entry.text === undefined ? {} : { hashtags: hashtagsOf(entry.text) }),
    ...(user === undefined ? {} : { author: user && authors.get(userKey(entry.item_type, user.user_id))?.id }),
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
  const { rows } = await sql<WrittenRow>`
    with given as materialized (
      select document, entry.* from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) as element (document),
      jsonb_to_record(document) as entry (item_type text, item_id text, published_at timestamptz, author int, followers int,
        is_reply bool, stat1 int, stat2 int, stat3 int, item_url text, image_url text, text text, hashtags text[], post_type text,
        article_id bigint, article_ids bigint[], last_successful_data_update_at timestamptz,
        last_data_update_attempt_at timestamptz, last_data_update_failure_reason jsonb, users_in_photo jsonb,
        engagement_count int, impressions_count int, reach_count int, saved_count int)
    ), different as materialized (
      select given.item_type, given.item_id, merged.*, entry_score(merged.stat1, merged.stat2, merged.followers) as score_millionths,
        old.id is null as is_new, (old.published_at, old.user_id) is distinct from (merged.published_at, merged.user_id) as is_moved,
        ${shareOf('old', 'was_')}
      from given left join lateral (
        select * from campaign_entry
        where campaign_id = ${campaignId} and item_type = given.item_type and item_id_order = id_order(given.item_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as old on true
      cross join lateral (
        select given.published_at, case when document ? 'author' then given.author else old.user_id end as user_id,
          coalesce(given.followers, old.followers) as followers,
          ${sql.join(NULLABLE.map(givenOrOld))},
          ${sql.join(Object.entries(DEFAULTS).map(([name, value]) => knownOrDefault(name, value)))}
      ) as merged
      where old.id is null or (${columns('old')}) is distinct from (${columns('merged')})
    ), written as (
      insert into campaign_entry (campaign_id, item_type, item_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${campaignId}::bigint, item_type, item_id, ${columns('different')} from different
      on conflict (campaign_id, item_type, item_id_order) do update set
        ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    )
    select item_type as network, is_new, false as is_gone, is_moved, ${shareOf('different')},
      was_user, was_day, was_is_reply, was_score_millionths, was_stat1, was_stat2, was_stat3 from different`.execute(
    tx,
  );
  return rows.map(changeOf);
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
    floor(extract(epoch from ${column('published_at')}) / 86400)::int as ${named('day')},
    ${column('score_millionths')}::text as ${named('score_millionths')},
    ${sql.join(same.map((name) => sql`${column(name)} as ${named(name)}`))}`;
}

function changeOf(row: WrittenRow): Changed {
  const before = {
    user: row.was_user,
    day: row.was_day,
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
  campaign: { id: number },
  changed: Changed[],
  authors: Map<string, Author>,
): Promise<void> {
  const users = await followUsers(tx, campaign.id, authors, changed);
  await count(tx, campaign.id, changed, users);
  await markStale(tx, campaign.id, [...daysOf(changed), ...firstDaysOf(users)]);
}

async function count(tx: Tx, campaignId: number, changed: Changed[], users: FollowedUser[]): Promise<void> {
  const deltas = new Map<Network, { entries: number; users: number }>();
  const add = (network: Network, entries: number, users: number) => {
    const delta = deltas.get(network) ?? { entries: 0, users: 0 };
    deltas.set(network, { entries: delta.entries + entries, users: delta.users + users });
  };
  for (const { network, before, after } of changed) add(network, Number(after !== null) - Number(before !== null), 0);
  for (const { user_type, was_first_day, first_day } of users) {
    add(user_type, 0, Number(first_day !== null) - Number(was_first_day !== null));
  }
  const values = [...deltas.values()];
  await sql`
    insert into campaign_network as counted (campaign_id, network, entries, users)
    select ${campaignId}::bigint, * from unnest(${[...deltas.keys()]}::text[],
      ${values.map(({ entries }) => entries)}::int[], ${values.map(({ users }) => users)}::int[])
    on conflict (campaign_id, network) do update
      set entries = counted.entries + excluded.entries, users = counted.users + excluded.users`.execute(tx);
}

function daysOf(changed: Changed[]): NetworkDay[] {
  return changed.flatMap(({ network, before, after }) =>
    [before, after].flatMap((share) => (share ? { network, day: share.day } : [])),
  );
}

/** Where a user's first entry was and where it is now: the number of new contributors of both days has changed. */
function firstDaysOf(users: FollowedUser[]): NetworkDay[] {
  return users
    .filter(({ is_first_moved }) => is_first_moved)
    .flatMap(({ user_type: network, was_first_day, first_day }) =>
      [was_first_day, first_day].flatMap((day) => (day === null ? [] : { network, day })),
    );
}
