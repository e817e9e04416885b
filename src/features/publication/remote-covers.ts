/** Covers on other servers, for sites that have them fetched: served from the library once they are in it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { filePath } from '../../core/media-address.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueueMany } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';

/** Fetches a picture and renders the article that shows it. */
export const remoteImageFetch = jobKind<{ site_id: number; url: string; article_id: number }>('media.fetch');

export const urlHash = (url: string) => createHash('sha256').update(url).digest();

/** Whether a cover is on another server, for a site that has those fetched. */
export function isFetched(site: Pick<Site, 'cache_remote_images'>, cover: string | null): cover is string {
  return site.cache_remote_images && cover !== null && /^https?:/i.test(cover);
}

/** The paths of covers that are in the library, by their address elsewhere; null for those that an editor deleted. */
export async function cachedCovers(tx: Tx, site: Site, covers: (string | null)[]): Promise<Map<string, string | null>> {
  const urls = covers.filter((cover) => isFetched(site, cover));
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; dir: string | null; name: string; ext: string }>`
    select url, dir, name, ext from remote_image
    left join media on media.site_id = remote_image.site_id and media.id = remote_image.media_id
    where remote_image.site_id = ${site.id} and (state = 'deleted' or (state = 'cached' and media_id is not null))
      and url_hash = any(${urls.map(urlHash)}::bytea[])`.execute(tx);
  return new Map(rows.map(({ url, dir, ...file }) => [url, dir === null ? null : filePath({ dir, ...file })]));
}

/** An address that failed permanently is not fetched again; one whose picture was deleted while nothing used it is. */
export async function fetchCoversLater(tx: Tx, site: Site, covers: { id: number; url: string }[]): Promise<void> {
  if (covers.length === 0) return;
  const urls = [...new Set(covers.map(({ url }) => url))];
  const { rows } = await sql<{ url: string }>`
    insert into remote_image as known (site_id, url_hash, url, state)
    select ${site.id}, url_hash, url, 'waiting' from unnest(${urls.map(urlHash)}::bytea[], ${urls}::text[]) as new(url_hash, url)
    on conflict (site_id, url_hash) do update set state = 'waiting', tries = 0
      where known.state = 'waiting' or (known.state = 'cached' and known.media_id is null)
    returning url`.execute(tx);
  const waiting = new Set(rows.map(({ url }) => url));
  const jobs = covers
    .filter(({ url }) => waiting.has(url))
    .map(({ id, url }) => ({
      key: `${site.id}:${urlHash(url).toString('hex')}`,
      payload: { site_id: site.id, url, article_id: id },
    }));
  await enqueueMany(tx, remoteImageFetch, jobs);
}
