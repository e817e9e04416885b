/** The sections of the newsroom: a new screen is one row here and one route in routes.tsx. */
import type { Access, Right } from '../../src/core/rights.ts';
import type { Words } from '../i18n/en.ts';
import type { IconName } from '../icons.tsx';
import {
  articlesAddress,
  auditAddress,
  calendarAddress,
  mediaAddress,
  nounAddress,
  peopleAddress,
  settingsAddress,
} from './addresses.ts';

export interface Destination {
  address: (siteId: number) => string;
  icon: IconName;
  label: (words: Words) => string;
  /** People without this right do not see the section. */
  right: Right;
  /** Default `read`. */
  access?: Access;
  /** The letter after `g`; some have none. */
  key?: string;
}

export const DESTINATIONS: readonly Destination[] = [
  { address: articlesAddress, icon: 'article', label: ({ nav }) => nav.articles, right: 'articles', key: 'a' },
  { address: calendarAddress, icon: 'calendar', label: ({ nav }) => nav.calendar, right: 'articles', key: 'c' },
  noun('pins', 'pin'),
  noun('issues', 'issue'),
  noun('containers', 'star'),
  noun('events', 'event'),
  { address: mediaAddress, icon: 'picture', label: ({ nav }) => nav.media, right: 'media', key: 'm' },
  noun('pages', 'page'),
  noun('sections', 'section'),
  noun('categories', 'tag'),
  noun('authors', 'person'),
  { address: peopleAddress, icon: 'people', label: ({ nav }) => nav.people, right: 'people' },
  { address: settingsAddress, icon: 'settings', label: ({ nav }) => nav.settings, right: 'site', access: 'write' },
  { address: auditAddress, icon: 'log', label: ({ nav }) => nav.audit, right: 'audit' },
];

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
