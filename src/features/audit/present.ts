import type { Static } from 'typebox';
import type { ActivityEntry, AuditEntry } from '../../contract/audit.ts';
import { utc } from '../../core/time.ts';
import type { ActivityRow } from './activity.ts';
import type { EntryRow } from './queries.ts';

type Entry = Static<typeof AuditEntry>;
type Shown = Static<typeof ActivityEntry>;

export function auditEntry(row: EntryRow): Entry {
  return {
    id: row.id,
    at: utc(row.at),
    actor_kind: row.actor_kind as Entry['actor_kind'], // the column's check allows no other
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    address: row.address,
    request_id: row.request_id,
    site_ids: row.site_ids,
    all_sites: row.all_sites,
    action: row.action,
    noun: row.noun,
    noun_id: row.noun_id,
    title: row.title,
    before: fieldValues(row.before),
    after: fieldValues(row.after),
    counts: row.counts as Entry['counts'],
  };
}

/** Values of other shapes, such as the conditions of a rule, as JSON: no entry may keep the others from being read. */
function fieldValues(fields: unknown): Entry['before'] {
  if (fields === null || typeof fields !== 'object') return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  );
}

function isPlain(value: unknown): value is NonNullable<Entry['before']>[string] {
  if (Array.isArray(value)) return value.every((one) => ['string', 'number'].includes(typeof one));
  return value === null || typeof value !== 'object';
}

export function activityEntry(row: ActivityRow): Shown {
  return {
    id: row.id,
    at: utc(row.at),
    actor_kind: row.actor_kind as Shown['actor_kind'], // the column's check allows no other
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    noun: row.noun,
    noun_id: row.noun_id,
    title: row.title,
    state: row.state,
    counts: row.counts as Shown['counts'], // written by recordChange alone
  };
}
