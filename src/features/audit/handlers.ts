import { AuditEntry } from '../../contract/audit.ts';
import type { manageApi } from '../../contract/routes.ts';
import { activityCursor, isAhead, parseActivityCursor } from '../../core/activity-cursor.ts';
import { ACTIVITY_NOUNS, AUDIT_ACTIONS, AUDIT_NOUNS } from '../../core/audit.ts';
import { badParameter, gone } from '../../core/errors.ts';
import { parseInstant } from '../../core/time.ts';
import { type HandlerInput, type Handlers, Streamed } from '../handler.ts';
import { type Activity, type ActivityFilter, activityAfter, newestActivity } from './activity.ts';
import { activityEntry, auditEntry } from './present.ts';
import { type AuditFilter, auditPage, auditPages } from './queries.ts';

const PAGE_SIZE = 20;

export const manageAudit: Handlers<typeof manageApi.audit> = {
  async list(db, asked) {
    const { count = PAGE_SIZE, cursor, format } = asked.query;
    const filter = filterOf(asked);
    if (format === 'csv') {
      const pages = presented(auditPages(db, filter));
      return new Streamed({ name: 'audit.csv', format, columns: Object.keys(AuditEntry.properties), pages });
    }
    const rows = await auditPage(db, filter, cursor === undefined ? null : Number(cursor), count + 1);
    const entries = rows.slice(0, count).map(auditEntry);
    const last = entries.at(-1);
    return { entries, cursor: last ? String(last.id) : (cursor ?? null), more: rows.length > count };
  },
};

async function* presented(pages: ReturnType<typeof auditPages>) {
  for await (const rows of pages) yield rows.map(auditEntry);
}

type AuditQuery = HandlerInput<typeof manageApi.audit.list>['query'];

function filterOf({ query, sites }: { query: AuditQuery; sites: AuditFilter['sites'] }): AuditFilter {
  const { actor_kind, person_id, key_id, action, noun, noun_id } = query;
  refuseUnknown('action', action, AUDIT_ACTIONS);
  refuseUnknown('noun', noun, AUDIT_NOUNS);
  if (noun_id !== undefined && noun === undefined)
    throw badParameter('noun_id', 'noun_id needs noun: ids belong to a noun.');
  const kinds = [actor_kind, person_id && 'person', key_id && 'key'].filter((kind) => kind);
  if (new Set(kinds).size > 1)
    throw badParameter('actor_kind', 'actor_kind, person_id and key_id name different actors.');
  return {
    sites,
    siteId: query.site_id,
    actorKind: kinds[0] as string | undefined, // the filter left texts alone
    actorId: person_id ?? key_id,
    action,
    noun,
    nounId: noun_id,
    from: timeOf('from', query.from),
    to: timeOf('to', query.to),
  };
}

function refuseUnknown(name: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw badParameter(name, `${name} must be one of ${known.join(', ')}.`);
}

function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = parseInstant(text);
  if (!at) throw badParameter(name, `${name} must be within the years 1 to 9999, in UTC.`);
  return at;
}

export const manageActivity: Handlers<typeof manageApi.activity> = {
  async list(db, { site, query: { count = PAGE_SIZE, cursor }, createdBy }) {
    const filter: ActivityFilter = { siteId: site.id, nouns: ACTIVITY_NOUNS, createdBy };
    if (cursor === undefined) {
      const { rows, present } = await newestActivity(db, filter, count);
      const next = activityCursor({ from: present, page: null });
      return { entries: rows.map(activityEntry).reverse(), cursor: next, more: false };
    }
    const position = parseActivityCursor(cursor);
    const found = await activityAfter(db, filter, position, count + 1);
    if (isAhead(position.from, found.present))
      throw gone('This cursor belongs to another database; start without one.');
    if (found.isForgotten) throw gone('Entries after this cursor were deleted for their age; start without one.');
    const upTo = position.page?.upTo ?? found.present;
    const end = endOf(found, count);
    const next = end ? { from: position.from, page: { upTo, ...end } } : { from: upTo, page: null };
    return { entries: found.rows.slice(0, count).map(activityEntry), cursor: activityCursor(next), more: end !== null };
  },
};

/** Where the answer ends, when there may be more. */
function endOf({ rows, end }: Activity, count: number): { xid: string; id: number } | null {
  if (rows.length <= count) return end;
  const last = rows[count - 1];
  return last ? { xid: last.xid, id: last.id } : end;
}
