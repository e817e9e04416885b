import type { Static } from 'typebox';
import type { Presence } from '../../contract/live.ts';
import { utc } from '../../core/time.ts';
import type { PresenceRow } from './queries.ts';

export function presence({ uid, actor, name, field, since }: PresenceRow): Static<typeof Presence> {
  return { uid, by: actor, name, field, since: utc(since) };
}
