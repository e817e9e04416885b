/** Decides what to show. The API enforces the same table of rights for every request. */
import { type Access, grantsOf, isLimitedToOwn, may, type Right } from '../../src/core/rights.ts';
import type { Me } from '../../src/sdk/client.ts';
import { articlesAddress, campaignsAddress } from './addresses.ts';

export function mayOn(person: Me, right: Right, access: Access, siteId?: number): boolean {
  return may({ grants: grantsOf(person.roles) }, right, access, siteId);
}

/** Analysts read campaigns and nothing else. */
export function firstScreen(person: Me, siteId: number): string {
  return mayOn(person, 'articles', 'read', siteId) ? articlesAddress(siteId) : campaignsAddress(siteId);
}

/** The right on every site, as owners of all sites have it. */
export function mayOnAll(person: Me, right: Right, access: Access): boolean {
  const roles = person.roles.filter(({ site_id }) => site_id === null);
  return may({ grants: grantsOf(roles) }, right, access);
}

/** Authors: their right covers articles that they have created, until these are published. */
export function isAuthorOnly(person: Me, siteId: number): boolean {
  return isLimitedToOwn({ grants: grantsOf(person.roles) }, 'articles', siteId);
}
