/** Authors change what they uploaded themselves, while nothing uses it; the service enforces it. */
import { grantsOf, isLimitedToOwn } from '../../../src/core/rights.ts';
import type { Me, MediaItem } from '../../../src/sdk/client.ts';

export function isLimitedHere(person: Me, siteId: number, item: MediaItem, uses: number): boolean {
  if (!isLimitedToOwn({ grants: grantsOf(person.roles) }, 'media', siteId)) return false;
  return item.created_by !== `person:${person.id}` || uses > 0;
}
