/** Looks up the media of an address. Addresses are immutable, so a result is valid until the site changes. */
import { LRUCache } from 'lru-cache';
import { type FileAddress, filePath } from '../../core/media-address.ts';
import type { Db } from '../../db/connect.ts';
import type { KnownSite, SiteVersions } from '../../db/site-versions.ts';
import { siteById } from '../sites/queries.ts';
import { type ServedMedia, servedMedia } from './queries.ts';

export interface FoundMedia extends Omit<ServedMedia, 'variants'> {
  hash: string;
  /** Cached stored pictures. */
  variants: Set<string>;
}

/** Also finds private files: the caller checks `is_open`. */
export type MediaLookup = (address: FileAddress) => Promise<FoundMedia | null>;

interface Known {
  media: FoundMedia;
  site: KnownSite;
  version: number;
}

/** At most 10 MB, with 64 variants each. */
const MOST_KNOWN = 2_000;

export function createLookup(db: Db, versions: SiteVersions): MediaLookup {
  const known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  return async (address) => {
    const path = filePath(address);
    const found = known.get(path);
    if (found && found.site.version === found.version) return found.media;
    known.delete(path);
    const row = await siteById(db, Number(address.dir.slice('sites/'.length)));
    if (!row) return null;
    // Learned before the item is read: a change in between makes the entry stale.
    const site = versions.learn(row);
    const { version } = site;
    const media = await servedMedia(db, address);
    if (!media) return null;
    const entry = { ...media, hash: media.sha256.toString('hex'), variants: new Set(media.variants) };
    if (media.is_open) known.set(path, { media: entry, site, version });
    return entry;
  };
}
