/** The sections of the newsroom: a new screen is one row here and one route in router.tsx. */
import type { Right } from '../../src/core/rights.ts';
import type { Words } from '../i18n/en.ts';
import type { IconName } from '../icons.tsx';
import { articlesAddress } from './addresses.ts';

export interface Destination {
  address: (siteId: number) => string;
  icon: IconName;
  label: (words: Words) => string;
  /** Who lacks it does not see the section. */
  right: Right;
  /** The letter after `g`. */
  key: string;
}

export const DESTINATIONS: readonly Destination[] = [
  { address: articlesAddress, icon: 'article', label: ({ nav }) => nav.articles, right: 'articles', key: 'a' },
];
