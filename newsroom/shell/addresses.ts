/** The addresses of the screens, below `/newsroom`. */

export const ARTICLES = '/sites/:siteId/articles';
export const ARTICLE = '/sites/:siteId/articles/:uid';
export const INVITATION = '/invitations/:token';
export const PASSWORD_RESET = '/password-resets/:token';
export const SHARED = '/shared/:campaign/:token';
export const SIGNED_IN = '/signed-in';
export const PROFILE = '/profile';
export const PEOPLE = '/people';
export const AUDIT = '/audit';
export const KEYS = '/keys';
export const OPERATIONS = '/operations';
export const NEW_SITE = '/new-site';
export const SETTINGS = '/sites/:siteId/settings';

export function nounPath(noun: string): string {
  return `/sites/:siteId/${noun}`;
}

/** The list of a noun, such as `pages`; or one of it, or a new one. */
export function nounAddress(siteId: number, noun: string, id?: number | 'new'): string {
  return `/sites/${siteId}/${noun}${id === undefined ? '' : `/${id}`}`;
}

export function calendarAddress(siteId: number): string {
  return `/sites/${siteId}/calendar`;
}

export function campaignsAddress(siteId: number): string {
  return nounAddress(siteId, 'campaigns');
}

/** One campaign, or a part of it: `settings`. */
export function campaignAddress(siteId: number, id: number, part?: 'settings' | 'entries' | 'links'): string {
  return `${nounAddress(siteId, 'campaigns', id)}${part ? `/${part}` : ''}`;
}

/** The queue of moderators, or one of it. */
export function inboxAddress(siteId: number, uid?: string): string {
  return `/sites/${siteId}/inbox${uid === undefined ? '' : `/${uid}`}`;
}

export function mediaAddress(siteId: number): string {
  return nounAddress(siteId, 'media');
}

export function articlesAddress(siteId: number): string {
  return `/sites/${siteId}/articles`;
}

export function newArticleAddress(siteId: number): string {
  return `/sites/${siteId}/articles/new`;
}

export function articleAddress(siteId: number, uid: string): string {
  return `/sites/${siteId}/articles/${uid}`;
}

export function profileAddress(): string {
  return PROFILE;
}

export function peopleAddress(): string {
  return PEOPLE;
}

export function operationsAddress(): string {
  return OPERATIONS;
}

export function keysAddress(): string {
  return KEYS;
}

export function personAddress(id: number): string {
  return `${PEOPLE}/${id}`;
}

/** Links to hand over: whole addresses. */
export function invitationLink(token: string): string {
  return `${location.origin}/newsroom/invitations/${token}`;
}

export function resetLink(token: string): string {
  return `${location.origin}/newsroom/password-resets/${token}`;
}

export function newSiteAddress(): string {
  return NEW_SITE;
}

export function settingsAddress(siteId: number): string {
  return `/sites/${siteId}/settings`;
}

export function auditAddress(): string {
  return AUDIT;
}
