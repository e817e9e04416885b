/** The networks that sources can track. */
import type { Network } from '../core/intake/networks/networks.ts';
import { bluesky } from './bluesky.ts';
import type { Connector } from './connector.ts';
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';
import { youtube } from './youtube.ts';

export const CONNECTORS: Record<Network, Connector> = {
  x,
  mastodon,
  instagram,
  facebook,
  linkedin,
  bluesky,
  youtube,
  tiktok,
};
