/** What to show and what to hide. The API decides: it applies the same table to every request. */
import { type Access, grantsOf, isLimitedToOwn, may, type Right } from '../../src/core/rights.ts';
import type { Me } from '../../src/sdk/client.ts';

export function mayOn(person: Me, right: Right, access: Access, siteId?: number): boolean {
  return may({ grants: grantsOf(person.roles) }, right, access, siteId);
}

/** Authors: their right covers what they have created, until it is published. */
export function isAuthorOnly(person: Me, siteId: number): boolean {
  return isLimitedToOwn({ grants: grantsOf(person.roles) }, 'articles', siteId);
}
