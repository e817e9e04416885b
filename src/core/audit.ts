/** The fields of a change that the audit log records. It records no others: bodies and secrets are not listed. */

/** The recorded fields of each noun, by the names of the columns. */
export const AUDIT_FIELDS = {
  article: [
    'title',
    'article_url',
    'state',
    'publish_at',
    'published_at',
    'section_id',
    'category_id',
    'author_ids',
    'tags',
    'type',
    'source',
    'pinned_index',
    'site_pinned_index',
    'version',
  ],
  section: ['name', 'section_url', 'state', 'locale', 'order_number', 'show_in_menu', 'category_id'],
  author: ['firstname', 'lastname', 'job_title', 'order_number'],
  article_category: ['name', 'category_url', 'order_number', 'color'],
  page: ['name', 'menu_name', 'url', 'visibility', 'show_in_menu'],
  issue: ['name', 'issue_url', 'number', 'published', 'published_at', 'articles'],
  event: ['name', 'start_date', 'end_date', 'all_day', 'published_at'],
  featured_item_container: ['name', 'identifier', 'type_restriction', 'order_number', 'articles'],
  media_item: ['title', 'alt_text', 'credit', 'focal_x', 'focal_y', 'origin', 'name', 'ext'],
  preview: ['expires_at'],
  like: ['upvotes', 'downvotes'],
  pins: ['section_id', 'articles'],
  webhook: ['url', 'section_id', 'actions', 'active', 'signature_encoding', 'extra_headers'],
  source: [
    'kind',
    'name',
    'url',
    'section_id',
    'category_id',
    'author_ids',
    'tags',
    'approval',
    'active',
    'backlog',
    'update_policy',
    'min_interval',
    'allowed_fields',
    'window',
    'form',
    'email',
    'account_id',
    'campaign_id',
    'targets',
    'language',
    'include_replies',
  ],
  network_account: [
    ...['network', 'name', 'server', 'external_id', 'expires_at', 'monthly_cap', 'state', 'way', 'connected_as'],
  ],
  source_item: ['title', 'state', 'reason'],
  intake_rule: ['name', 'source_id', 'position', 'match', 'action', 'tags', 'section_id', 'active'],
  blocked: ['kind', 'value'],
  intake_hold: [],
  erasure: [],
  campaign_link: ['name', 'expires_at'],
  campaign: ['name', 'site_id', 'section_id', 'update_enabled', 'disabled_by_user'],
  site: [
    'name',
    'url',
    'locale',
    'time_zone',
    'api_key_required',
    'voting_enabled',
    'cache_remote_images',
    'preview_url',
    'brand_color',
  ],
  api_key: ['name', 'scopes', 'expires_at'],
  person: ['name', 'email', 'roles', 'bylines', 'language', 'theme', 'shortcuts'],
  saved_view: ['name', 'search'],
  invitation: ['email', 'roles', 'bylines', 'expires_at'],
  session: [],
  identity: ['issuer', 'email'],
  passkey: ['name', 'rp_id', 'is_synced', 'copied_at'],
  /** Actions on a whole installation or site: imports, moved files, the demo. */
  installation: [],
} as const satisfies Record<string, readonly string[]>;

export type AuditNoun = keyof typeof AUDIT_FIELDS;
export const AUDIT_NOUNS = Object.keys(AUDIT_FIELDS) as AuditNoun[]; // the keys of the list

/** The nouns that editors see; accounts, keys and invitations are for owners. */
export const ACTIVITY_NOUNS = AUDIT_NOUNS.filter(
  (noun) => !['person', 'saved_view', 'invitation', 'session', 'passkey', 'identity', 'api_key'].includes(noun),
);

export const AUDIT_ACTIONS = [
  'create',
  'change',
  'delete',
  'autosave',
  'publish',
  'schedule',
  'unpublish',
  'hold',
  'restore',
  'recheck',
  'batch',
  'sign_in',
  'sign_out',
  'confirm',
  'set_password',
  'reset_password',
  'renew',
  'stage_secret',
  'promote_secret',
  'retire_secret',
  'demote_secret',
  'redeliver',
  'replay',
  'test',
  'pause',
  'poll',
  'fail',
  'approve',
  'reject',
  'withdraw',
  'apply',
  'dismiss',
  'release',
  'erase',
  'write_entries',
  'delete_entries',
  'import',
  'move',
  'fill_demo',
  'remove_demo',
  'empty_trash',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The sites of an entry decide who sees it. */
export type AuditSites = 'all' | readonly number[];

/** A change, as a command describes it. */
export interface AuditChange {
  action: AuditAction;
  noun: AuditNoun;
  id: number | string | null;
  sites: AuditSites;
  /** The rows before and after; null before a creation and after a deletion. Columns that are not listed are ignored. */
  before?: object | null;
  after?: object | null;
  counts?: Record<string, number>;
  /** Changes with the same key are recorded as one entry. */
  key?: string;
}

type Fields = Record<string, unknown>;

/** The listed fields that differ; all of them for a creation or a deletion. */
export function differences(
  noun: AuditNoun,
  before: object | null,
  after: object | null,
): { before: Fields | null; after: Fields | null } {
  const [was, is] = [listed(noun, before), listed(noun, after)];
  if (!was || !is) return { before: was, after: is };
  const names = AUDIT_FIELDS[noun].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const chosen = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: chosen(was), after: chosen(is) };
}

function listed(noun: AuditNoun, row: object | null): Fields | null {
  if (!row) return null;
  const values = row as Fields; // looked up by the listed names alone
  const present = AUDIT_FIELDS[noun].filter((name) => values[name] !== undefined && values[name] !== null);
  return Object.fromEntries(present.map((name) => [name, recorded(name, values[name])]));
}

const ADDRESSES = ['url', 'preview_url'];
const LONGEST_TEXT = 300;
const MOST_ITEMS = 50;

/** Shortens long values, so that entries stay small. */
function recorded(name: string, value: unknown): unknown {
  if (typeof value === 'string') return shortened(ADDRESSES.includes(name) ? withoutSecrets(value) : value);
  if (!Array.isArray(value)) return value;
  const items = value.slice(0, MOST_ITEMS).map((item) => (typeof item === 'string' ? shortened(item) : item));
  return value.length > MOST_ITEMS ? [...items, `… ${value.length} in all`] : items;
}

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
}

/** The address of a receiver or of a preview may contain a token: user, query and fragment are omitted. */
function withoutSecrets(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/@?#]*@/i, '$1').replace(/[?#].*$/s, '');
}

/** The name or title, after the change or else before it. */
export function titleOf(noun: AuditNoun, row: object | null): string | null {
  const { title, name, firstname, lastname, email, url } = listed(noun, row) ?? {};
  const author = [firstname, lastname].filter((part) => part).join(' ');
  const found = [title, name, author, email, url].find((text) => typeof text === 'string' && text !== '');
  return (found as string | undefined) ?? null; // by the line above
}

/** Roles as short texts: `editor:3`, `owner:all`. */
export function auditedRoles(roles: readonly { site_id: number | null; role: string }[]): string[] {
  return roles.map(({ site_id, role }) => `${role}:${site_id ?? 'all'}`);
}

/** The author per site; `new` is one with the name of the person. */
export function auditedBylines(bylines: readonly { site_id: number; author_id: number | null }[]): string[] {
  return bylines.map(({ site_id, author_id }) => `${author_id ?? 'new'}:${site_id}`);
}

/** The sites of roles: those of people and invitations. */
export function sitesOfRoles(roles: readonly { site_id: number | null }[]): AuditSites {
  const sites = roles.map(({ site_id }) => site_id);
  return sites.includes(null) ? 'all' : sites.filter((site) => site !== null);
}
