import { forbidden } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';

/** A person and the session of the request. */
export interface SessionOwner {
  personId: number;
  sessionId: number;
  caller: Actor;
}

/** Only people call rows that need the right `self`; this narrows the type. */
export function signedIn({ caller, sessionId }: { caller: Actor; sessionId: number | null }): SessionOwner {
  if (caller.kind !== 'person' || caller.id === null || sessionId === null) throw forbidden('This needs a session.');
  return { personId: caller.id, sessionId, caller };
}
