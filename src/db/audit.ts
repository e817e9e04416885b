/** The one place that writes the audit log (docs/decisions/035-audit.md). */
import { sql } from 'kysely';
import { type AuditChange, differences, titleOf } from '../core/audit.ts';
import type { Actor, AuditRun } from '../core/rights.ts';
import { preparedOnce } from './prepared.ts';
import type { Tx } from './transaction.ts';

interface NewEntry {
  site_ids: readonly number[];
  all_sites: boolean;
  actor_kind: Actor['kind'];
  actor_id: number | null;
  actor_name: string | null;
  address: string | null;
  request_id: string | null;
  action: string;
  noun: string;
  noun_id: string | null;
  title: string | null;
  before: string | null;
  after: string | null;
  counts: string | null;
  merge_key: string | null;
}

/** Records a change in its own transaction, so that the log has exactly the committed changes. */
export async function recordChange(tx: Tx, actor: Actor, change: AuditChange): Promise<void> {
  const { sites } = change;
  if (actor.run?.isCountedApart && change.noun !== actor.run.noun) return;
  await insertEntry(tx, {
    site_ids: sites === 'all' ? [] : [...new Set(sites)],
    all_sites: sites === 'all',
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.label,
    address: actor.address,
    request_id: actor.requestId,
    ...(actor.run ? partOf(actor.run, change) : whole(change)),
  });
}

type Described = Pick<NewEntry, 'action' | 'noun' | 'noun_id' | 'title' | 'before' | 'after' | 'counts' | 'merge_key'>;

function whole({ action, noun, id, before = null, after = null, counts, key }: AuditChange): Described {
  const fields = differences(noun, before, after);
  return {
    action,
    noun,
    noun_id: id === null ? null : String(id),
    title: titleOf(noun, after ?? before),
    before: fields.before && JSON.stringify(fields.before),
    after: fields.after && JSON.stringify(fields.after),
    counts: counts ? JSON.stringify(counts) : null,
    merge_key: key ?? null,
  };
}

/** The change is counted in the entry of its run. */
function partOf(run: AuditRun, { action, noun, counts }: AuditChange): Described {
  const { key, id, isCountedApart: _, ...entry } = run;
  return {
    ...entry,
    noun_id: id === undefined ? null : String(id),
    title: null,
    before: null,
    after: null,
    counts: JSON.stringify(counts && noun === run.noun ? counts : { [`${noun}.${action}`]: 1 }),
    merge_key: key,
  };
}

/** For entries with the same key, the first has the old values and the last the new ones. */
const insertEntry = preparedOnce<NewEntry, never>(
  (given) => sql`
    insert into audit_entry (site_ids, all_sites, actor_kind, actor_id, actor_name, address, request_id, action, noun, noun_id,
      title, before, after, counts, merge_key)
    values (${given('site_ids')}::bigint[], ${given('all_sites')}, ${given('actor_kind')}, ${given('actor_id')},
      ${given('actor_name')}, ${given('address')}, ${given('request_id')}, ${given('action')}, ${given('noun')},
      ${given('noun_id')}, ${given('title')}, ${given('before')}::jsonb, ${given('after')}::jsonb,
      ${given('counts')}::jsonb, ${given('merge_key')})
    on conflict (merge_key) where merge_key is not null do update set
      site_ids = array(select distinct unnest(audit_entry.site_ids || excluded.site_ids) order by 1),
      all_sites = audit_entry.all_sites or excluded.all_sites,
      title = excluded.title,
      before = excluded.before || audit_entry.before,
      after = audit_entry.after || excluded.after,
      counts = add_counts(audit_entry.counts, excluded.counts),
      changed_in = pg_current_xact_id()`,
);

/** Blanks what entries say of a thing that was erased: that there was a write stays. */
export async function forgetAudit(tx: Tx, noun: string, id: string): Promise<void> {
  await sql`
    update audit_entry set title = null, before = null, after = null where noun = ${noun} and noun_id = ${id}`.execute(
    tx,
  );
}
