import type { Static } from 'typebox';
import type { Issue } from '../../contract/content.ts';
import { servedMedia } from '../../core/media-text.ts';
import { localized, utc } from '../../core/time.ts';
import type { Site } from '../../db/site-lock.ts';
import type { ResourceRow } from '../resources/resource.ts';

export function issue(row: ResourceRow<'issue'>, site: Site): Static<typeof Issue> {
  return {
    id: row.id,
    site_id: row.site_id,
    number: row.number,
    name: row.name,
    issue_url: row.issue_url,
    published: row.published,
    cover_url: servedMedia(row.cover_url, site.media_url),
    brand_color: row.brand_color,
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    published_at: row.published_at && utc(row.published_at),
    published_at_l10n: row.published_at && localized(row.published_at, site.time_zone),
  };
}
