/** The fields of a source as they are stored, and why a body is refused. */
import { sql } from 'kysely';
import { receiverOf } from '../../core/addresses.ts';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import type { Target } from '../../core/intake/networks/post.ts';
import type { Tx } from '../../db/transaction.ts';
import { namedBy } from '../publication/queries.ts';
import type { SourceRow, SourceSettings } from './queries.ts';

export type GivenTarget = Pick<Target, 'type'> & Partial<Target>;
export type GivenSettings = Partial<Omit<SourceSettings, 'targets'>> & { targets?: GivenTarget[] | undefined };

const UNIQUE_VIOLATION = '23505';

/** The settings, with the fields of a body. */
export function settingsOf(before: Partial<SourceSettings>, input: GivenSettings): SourceSettings {
  const { url, backlog, update_policy, min_interval, allowed_fields, window, ...rest } = {
    ...before,
    ...definedOf(input),
  };
  const { form, form_token, email, mail_name, ...tracked } = rest;
  if (window && window.from === window.to)
    throw invalidBody([{ path: '/window/to', message: 'must be another time than from' }]);
  const settings = { url: url ? feedAddress(url) : null, backlog, update_policy, min_interval };
  return {
    ...settings,
    ...(allowed_fields ? { allowed_fields } : {}),
    ...(window ? { window } : {}),
    ...(form ? { form, form_token } : {}),
    ...(email ? { email, mail_name } : {}),
    ...trackerSettings(tracked),
  } as SourceSettings; // complete by its defaults
}

/** A media tracker has targets; other kinds have none of this. */
function trackerSettings({ targets = [], language = null, include_replies = false }: GivenSettings) {
  if (targets.length === 0) return {};
  const unique = new Map(
    wholeTargets(targets).map((target) => [`${target.type}:${target.value.toLowerCase()}`, target]),
  );
  return { targets: [...unique.values()], language, include_replies };
}

export const wholeTargets = (targets: GivenTarget[]): Target[] =>
  targets.map(({ type, value = '' }) => ({ type, value }));

const POLLED: SourceRow['kind'][] = ['feed', 'media_tracker'];
const KINDS: Record<keyof OfKind, SourceRow['kind'][]> = {
  url: ['feed'],
  backlog: [...POLLED, 'email'],
  min_interval: POLLED,
  allowed_fields: ['guest_api'],
  form: ['upload_form'],
  email: ['email'],
  targets: ['media_tracker'],
  language: ['media_tracker'],
  include_replies: ['media_tracker'],
  account_id: ['media_tracker'],
  campaign_id: ['media_tracker'],
};
type Settings =
  | 'url'
  | 'backlog'
  | 'min_interval'
  | 'allowed_fields'
  | 'form'
  | 'email'
  | 'targets'
  | 'language'
  | 'include_replies';
type OfKind = Pick<GivenSettings, Settings> & { account_id?: number | null; campaign_id?: number | null };
const FIELDS = Object.keys(KINDS) as (keyof typeof KINDS)[]; // the keys of the table

/** Values that equal the stored ones may be sent back. */
export function refuseOtherKind(kind: SourceRow['kind'], input: OfKind, stored: OfKind): void {
  const isNew = (name: keyof OfKind) =>
    isGiven(input[name]) && JSON.stringify(input[name]) !== JSON.stringify(stored[name]);
  const wrong = FIELDS.filter((name) => !KINDS[name].includes(kind) && isNew(name));
  const problems = wrong.map((name) => ({ path: `/${name}`, message: `is not for the kind ${kind}` }));
  if (kind === 'feed' && input.url === null) problems.push({ path: '/url', message: 'is needed for a feed' });
  if (kind === 'upload_form' && input.form === null) problems.push({ path: '/form', message: 'is needed for a form' });
  if (kind === 'email' && input.email === null) problems.push({ path: '/email', message: 'is needed for e-mail' });
  if (kind === 'media_tracker' && input.targets?.length === 0)
    problems.push({ path: '/targets', message: 'is needed for a media tracker' });
  if (problems.length > 0) throw invalidBody(problems);
}

/** What every source has by default is for no kind. */
const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** In one spelling, so that a site has each feed once. */
export function feedAddress(url: string): string {
  const address = new URL(url.trim());
  address.hash = '';
  return address.href;
}

export function definedOf<Input extends object>(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input; // without some of its fields
}

/** Partners and readers are not polled. */
export function activity(active: boolean, kind: SourceRow['kind']) {
  return active
    ? { active, pause_reason: null, paused_at: null, next_poll_at: POLLED.includes(kind) ? sql<Date>`now()` : null }
    : { active, pause_reason: 'person', paused_at: sql<Date>`now()`, next_poll_at: null };
}

/** Names are resolved and checked by each poll. */
export function refuseAddress(url: string, allowPrivate: boolean): void {
  const receiver = receiverOf(url, allowPrivate);
  if (typeof receiver === 'string') throw invalidBody([{ path: '/url', message: receiver }]);
}

interface Named {
  section_id: number;
  category_id?: number | null | undefined;
  author_ids?: number[] | undefined;
}

export async function refuseUnknown(
  tx: Tx,
  siteId: number,
  { section_id, category_id = null, author_ids = [] }: Named,
) {
  const text = { section_id, category_id, author_ids, featured_articles: [] };
  const named = await namedBy(tx, siteId, [text]);
  const problems: Problem[] = [];
  if (!named.sections.has(section_id)) problems.push({ path: '/section_id', message: 'names no section of this site' });
  if (category_id !== null && !named.categories.has(category_id))
    problems.push({ path: '/category_id', message: 'names no article category of this site' });
  const unknown = author_ids.filter((author) => !named.authors.has(author));
  if (unknown.length > 0)
    problems.push({ path: '/author_ids', message: `names no author of this site: ${unknown.join(', ')}` });
  if (problems.length > 0) throw invalidBody(problems);
}

export function refuseTaken(error: { code?: string; constraint?: string }): never {
  if (error.code !== UNIQUE_VIOLATION) throw error;
  throw conflict(
    error.constraint === 'source_feed'
      ? 'There is a source with this url already.'
      : 'There is a source with this id already.',
  );
}
