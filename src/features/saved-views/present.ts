import type { Static } from 'typebox';
import type { SavedView } from '../../contract/saved-views.ts';
import { utc } from '../../core/time.ts';
import type { SavedViewRow } from './queries.ts';

export function savedView({ id, site_id, name, search, created_at }: SavedViewRow): Static<typeof SavedView> {
  return { id, site_id, name, search, created_at: utc(created_at) };
}
