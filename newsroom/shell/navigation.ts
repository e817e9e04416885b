/** The sections of the newsroom: a new screen is one row here and one route in routes.tsx. */
import type { Access, Right } from '../../src/core/rights.ts';
import type { Me } from '../../src/sdk/client.ts';
import type { Words } from '../i18n/en.ts';
import type { IconName } from '../icons.tsx';
import {
  articlesAddress,
  auditAddress,
  calendarAddress,
  campaignsAddress,
  inboxAddress,
  keysAddress,
  mediaAddress,
  nounAddress,
  operationsAddress,
  peopleAddress,
  settingsAddress,
} from './addresses.ts';
import { mayOn, mayOnAll } from './rights.ts';

export interface Destination {
  address: (siteId: number) => string;
  icon: IconName;
  label: (words: Words) => string;
  /** People without this right do not see the section. */
  right: Right;
  /** Only for people with the right on all sites. */
  isForAllSites?: boolean;
  /** Default `read`. */
  access?: Access;
  /** The letter after `g`; some have none. */
  key?: string;
  /** Shows how many articles wait. */
  hasBadge?: boolean;
}

export const DESTINATIONS: readonly Destination[] = [
  { address: articlesAddress, icon: 'article', label: ({ nav }) => nav.articles, right: 'articles', key: 'a' },
  {
    address: inboxAddress,
    icon: 'inbox',
    label: ({ nav }) => nav.inbox,
    right: 'sources',
    access: 'write',
    key: 'i',
    hasBadge: true,
  },
  { address: calendarAddress, icon: 'calendar', label: ({ nav }) => nav.calendar, right: 'articles', key: 'c' },
  noun('pins', 'pin'),
  noun('issues', 'issue'),
  noun('containers', 'star'),
  noun('events', 'event'),
  { address: mediaAddress, icon: 'picture', label: ({ nav }) => nav.media, right: 'media', key: 'm' },
  {
    address: (siteId) => nounAddress(siteId, 'sources'),
    icon: 'feed',
    label: ({ nav }) => nav.sources,
    right: 'sources',
    access: 'write',
  },
  noun('pages', 'page'),
  noun('sections', 'section'),
  noun('categories', 'tag'),
  noun('authors', 'person'),
  {
    address: campaignsAddress,
    icon: 'chart',
    label: ({ nav }) => nav.campaigns,
    right: 'campaigns',
  },
  {
    address: (siteId) => nounAddress(siteId, 'webhooks'),
    icon: 'send',
    label: ({ nav }) => nav.webhooks,
    right: 'webhooks',
    access: 'write',
  },
  { address: peopleAddress, icon: 'people', label: ({ nav }) => nav.people, right: 'people' },
  { address: keysAddress, icon: 'key', label: ({ nav }) => nav.keys, right: 'keys' },
  { address: settingsAddress, icon: 'settings', label: ({ nav }) => nav.settings, right: 'site', access: 'write' },
  {
    address: operationsAddress,
    icon: 'pulse',
    label: ({ nav }) => nav.operations,
    right: 'sites',
    isForAllSites: true,
  },
  { address: auditAddress, icon: 'log', label: ({ nav }) => nav.audit, right: 'audit' },
];

/** What a person may see of a site, and of the installation. */
export function destinationsFor(person: Me, siteId: number): Destination[] {
  return DESTINATIONS.filter(({ right, access = 'read', isForAllSites }) =>
    isForAllSites ? mayOnAll(person, right, access) : mayOn(person, right, access, siteId),
  );
}

/** Nouns that editors maintain; authors only choose them in their articles. */
function noun(name: keyof Words['nav'], icon: IconName): Destination {
  return {
    address: (siteId) => nounAddress(siteId, name),
    icon,
    label: ({ nav }) => nav[name],
    right: 'content',
    access: 'write',
  };
}
