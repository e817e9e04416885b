import type { Static } from 'typebox';
import type { ApiKey } from '../../contract/manage.ts';
import type { Scope } from '../../contract/row.ts';
import { utc } from '../../core/time.ts';
import type { KeyRow } from './queries.ts';

export function apiKey(row: KeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes as Scope[], // the schema let nothing else in
    site_ids: row.all_sites ? [] : row.site_ids,
    source_id: row.source_id,
    expires_at: row.expires_at && utc(row.expires_at),
    last_used_at: row.last_used_at && utc(row.last_used_at),
    created_at: utc(row.created_at),
  };
}
