/** Events: changes of served content for the change feed and receivers. */
import { type RawBuilder, sql } from 'kysely';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { traceparent } from '../../tracing/span.ts';
import type { Snapshot } from './queries.ts';

type Action = 'publish' | 'update' | 'unpublish';
type Scope = 'all' | 'site' | 'section' | 'feed';
/** The audience of a change: receivers and the change feed, or the feed alone. */
export type Audience = 'all' | 'feed';

export interface ArticleEvent {
  snapshot: Pick<Snapshot, 'id' | 'section_id'>;
  action: Action;
  scope: Scope;
}

/** A move between sections is three actions: an update for the site, an unpublish and a publish for the two sections. */
export function articleEvents(before: Snapshot | undefined, after: Snapshot, audience: Audience): ArticleEvent[] {
  if (!before?.is_served) return after.is_served ? [{ snapshot: after, action: 'publish', scope: audience }] : [];
  if (!after.is_served) return [{ snapshot: before, action: 'unpublish', scope: audience }];
  if (before.section_id === after.section_id || audience === 'feed')
    return [{ snapshot: after, action: 'update', scope: audience }];
  return [
    { snapshot: before, action: 'unpublish', scope: 'section' },
    { snapshot: after, action: 'publish', scope: 'section' },
    { snapshot: after, action: 'update', scope: 'site' },
  ];
}

export async function record(tx: Tx, site: Site, events: ArticleEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`with touched as (${issuesTouched(site.id, events)}) ${eventRows(site, events, 'published_article')}`.execute(
    tx,
  );
}

/** The statement that adds events. Payloads are the current snapshots; a removed article's payload is its id. */
export function eventRows(site: Site, events: ArticleEvent[], snapshots: string): RawBuilder<unknown> {
  const rows = events.map(({ snapshot: { id, section_id }, action, scope }) => ({ id, section_id, action, scope }));
  return sql`
    insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, doc, traceparent)
    select ${site.id}, ${site.content_version}, event.id, event.action, event.scope, event.section_id,
      '{"action":"' || event.action || '","article":' || coalesce(snapshot.notification_json, '{"id":' || event.id || '}') || '}', snapshot.doc, ${traceparent()}::text
    from json_to_recordset(${JSON.stringify(rows)}) as event(id bigint, section_id bigint, action text, scope text)
    left join ${sql.table(snapshots)} snapshot
      on snapshot.site_id = ${site.id} and snapshot.id = event.id and event.action <> 'unpublish'
    -- twice in one transaction: the last one wins
    on conflict (site_id, content_version, article_id, action) do update
      set body = excluded.body, doc = excluded.doc, scope = excluded.scope, section_id = excluded.section_id,
        traceparent = excluded.traceparent`;
}

/** The statement that sets an issue's `updated_at` when its content is edited; its version stays. */
export function issuesTouched(siteId: number, events: ArticleEvent[]): RawBuilder<unknown> {
  const ids = events.filter(({ scope }) => scope !== 'section').map(({ snapshot }) => snapshot.id);
  return sql`
    update issue set updated_at = greatest(updated_at, date_trunc('second', now())) from issue_article member
    where member.site_id = ${siteId} and member.article_id = any(${ids}::bigint[])
      and issue.site_id = member.site_id and issue.id = member.issue_id`;
}
