import type { Static } from 'typebox';
import type { Source, SourceItem } from '../../contract/source.ts';
import { utc } from '../../core/time.ts';
import type { ItemRow, SourceRow } from './queries.ts';

type Wire = Static<typeof Source>;
type ItemWire = Static<typeof SourceItem>;

/** Failed polls in a row that make a source `failing`. */
export const FAILING_AFTER = 3;

const time = (at: Date | null) => at && utc(at);

export function source(row: SourceRow): Wire {
  const { url, backlog, update_policy, min_interval, allowed_fields = null } = row.settings;
  return {
    id: row.id,
    site_id: row.site_id,
    kind: row.kind,
    name: row.name,
    url,
    section_id: row.section_id,
    category_id: row.category_id,
    author_ids: row.author_ids,
    tags: row.tags,
    approval: row.approval as Wire['approval'], // checked by the table
    backlog,
    update_policy,
    min_interval,
    allowed_fields,
    active: row.active,
    state: stateOf(row),
    paused_at: time(row.paused_at),
    interval: row.interval_s,
    next_poll_at: time(row.next_poll_at),
    last_poll_at: time(row.last_poll_at),
    last_success_at: time(row.last_success_at),
    last_new_at: time(row.last_new_at),
    failures: row.failures,
    last_error: row.last_error,
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  };
}

function stateOf({ active, pause_reason, failures }: SourceRow): Wire['state'] {
  if (!active) return pause_reason === 'gone' ? 'gone' : 'paused';
  return failures >= FAILING_AFTER ? 'failing' : 'active';
}

export function sourceItem(row: ItemRow): ItemWire {
  return {
    id: row.id,
    source_id: row.source_id,
    external_id: row.external_id,
    title: row.title,
    url: row.url,
    state: row.state as ItemWire['state'], // checked by the table
    reason: row.reason,
    uid: row.uid,
    has_upstream_change: row.upstream !== null,
    rule_id: row.rule_id,
    decided_by: row.decided_by,
    decided_at: time(row.decided_at),
    claimed_by: row.claimed_by,
    seen_at: utc(row.seen_at),
    changed_at: utc(row.changed_at),
  };
}
