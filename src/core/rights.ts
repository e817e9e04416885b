/** Actors and their rights. The same table of rights applies to people, by their roles, and to keys, by their scopes. */
import type { AuditAction, AuditNoun } from './audit.ts';
import { forbidden } from './errors.ts';

/** Scopes and rights of the contract; a difference between the two lists does not compile where they meet. */
export type Scope = 'content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'guest:write' | 'admin';

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
  /** The library of media, and its private files; the others are open to all. */
  | 'media'
  | 'campaigns'
  | 'webhooks'
  | 'sources'
  /** Accounts in social networks, whose tokens spend money. */
  | 'networks'
  /** Offering articles for a source; only keys of a source can use it. */
  | 'guest'
  | 'site'
  /** Creating and deleting sites. */
  | 'sites'
  | 'keys'
  | 'people'
  /** The audit log, which is only read. */
  | 'audit';

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
    sources: 'write',
    networks: 'write',
    guest: 'write',
    site: 'write',
    sites: 'write',
    keys: 'write',
    people: 'write',
    audit: 'read',
  },
  editor: {
    analytics: 'read',
    articles: 'write',
    content: 'write',
    media: 'write',
    campaigns: 'write',
    webhooks: 'write',
    sources: 'write',
    networks: 'read',
    site: 'read',
  },
  author: { articles: 'own', content: 'read', media: 'own', site: 'read' },
  // The name and the time zone of the site, for its figures.
  analyst: { analytics: 'read', campaigns: 'read', site: 'read' },
};

export const SCOPE_RIGHTS: Record<Scope, Rights> = {
  admin: ROLE_RIGHTS.owner,
  'manage:write': {
    articles: 'write',
    content: 'write',
    media: 'write',
    campaigns: 'write',
    webhooks: 'write',
    sources: 'write',
    networks: 'read',
    site: 'write',
  },
  'manage:read': {
    articles: 'read',
    content: 'read',
    media: 'read',
    campaigns: 'read',
    webhooks: 'read',
    sources: 'read',
    networks: 'read',
    site: 'read',
  },
  'guest:write': { guest: 'write' },
  'analytics:read': { analytics: 'read' },
  'content:read': { published: 'read' },
};

/** For messages: the scope with the fewest other rights. */
export function leastScope(right: Right, access: Access): Scope {
  const scopes = ['content:read', 'analytics:read', 'manage:read', 'manage:write', 'guest:write'] as const;
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
  /** The id of the person or the key. */
  id: number | null;
  /** `person:3`, `key:12`, `admin token`; null for anonymous callers. It never changes: stored answers (Idempotency-Key) belong to it. */
  name: string | null;
  /** The client address of a request. */
  address: string | null;
  /** The id of the request; null for the command line and the timer. */
  requestId: string | null;
  /** The name of the person or the key. */
  label: string | null;
  grants: readonly Grant[];
  /** Of a key that writes for a source. */
  source?: SourceOfKey;
  /** Of someone with a link: the only campaign that it shows. */
  campaignId?: number;
  /** Set while many changes are recorded as one entry of the audit log. */
  run?: AuditRun;
}

/** The entry that the changes of a batch or an import are counted in. */
export interface AuditRun {
  /** Unique to the run. */
  key: string;
  noun: AuditNoun;
  id?: number;
  action: AuditAction;
  /** The run records its own changes; changes of commands that it calls are not counted again. */
  isCountedApart?: boolean;
}

/** The origin of a request. */
export type Origin = Pick<Actor, 'address' | 'requestId'>;
export const NOWHERE: Origin = { address: null, requestId: null };

const everything: readonly Grant[] = [{ sites: 'all', rights: ROLE_RIGHTS.owner }];

export const stranger = ({ address, requestId }: Origin): Actor => ({
  kind: 'stranger',
  id: null,
  name: null,
  address,
  requestId,
  label: null,
  grants: [],
});
export const adminToken = ({ address, requestId }: Origin): Actor => ({
  kind: 'admin token',
  id: null,
  name: 'admin token',
  address,
  requestId,
  label: null,
  grants: everything,
});
export const commandLine: Actor = {
  kind: 'command line',
  id: null,
  name: 'command line',
  ...NOWHERE,
  label: null,
  grants: everything,
};
/** For schedules and clean-ups. */
export const timer: Actor = { ...commandLine, kind: 'timer', name: 'timer' };

/** Tokens of links begin with it, so that other keys are not looked up among them. */
export const LINK_PREFIX = 'mhl_';

/** Someone with a link to a campaign. Not a key: what they read counts by their address. */
export function linkActor(link: { id: number; campaign_id: number; site_id: number }, origin: Origin): Actor {
  const grants: Grant[] = [{ sites: [link.site_id], rights: { analytics: 'read' } }];
  return { ...stranger(origin), name: `link:${link.id}`, grants, campaignId: link.campaign_id };
}

/** The source that a key writes for. */
export interface SourceOfKey {
  site_id: number;
  id: number;
}

export interface KeyGrant {
  id: number;
  name: string;
  scopes: readonly Scope[];
  sites: Sites;
  source?: SourceOfKey | null;
}

export function keyActor({ id, name: label, scopes, sites, source }: KeyGrant, { address, requestId }: Origin): Actor {
  const grants = grantsOfKey(scopes, sites);
  return { kind: 'key', id, name: `key:${id}`, address, requestId, label, grants, ...(source ? { source } : {}) };
}

export function grantsOfKey(scopes: readonly Scope[], sites: Sites): Grant[] {
  return scopes.map((scope) => ({ sites, rights: SCOPE_RIGHTS[scope] }));
}

/** `site_id` null means all sites. */
export interface SiteRole {
  site_id: number | null;
  role: Role;
}

export interface RolesOfPerson {
  id: number;
  name: string;
  roles: readonly SiteRole[];
}

export function personActor({ id, name: label, roles }: RolesOfPerson, { address, requestId }: Origin): Actor {
  return { kind: 'person', id, name: `person:${id}`, address, requestId, label, grants: grantsOf(roles) };
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

/** Every site on which the actor has any right. */
export function reachedSites({ grants }: Pick<Actor, 'grants'>): Sites {
  const reached = grants.map(({ sites }) => sites);
  return reached.includes('all') ? 'all' : [...new Set(reached.flatMap((sites) => (sites === 'all' ? [] : sites)))];
}

/** On one site, or on any. */
export function may(actor: Pick<Actor, 'grants'>, right: Right, access: Access, siteId?: number): boolean {
  const sites = sitesWith(actor, right, access);
  if (sites === 'all') return true;
  return siteId === undefined ? sites.length > 0 : sites.includes(siteId);
}

/** True when the right on this site covers only items that the actor has created. */
export function isLimitedToOwn({ grants }: Pick<Actor, 'grants'>, right: Right, siteId: number): boolean {
  const held = grants.filter(({ sites, rights }) => includes(sites, siteId) && rights[right] !== undefined);
  return held.length > 0 && held.every(({ rights }) => rights[right] === 'own');
}

/** Whether the actor has any right on the site: others learn nothing about it, not even that it exists. */
export function reaches({ grants }: Actor, siteId: number): boolean {
  return grants.some(({ sites }) => includes(sites, siteId));
}

/** A key gets no right and no site that its creator does not have. */
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
export function refuseGivenId(id: number | undefined, actor: Actor, siteId?: number): void {
  if (id !== undefined && !may(actor, 'keys', 'write', siteId)) {
    throw forbidden('Setting an id needs a token with the scope admin; omit the id.');
  }
}

/** For what concerns the installation: new sites, which belong to nobody yet, and the demo. */
export function refuseOwnerOfSome(actor: Actor): void {
  if (sitesWith(actor, 'sites', 'write') !== 'all')
    throw forbidden('Only an owner of all sites, or a token for all sites, can do this.');
}

function includes(sites: Sites, siteId: number): boolean {
  return sites === 'all' || sites.includes(siteId);
}

function covers(held: Level | undefined, access: Access): boolean {
  return held === 'write' || held === 'own' || (held === 'read' && access === 'read');
}

/** Articles that authors no longer change or preview: a change of a scheduled article would be published without an editor. */
export function isOnlyForEditors(state: string): boolean {
  return state === 'published' || state === 'scheduled';
}
