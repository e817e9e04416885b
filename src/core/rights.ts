/** Who asks, and what they may do. */
import { forbidden } from './errors.ts';

/** The rights of the contract; a difference between the two lists does not compile where they meet. */
export type Scope = 'content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'admin';

export interface Caller {
  /** `key:12`, `admin token`, or null for someone who showed nothing. Stable: remembered answers belong to it. */
  name: string | null;
  scopes: readonly Scope[];
  sites: 'all' | readonly number[];
}

export const nobody: Caller = { name: null, scopes: [], sites: [] };
export const adminToken: Caller = { name: 'admin token', scopes: ['admin'], sites: 'all' };

const INCLUDED: Partial<Record<Scope, readonly Scope[]>> = {
  admin: ['content:read', 'analytics:read', 'manage:read', 'manage:write'],
  'manage:write': ['manage:read'],
};

export function may(caller: Caller, scope: Scope): boolean {
  return caller.scopes.some((held) => held === scope || INCLUDED[held]?.includes(scope));
}

export function reaches(caller: Caller, siteId: number): boolean {
  return caller.sites === 'all' || caller.sites.includes(siteId);
}

/** A key can hand on only what it holds itself: neither a right nor a site more. */
export function mayGrant(caller: Caller, scopes: readonly Scope[], sites: Caller['sites']): boolean {
  const sitesHeld = caller.sites === 'all' || (sites !== 'all' && sites.every((site) => reaches(caller, site)));
  return sitesHeld && scopes.every((scope) => may(caller, scope));
}

export function refuseBroughtId(id: number | undefined, caller: Caller): void {
  if (id !== undefined && !may(caller, 'admin')) {
    throw forbidden('Bringing an id along needs a token with the scope admin; leave the id out.');
  }
}
