import type { Static } from 'typebox';
import type { Passkey } from '../../contract/passkeys.ts';
import { utc } from '../../core/time.ts';
import type { PasskeyRow } from './queries.ts';

export function passkey(row: PasskeyRow): Static<typeof Passkey> {
  return {
    id: row.id,
    name: row.name,
    host: row.rp_id,
    is_synced: row.is_synced,
    is_copied: row.copied_at !== null,
    created_at: utc(row.created_at),
    last_used_at: row.last_used_at && utc(row.last_used_at),
  };
}
