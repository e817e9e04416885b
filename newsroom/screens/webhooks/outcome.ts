import type { DeliveryWithLog } from '../../../src/sdk/client.ts';
import type { WebhookWords } from './words-en.ts';

type Attempt = DeliveryWithLog['attempt_log'][number];

/** `refused, 500`, or the error in the service's words. */
export function outcomeOf({ outcome, status, error }: Attempt, { delivery: { outcomes } }: WebhookWords): string {
  // A newer service may have outcomes that this page does not know.
  const word = outcomes[outcome as keyof typeof outcomes] ?? outcome;
  return [word, status ?? error].filter(Boolean).join(', ');
}
