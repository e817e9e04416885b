/** The health of a receiver, in one word. */
import type { Webhook } from '../../../src/sdk/client.ts';

export type HealthState = 'healthy' | 'failing' | 'paused' | 'waiting' | 'unused';

/** Older than the usual time of a delivery, retries not counted. */
const BEHIND_MS = 60_000;

export function healthOf({ active, health }: Pick<Webhook, 'active' | 'health'>, now: Date): HealthState {
  if (!active) return 'paused';
  if (health.failing_since !== null) return 'failing';
  const oldest = health.oldest_pending_at;
  if (oldest !== null && now.getTime() - Date.parse(oldest) > BEHIND_MS) return 'waiting';
  return health.last_success_at === null ? 'unused' : 'healthy';
}

/** The colours of the states of articles. */
export const COLOURS: Record<HealthState, string> = {
  healthy: 'published',
  failing: 'unpublished',
  paused: 'draft',
  waiting: 'scheduled',
  unused: 'draft',
};
