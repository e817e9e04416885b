import type { Static } from 'typebox';
import type { Site as SiteSchema } from '../../contract/content.ts';
import type { ManagedSite } from '../../contract/manage.ts';
import type { Site } from '../../db/site-lock.ts';

export function site(row: Site): Static<typeof SiteSchema> {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    locale: row.locale,
    time_zone: row.time_zone,
    api_key_required: row.api_key_required,
    voting_enabled: row.voting_enabled,
    cache_remote_images: row.cache_remote_images,
  };
}

export function managedSite(row: Site): Static<typeof ManagedSite> {
  return { ...site(row), preview_url: row.preview_url, brand_color: row.brand_color };
}
