/** The fields of a source as they are stored, and why a body is refused. */
import { sql } from 'kysely';
import { receiverOf } from '../../core/addresses.ts';
import { conflict, invalidBody, type Problem } from '../../core/errors.ts';
import type { Tx } from '../../db/transaction.ts';
import { namedBy } from '../publication/queries.ts';
import type { SourceRow, SourceSettings } from './queries.ts';

const UNIQUE_VIOLATION = '23505';

/** The settings, with the fields of a body. */
export function settingsOf(before: Partial<SourceSettings>, input: Partial<SourceSettings>): SourceSettings {
  const { url, backlog, update_policy, min_interval, allowed_fields, window, form, form_token } = {
    ...before,
    ...definedOf(input),
  };
  if (window && window.from === window.to)
    throw invalidBody([{ path: '/window/to', message: 'must be another time than from' }]);
  const settings = { url: url ? feedAddress(url) : null, backlog, update_policy, min_interval };
  return {
    ...settings,
    ...(allowed_fields ? { allowed_fields } : {}),
    ...(window ? { window } : {}),
    ...(form ? { form, form_token } : {}),
  } as SourceSettings; // complete by its defaults
}

const KINDS = { url: 'feed', backlog: 'feed', min_interval: 'feed', allowed_fields: 'guest_api', form: 'upload_form' };
type OfKind = Partial<Pick<SourceSettings, keyof typeof KINDS>>;
const FIELDS = Object.keys(KINDS) as (keyof typeof KINDS)[]; // the keys of the table

/** Values that equal the stored ones may be sent back. */
export function refuseOtherKind(kind: SourceRow['kind'], input: OfKind, stored: Partial<SourceSettings>): void {
  const isNew = (name: keyof OfKind) =>
    (input[name] ?? null) !== null && JSON.stringify(input[name]) !== JSON.stringify(stored[name]);
  const wrong = FIELDS.filter((name) => KINDS[name] !== kind && isNew(name));
  const problems = wrong.map((name) => ({ path: `/${name}`, message: `is not for the kind ${kind}` }));
  if (kind === 'feed' && input.url === null) problems.push({ path: '/url', message: 'is needed for a feed' });
  if (kind === 'upload_form' && input.form === null) problems.push({ path: '/form', message: 'is needed for a form' });
  if (problems.length > 0) throw invalidBody(problems);
}

/** In one spelling, so that a site has each feed once. */
export function feedAddress(url: string): string {
  const address = new URL(url.trim());
  address.hash = '';
  return address.href;
}

function definedOf(input: Partial<SourceSettings>): Partial<SourceSettings> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Only feeds are polled. */
export function activity(active: boolean, kind: SourceRow['kind']) {
  return active
    ? { active, pause_reason: null, paused_at: null, next_poll_at: kind === 'feed' ? sql<Date>`now()` : null }
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
