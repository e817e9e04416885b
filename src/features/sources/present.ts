import type { Static } from 'typebox';
import type { Source } from '../../contract/source.ts';
import type { SourceItem } from '../../contract/source-item.ts';
import { MOST_ITEMS } from '../../core/intake/feed.ts';
import { utc } from '../../core/time.ts';
import type { PollFindings, ShownItem, SourceRow } from './queries.ts';
import { forecastOf } from './trackers.ts';

type Wire = Static<typeof Source>;
type ItemWire = Static<typeof SourceItem>;

/** Failed polls in a row that make a source `failing`. */
export const FAILING_AFTER = 3;

const time = (at: Date | null) => at && utc(at);

export function source(row: SourceRow, mailDomain: string | null): Wire {
  const { url, backlog, update_policy, min_interval, allowed_fields = null, window = null } = row.settings;
  const { form = null, form_token, email = null, mail_name } = row.settings;
  const { targets = [], language = null, include_replies = false } = row.settings;
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
    window,
    ...{ account_id: row.account_id, campaign_id: row.campaign_id, targets, language, include_replies },
    forecast: forecastOf(row, row.monthly_cap ?? null),
    form,
    form_path: form_token ? `/forms/${form_token}` : null,
    email,
    email_address: mail_name && mailDomain !== null ? `${mail_name}@${mailDomain}` : null,
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
    warnings: warningsOf(row),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  };
}

/** As the last poll that read the feed left them in the cursor. */
function warningsOf({ cursor }: SourceRow): Wire['warnings'] {
  const { unread = 0, repeated = 0, moved, unmoved } = cursor as PollFindings; // written by intake/cursor.ts
  return [
    ...(unread > 0 ? [{ code: 'too_many_items' as const, message: tooMany(unread) }] : []),
    ...(repeated > 0 ? [{ code: 'repeated_ids' as const, message: repeats(repeated) }] : []),
    ...(moved ? [{ code: 'moved' as const, message: `The feed answers at another address, ${moved.to}.` }] : []),
    ...(unmoved
      ? [{ code: 'not_moved' as const, message: 'The server did not move messages to the other mailbox.' }]
      : []),
  ];
}

const tooMany = (unread: number) =>
  `The feed has ${MOST_ITEMS + unread} items; the first ${MOST_ITEMS} are read, and the others are not in the ledger.`;
const repeats = (ids: number) =>
  ids === 1
    ? 'An id occurs more than once in the feed; its items are known by their pages or texts.'
    : `${ids} ids occur more than once in the feed; their items are known by their pages or texts.`;

function stateOf({ active, pause_reason, failures }: SourceRow): Wire['state'] {
  if (!active) return pause_reason === 'gone' ? 'gone' : 'paused';
  return failures >= FAILING_AFTER ? 'failing' : 'active';
}

export function sourceItem(row: ShownItem): ItemWire {
  return {
    id: row.id,
    source_id: row.source_id,
    external_id: row.external_id,
    title: row.title,
    url: row.url,
    state: row.state as ItemWire['state'], // checked by the table
    submission: row.submission && { ...row.submission, sent_at: utc(new Date(row.submission.sent_at)) },
    mail: row.mail && { ...row.mail, received_at: utc(new Date(row.mail.received_at)) },
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
