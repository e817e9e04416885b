import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Static } from 'typebox';
import type { GUEST_FIELDS, SOURCE_KINDS } from '../../contract/source.ts';
import type { EmailSettings as EmailSchema, FormSettings as FormSchema } from '../../contract/source-settings.ts';
import { notFound } from '../../core/errors.ts';
import type { Target } from '../../core/intake/networks/post.ts';
import type { PublishWindow } from '../../core/intake/window.ts';
import type { SourceOfKey } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { SourceItemRow as ItemTable, SourceRow as SourceTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

type SourceKind = (typeof SOURCE_KINDS)[number];
type GuestField = (typeof GUEST_FIELDS)[number];

export interface SourceSettings {
  /** Of a feed. */
  url: string | null;
  backlog: number;
  update_policy: 'apply' | 'ignore';
  /** Seconds. */
  min_interval: number;
  /** Of a guest source: the fields that partners may send; without it, all. */
  allowed_fields?: GuestField[] | null;
  /** Without it, the source may always publish. */
  window?: PublishWindow | null;
  /** Of a media tracker. */
  targets?: Target[];
  language?: string | null;
  include_replies?: boolean;
  form?: FormSettings | null;
  /** Of a form: what its address has. */
  form_token?: string;
  email?: EmailSettings | null;
  /** Of an e-mail source: its address, before the @. */
  mail_name?: string;
}

/** What a poll found odd. */
export interface PollFindings {
  /** Items beyond the limit. */
  unread?: number;
  /** Ids that occur more than once. */
  repeated?: number;
  /** A permanent redirect. */
  moved?: { to: string };
  /** Messages that were taken and should be in another mailbox. */
  unmoved?: boolean;
}

export type FormSettings = Static<typeof FormSchema>;
/** With a mailbox, all of its settings (mailbox.ts). */
export type EmailSettings = Omit<Static<typeof EmailSchema>, 'password'>;

/** Of an e-mail source that fetches its messages. */
export interface MailboxSettings {
  server: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string;
  mailbox: string;
  after: 'keep' | 'move';
  move_to: string;
  /** Whose `Authentication-Results` count; null: nobody's. */
  trusted_server: string | null;
}

export interface SourceFailure {
  code: string;
  message: string;
  at: string;
}

export interface SourceRow extends Omit<Selectable<SourceTable>, 'kind' | 'settings' | 'last_error'> {
  kind: SourceKind;
  settings: SourceSettings;
  last_error: SourceFailure | null;
  /** Of its account, where it was asked for. */
  monthly_cap?: number | null;
}

/** The table lets no feed be without an address. */
export type FeedRow = SourceRow & { settings: { url: string } };
export const isFeed = (source: SourceRow): source is FeedRow => source.kind === 'feed';

/** The table lets no media tracker be without an account. */
export type TrackerRow = SourceRow & { account_id: number };
export const isTracker = (source: SourceRow): source is TrackerRow => source.kind === 'media_tracker';
export const isPolled = ({ kind, settings }: Pick<SourceRow, 'kind' | 'settings'>) =>
  kind === 'feed' || kind === 'media_tracker' || settings.email?.way === 'imap';
/** The same for rows of the table `source`. */
export const POLLED = sql`(source.kind in ('feed', 'media_tracker') or source.settings -> 'email' ->> 'way' = 'imap')`;

export type ItemRow = Selectable<ItemTable>;

/** An item as lists show it. */
export interface ShownItem extends ItemRow {
  /** The version of its article; null if that is the article of another item, or there is none. */
  article_version: number | null;
  article_state: string | null;
  submission: { name: string; email: string; consents: { text: string; given: boolean }[]; sent_at: string } | null;
  mail: {
    from_name: string;
    from_address: string;
    verified_by: 'dmarc' | 'dkim' | null;
    refused_files: { name: string; reason: string }[];
    received_at: string;
  } | null;
}

export interface ItemFilter {
  source_id?: number | undefined;
  state?: string | undefined;
  uid?: string | undefined;
  max_id?: number | undefined;
}

/** For the forecast of costs. */
const CAP = sql`(
  select monthly_cap from network_account account where account.site_id = source.site_id and account.id = source.account_id) as monthly_cap`;

/** In the tag of an item; empty while nobody has decided. */
export const decidedState = (articleState: string | null): string =>
  articleState === null || articleState === 'pending' ? '' : articleState;

export const noSuchSource = () => notFound('There is no such source.');

export async function sourcePage(db: Db | Tx, siteId: number, limit: number, offset: number): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select source.*, ${CAP} from source where site_id = ${siteId} order by id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function sourceCount(db: Db | Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from source where site_id = ${siteId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function sourceById(db: Db | Tx, siteId: number, id: number): Promise<SourceRow> {
  const row = await sourceIfAny(db, siteId, id);
  if (!row) throw noSuchSource();
  return row;
}

export async function sourceIfAny(db: Db | Tx, siteId: number, id: number): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select source.*, ${CAP} from source where site_id = ${siteId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Sources of several sites can have the same id after a migration. */
export async function sourcesWithId(db: Db | Tx, id: number): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`select * from source where id = ${id} order by site_id`.execute(db);
  return rows;
}

/** Until when the server of a feed must not be asked; null if it may. */
export async function restOf(db: Db | Tx, url: string): Promise<Date | null> {
  const { rows } = await sql<{ rests_until: Date }>`
    select rests_until from source_host where host = ${new URL(url).host} and rests_until > now()`.execute(db);
  return rows[0]?.rests_until ?? null;
}

/** The newest first. */
export async function itemPage(db: Db | Tx, siteId: number, filter: ItemFilter, limit: number): Promise<ShownItem[]> {
  const { rows } = await sql<ShownItem>`
    select * from ${itemsOf(siteId)} where ${matches(filter)} order by id desc limit ${limit}`.execute(db);
  return rows;
}

export async function itemById(db: Db | Tx, siteId: number, id: number): Promise<ShownItem> {
  const { rows } = await sql<ShownItem>`select * from ${itemsOf(siteId)} where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('There is no such item.');
  return rows[0];
}

/** An item that became an article is as that article is now: editors publish it, or reject it by deleting it. */
export const itemsOf = (siteId: number) => sql`(
  select item.site_id, item.source_id, item.external_key, item.id, item.external_id, item.title, item.url, item.uid, item.upstream,
    item.seen_at, item.changed_at, item.rule_id, item.decided_by, item.decided_at,
    (select jsonb_build_object('name', name, 'email', email, 'consents', consents, 'sent_at', sent.created_at) from form_submission sent
      where sent.site_id = item.site_id and sent.source_id = item.source_id and sent.external_key = item.external_key) as submission,
    (select jsonb_build_object('from_name', from_name, 'from_address', from_address, 'refused_files', refused_files, 'verified_by', verified_by,
        'received_at', received_at) from inbound_message message
      where message.site_id = item.site_id and message.source_id = item.source_id and message.external_key = item.external_key
      order by message.id limit 1) as mail,
    case when item.claimed_until > now() then item.claimed_by end as claimed_by,
    case when item.state <> 'duplicate' then article.version end as article_version, article.state as article_state,
    case when item.state not in ('held', 'published') then item.state
      when article.state is null then 'rejected' when article.state = 'published' then 'published' else 'held' end as state,
    case when item.state in ('held', 'published') and article.state is null then 'An editor has deleted its article.'
      else item.reason end as reason
  from source_item item
  left join article on article.site_id = item.site_id and article.uid = item.uid and article.deleted_at is null
  where item.site_id = ${siteId}) as item`;

function matches({ source_id, state, uid, max_id }: ItemFilter): RawBuilder<unknown> {
  const conditions = [
    ...(source_id === undefined ? [] : [sql`source_id = ${source_id}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(uid === undefined ? [] : [sql`uid = ${uid}::uuid`]),
    ...(max_id === undefined ? [] : [sql`id < ${max_id}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Bytes of files that a source, or all of a kind, may show and that nothing uses. */
export async function waitingBytes(db: Db | Tx, origin: 'guest' | 'form', source?: SourceOfKey): Promise<number> {
  const isOwn = source ? sql`(own.site_id, own.source_id) = (${source.site_id}, ${source.id})` : sql`true`;
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from media join blob using (sha256)
    where media.orphan_since is not null and origin = ${origin}
      and exists (select from source_media own where own.site_id = media.site_id and own.media_id = media.id and ${isOwn})
      and not exists (select from media_use used where used.site_id = media.site_id and used.media_id = media.id)`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
