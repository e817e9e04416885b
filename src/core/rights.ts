/** Actors and their rights. The same table of rights applies to people, by their roles, and to keys, by their scopes. */
import { forbidden } from './errors.ts';

/** Scopes and rights of the contract; a difference between the two lists does not compile where they meet. */
export type Scope = 'content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'admin';

/** The right that a row of the route table requires. */
export type Right =
  /** Nothing: anyone may call it. */
  | 'open'
  /** A session: it is about the signed-in person. */
  | 'self'
  /** The content API of a closed site. */
  | 'published'
  /** The analytics API. */
  | 'analytics'
  | 'articles'
  | 'content'
  /** The library of media; its files are open to all. */
  | 'media'
  | 'campaigns'
  | 'webhooks'
  | 'site'
  /** Creating and deleting sites. */
  | 'sites'
  | 'keys'
  | 'people';

export type Access = 'read' | 'write';
/** `own`: reads and writes only items that the person has created. */
type Level = Access | 'own';
type Rights = Partial<Record<Right, Level>>;

export const ROLES = ['owner', 'editor', 'author', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

/** The table of docs/people.md. */
export const ROLE_RIGHTS: Record<Role, Rights> = {
  owner: {
    published: 'read',
    analytics: 'read',
    articles: 'write',
    content: 'write',
    media: 'write',
    campaigns: 'write',
    webhooks: 'write',
    site: 'write',
    sites: 'write',
    keys: 'write',
    people: 'write',
  },
  editor: {
    analytics: 'read',
    articles: 'write',
    content: 'write',
    media: 'write',
    campaigns: 'write',
    webhooks: 'write',
    site: 'read',
  },
  author: { articles: 'own', content: 'read', media: 'own', site: 'read' },
  analyst: { analytics: 'read', campaigns: 'read' },
};

export const SCOPE_RIGHTS: Record<Scope, Rights> = {
  admin: ROLE_RIGHTS.owner,
  'manage:write': {
    articles: 'write',
    content: 'write',
    media: 'write',
    campaigns: 'write',
    webhooks: 'write',
    site: 'write',
  },
  'manage:read': {
    articles: 'read',
    content: 'read',
    media: 'read',
    campaigns: 'read',
    webhooks: 'read',
    site: 'read',
  },
  'analytics:read': { analytics: 'read' },
  'content:read': { published: 'read' },
};

/** For messages: the scope with the fewest other rights. */
export function leastScope(right: Right, access: Access): Scope {
  const scopes = ['content:read', 'analytics:read', 'manage:read', 'manage:write'] as const;
  return scopes.find((scope) => covers(SCOPE_RIGHTS[scope][right], access)) ?? 'admin';
}

/** For messages: `owners and editors`. */
export function rolesWith(right: Right, access: Access): string {
  const roles = ROLES.filter((role) => covers(ROLE_RIGHTS[role][right], access));
  const plurals = roles.map((role) => `${role}s`);
  return plurals.join(', ').replace(/, (\w+)$/, ' and $1');
}

export type Sites = 'all' | readonly number[];

/** Rights on some sites. */
export interface Grant {
  sites: Sites;
  rights: Rights;
}

/** The person, key or process that makes a change. Every command that writes takes one. */
export interface Actor {
  kind: 'person' | 'key' | 'admin token' | 'command line' | 'timer' | 'stranger';
  /** Of the person or the key. */
  id: number | null;
  /** `person:3`, `key:12`, `admin token`; null for a stranger. It never changes: stored answers (Idempotency-Key) belong to it. */
  name: string | null;
  /** The client address of a request. */
  address: string | null;
  grants: readonly Grant[];
}

const everything: readonly Grant[] = [{ sites: 'all', rights: ROLE_RIGHTS.owner }];

export const stranger = (address: string | null): Actor => ({
  kind: 'stranger',
  id: null,
  name: null,
  address,
  grants: [],
});
export const adminToken = (address: string | null): Actor => ({
  kind: 'admin token',
  id: null,
  name: 'admin token',
  address,
  grants: everything,
});
export const commandLine: Actor = {
  kind: 'command line',
  id: null,
  name: 'command line',
  address: null,
  grants: everything,
};
/** For schedules and clean-ups. */
export const timer: Actor = { kind: 'timer', id: null, name: 'timer', address: null, grants: everything };

export function keyActor(id: number, scopes: readonly Scope[], sites: Sites, address: string | null): Actor {
  const grants = scopes.map((scope) => ({ sites, rights: SCOPE_RIGHTS[scope] }));
  return { kind: 'key', id, name: `key:${id}`, address, grants };
}

/** `site_id` null means all sites. */
export interface SiteRole {
  site_id: number | null;
  role: Role;
}

export function personActor(id: number, roles: readonly SiteRole[], address: string | null): Actor {
  return { kind: 'person', id, name: `person:${id}`, address, grants: grantsOf(roles) };
}

export function grantsOf(roles: readonly SiteRole[]): Grant[] {
  return roles.map(({ site_id, role }) => ({
    sites: site_id === null ? 'all' : [site_id],
    rights: ROLE_RIGHTS[role],
  }));
}

/** The sites on which the actor has a right. */
export function sitesWith({ grants }: Pick<Actor, 'grants'>, right: Right, access: Access): Sites {
  const held = grants.filter(({ rights }) => covers(rights[right], access)).map(({ sites }) => sites);
  if (held.includes('all')) return 'all';
  return [...new Set(held.flatMap((sites) => (sites === 'all' ? [] : sites)))];
}

/** On one site, or on any. */
export function may(actor: Pick<Actor, 'grants'>, right: Right, access: Access, siteId?: number): boolean {
  const sites = sitesWith(actor, right, access);
  if (sites === 'all') return true;
  return siteId === undefined ? sites.length > 0 : sites.includes(siteId);
}

/** True when the right on this site covers only items that the actor has created. */
export function isLimitedToOwn({ grants }: Actor, right: Right, siteId: number): boolean {
  const held = grants.filter(({ sites, rights }) => includes(sites, siteId) && rights[right] !== undefined);
  return held.length > 0 && held.every(({ rights }) => rights[right] === 'own');
}

/** Whether the actor has any right on the site: others learn nothing about it, not even that it exists. */
export function reaches({ grants }: Actor, siteId: number): boolean {
  return grants.some(({ sites }) => includes(sites, siteId));
}

/** A key gets no right and no site that its maker does not have. */
export function mayGrant(actor: Actor, scopes: readonly Scope[], sites: Sites): boolean {
  return scopes.every((scope) =>
    Object.entries(SCOPE_RIGHTS[scope]).every(([right, level]) => {
      const held = sitesWith(actor, right as Right, level as Access); // the table above has no other names
      return within(sites, held);
    }),
  );
}

export function within(sites: Sites, others: Sites): boolean {
  return others === 'all' || (sites !== 'all' && sites.every((site) => others.includes(site)));
}

/** An id from another installation; only administrators have `keys`. */
export function refuseBroughtId(id: number | undefined, actor: Actor, siteId?: number): void {
  if (id !== undefined && !may(actor, 'keys', 'write', siteId)) {
    throw forbidden('Bringing an id along needs a token with the scope admin; leave the id out.');
  }
}

function includes(sites: Sites, siteId: number): boolean {
  return sites === 'all' || sites.includes(siteId);
}

function covers(held: Level | undefined, access: Access): boolean {
  return held === 'write' || held === 'own' || (held === 'read' && access === 'read');
}
