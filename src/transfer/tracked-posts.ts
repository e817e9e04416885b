/** Later looks at posts, with their items: after a move too, a post that vanishes is taken down. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { utc } from '../core/time.ts';
import type { Tx } from '../db/transaction.ts';
import type { ItemLine, Tracked } from './item-line.ts';

export type TrackedLine = Static<typeof Tracked>;

/** As the database writes it; files have milliseconds. */
export function trackedLine(row: TrackedLine): TrackedLine {
  const time = (text: string | null) => text && utc(new Date(text));
  return {
    ...row,
    published_at: utc(new Date(row.published_at)),
    due_at: time(row.due_at),
    missing_since: time(row.missing_since),
    found_at: time(row.found_at ?? null),
  };
}

/** A campaign that is not here gets no figures. */
export async function insertTracked(tx: Tx, lines: ItemLine[]): Promise<void> {
  const rows = lines.flatMap(({ site_id, source_id, external_key, tracked }) =>
    tracked ? [{ ...tracked, site_id, source_id, external_key }] : [],
  );
  await sql`
    insert into tracked_post (site_id, source_id, external_key, account_id, post_id, campaign_id, entry_type, published_at, step, due_at, missing_since, found_at)
    select given.site_id, source_id, decode(external_key, 'hex'), account_id, post_id, campaign.id,
      case when campaign.id is not null then coalesce(entry_type, 'twitter') end, published_at, step, due_at, missing_since, found_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (site_id bigint, source_id bigint, external_key text,
      account_id bigint, post_id text, campaign_id bigint, entry_type text, published_at timestamptz, step smallint, due_at timestamptz, missing_since timestamptz, found_at timestamptz)
    left join campaign on campaign.id = given.campaign_id and campaign.site_id = given.site_id`.execute(tx);
}
