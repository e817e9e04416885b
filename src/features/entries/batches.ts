/**
 * A batch of entries as the statements that write it take it: made before the transaction, while the database is still busy
 * with the batch before. Users are named by their place in `observed`, from 1; only the transaction knows their ids.
 */
import type { Static } from 'typebox';
import type { NewEntry } from '../../contract/analytics.ts';
import { hashtagsOf } from '../../core/hashtags.ts';
import { parseInstant } from '../../core/time.ts';
import { type ColumnTypes, columnLiterals } from '../../db/columns.ts';
import { observationsOf, userKey } from './observations.ts';

type Entry = Static<typeof NewEntry>;
type Document = Record<string, unknown>;

export interface Batch {
  /** How many entries were given. */
  size: number;
  /** What they tell of their users, each once: the columns of `OBSERVED`. */
  observed: string[];
  /** The entries, each once: the columns of `GIVEN`. */
  given: string[];
}

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

/** Columns that an entry may set to null: then leaving out and null are two things. */
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

export function batchOf(entries: Entry[], now: Date): Batch {
  const users = observationsOf(entries, now);
  const places = new Map([...users.keys()].map((key, at) => [key, at + 1]));
  return {
    size: entries.length,
    observed: columnLiterals([...users.values()], OBSERVED),
    given: columnLiterals(documentsOf(entries, places), GIVEN),
  };
}

/** What an entry leaves out is left out; a later one of the same entry adds to it. */
function documentsOf(entries: Entry[], places: Map<string, number>): Document[] {
  const documents = new Map<string, Document>();
  for (const entry of entries) {
    const key = userKey(entry.item_type, entry.item_id);
    const before = documents.get(key);
    const document = documentOf(entry, places);
    documents.set(key, before ? { ...before, ...document } : document);
  }
  return [...documents.values()].map(withCleared);
}

function documentOf({ user, service_article_id, service_article_ids, ...entry }: Entry, places: Map<string, number>) {
  const document: Document = entry;
  document.published_at = parseInstant(entry.published_at);
  if (entry.text !== undefined) document.hashtags = hashtagsOf(entry.text);
  if (user !== undefined) document.place = user && places.get(userKey(entry.item_type, user.user_id));
  if (user?.followers != null) document.followers = user.followers;
  const articleIds = service_article_ids ?? (service_article_id ? [service_article_id] : undefined);
  if (articleIds) document.article_ids = articleIds;
  if (articleIds || service_article_id === null) document.article_id = service_article_id ?? articleIds?.[0] ?? null;
  return document;
}

/** Names what is given as null, which a record of columns cannot tell from what is not given. */
function withCleared(document: Document): Document {
  const cleared = NULLABLE.filter((name) => document[name === 'user_id' ? 'place' : name] === null);
  if (cleared.length > 0) document.cleared = cleared;
  return document;
}
