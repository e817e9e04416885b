/** Decides what to show. The API enforces the same table of rights for every request. */
import { type Access, grantsOf, isLimitedToOwn, may, type Right } from '../../src/core/rights.ts';
import type { Me } from '../../src/sdk/client.ts';

export function mayOn(person: Me, right: Right, access: Access, siteId?: number): boolean {
  return may({ grants: grantsOf(person.roles) }, right, access, siteId);
}

/** Authors: their right covers articles that they have created, until these are published. */
export function isAuthorOnly(person: Me, siteId: number): boolean {
  return isLimitedToOwn({ grants: grantsOf(person.roles) }, 'articles', siteId);
}
