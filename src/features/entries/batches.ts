/**
 * A batch of entries in the form of the statements that write it. It is made before the transaction, while the database still
 * works on the previous batch. Users are numbered by their position in `observed`, from 1; the transaction finds their ids.
 */
import type { Static } from 'typebox';
import type { NewEntry } from '../../contract/analytics.ts';
import { hashtagsOf } from '../../core/hashtags.ts';
import { parseInstant } from '../../core/time.ts';
import { type ColumnTypes, columnLiterals } from '../../db/columns.ts';
import { observationsOf, userKey } from './observations.ts';

type Entry = Static<typeof NewEntry>;

/** An entry by column names. */
export interface Document {
  item_type: string;
  published_at: Date | null;
  /** `userKey`; null without a user. */
  poster?: string | null;
  [column: string]: unknown;
}

export interface EntryBatch {
  /** Number of entries in the request. */
  size: number;
  /** The users of the entries, each once: the columns of `OBSERVED`. */
  observed: string[];
  /** The entries, each once: the columns of `GIVEN`. */
  given: string[];
  /** With `IMPORTED_ID` as the last column of both. */
  isImported?: boolean;
}

/** Ids of another installation, which entries and users keep. */
export const IMPORTED_ID: ColumnTypes = { imported_id: 'bigint' };

export const OBSERVED: ColumnTypes = {
  user_type: 'text',
  user_id: 'text',
  username: 'text',
  fullname: 'text',
  bio: 'text',
  profile_url: 'text',
  profile_picture_url: 'text',
  followers: 'int',
  following: 'int',
  posts_published: 'int',
  profile_at: 'timestamptz',
  followers_at: 'timestamptz',
};

export const GIVEN: ColumnTypes = {
  item_type: 'text',
  item_id: 'text',
  cleared: 'text[]',
  published_at: 'timestamptz',
  place: 'int',
  followers: 'int',
  is_reply: 'bool',
  stat1: 'int',
  stat2: 'int',
  stat3: 'int',
  item_url: 'text',
  image_url: 'text',
  text: 'text',
  hashtags: 'text[]',
  post_type: 'text',
  article_id: 'bigint',
  article_ids: 'bigint[]',
  last_successful_data_update_at: 'timestamptz',
  last_data_update_attempt_at: 'timestamptz',
  last_data_update_failure_reason: 'jsonb',
  users_in_photo: 'jsonb',
  engagement_count: 'int',
  impressions_count: 'int',
  reach_count: 'int',
  saved_count: 'int',
};

/** Columns for which null and a missing value mean different things. */
export const NULLABLE = [
  'user_id',
  'stat1',
  'stat2',
  'stat3',
  'post_type',
  'article_id',
  'last_successful_data_update_at',
  'last_data_update_attempt_at',
  'last_data_update_failure_reason',
] as const;

export function batchOf(entries: Entry[], now: Date): EntryBatch {
  return { ...columnsOf(documentsOf(entries), observationsOf(entries, now)), size: entries.length };
}

/** Documents with the users that they name as `poster`, in the order in which they are written. */
export function columnsOf(
  given: Document[],
  users: Map<string, object>,
  further: ColumnTypes = {},
): Pick<EntryBatch, 'observed' | 'given'> {
  const documents = given.sort(byListAndTime);
  const places = placesOf(documents, users);
  for (const document of documents) {
    if (document.poster !== undefined) document.place = document.poster && places.get(document.poster);
  }
  return {
    observed: columnLiterals(
      [...places.keys()].map((key) => users.get(key) ?? {}),
      { ...OBSERVED, ...further },
    ),
    given: columnLiterals(documents.map(withCleared), { ...GIVEN, ...further }),
  };
}

/** The order of the rows and their users: neighbours in the batch are neighbours in most indexes, whose pages stay cached. */
function byListAndTime(one: Document, other: Document): number {
  if (one.item_type !== other.item_type) return one.item_type < other.item_type ? -1 : 1;
  return Number(one.published_at) - Number(other.published_at);
}

/** The users in the order of their entries, including users whose entry was replaced by one of another user. */
function placesOf(documents: Document[], users: Map<string, unknown>): Map<string, number> {
  const places = new Map<string, number>();
  const place = (key: string) => places.has(key) || places.set(key, places.size + 1);
  for (const { poster } of documents) if (poster) place(poster);
  for (const key of users.keys()) place(key);
  return places;
}

/** Missing values stay missing; a later version of the same entry is merged into it. */
function documentsOf(entries: Entry[]): Document[] {
  const documents = new Map<string, Document>();
  for (const entry of entries) {
    const key = userKey(entry.item_type, entry.item_id);
    const before = documents.get(key);
    const document = documentOf(entry);
    documents.set(key, before ? { ...before, ...document } : document);
  }
  return [...documents.values()];
}

function documentOf({ user, service_article_id, service_article_ids, ...entry }: Entry): Document {
  const document: Document = Object.assign(entry, { published_at: parseInstant(entry.published_at) });
  if (entry.text !== undefined) document.hashtags = hashtagsOf(entry.text);
  if (user !== undefined) document.poster = user && userKey(entry.item_type, user.user_id);
  if (user?.followers != null) document.followers = user.followers;
  const articleIds = service_article_ids ?? (service_article_id ? [service_article_id] : undefined);
  if (articleIds) document.article_ids = articleIds;
  if (articleIds || service_article_id === null) document.article_id = service_article_id ?? articleIds?.[0] ?? null;
  return document;
}

/** Lists the columns given as null, which a record cannot distinguish from missing ones. */
function withCleared(document: Document): Document {
  const cleared = NULLABLE.filter((name) => document[name === 'user_id' ? 'place' : name] === null);
  if (cleared.length > 0) document.cleared = cleared;
  return document;
}
