import type { MediaItemWire } from '../../contract/media.ts';
import { filePath, servedAddress } from '../../core/media-address.ts';
import { kindOf } from '../../core/media-type.ts';
import { utc } from '../../core/time.ts';
import type { Site } from '../../db/site-lock.ts';
import type { MediaRow } from './queries.ts';

export function mediaItem(row: MediaRow, site: Pick<Site, 'media_url'>): MediaItemWire {
  const path = filePath(row);
  return {
    id: row.id,
    site_id: row.site_id,
    url: servedAddress(path, site.media_url, { x: row.focal_x, y: row.focal_y }),
    path,
    type: kindOf(row.mime),
    mime: row.mime,
    size: row.size,
    width: row.width,
    height: row.height,
    pages: row.pages,
    thumbhash: row.thumbhash,
    color: row.color,
    title: row.title,
    alt_text: row.alt_text,
    credit: row.credit,
    caption: row.caption,
    focal_x: row.focal_x,
    focal_y: row.focal_y,
    origin: row.origin as MediaItemWire['origin'], // the column's check allows no other
    source_url: row.source_url,
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    created_at: utc(row.created_at),
  };
}
