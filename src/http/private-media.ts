/**
 * Who may read media that are not open to everyone: those who may read the library, with a session or a key, and holders of
 * the link to a preview that shows them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { manageApi } from '../contract/routes.ts';
import { RequestError } from '../core/errors.ts';
import { filePath } from '../core/media-address.ts';
import type { Db } from '../db/connect.ts';
import type { FoundMedia, MediaLookup } from '../features/media/lookup.ts';
import { previewShows } from '../features/previews/present.ts';
import type { Authorize } from './authorize.ts';
import type { Limits } from './limits.ts';

export interface PrivateMediaOptions {
  db: Db;
  lookup: MediaLookup;
  authorize: Authorize;
  limits: Limits;
  now: () => number;
}

/** The format of `newToken`. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** To others a private file is as good as none. */
const REFUSED = [401, 403, 404];

export function readableMedia({ db, lookup, authorize, limits, now }: PrivateMediaOptions) {
  async function isPreviewed({ site_id }: FoundMedia, path: string, request: FastifyRequest, reply: FastifyReply) {
    const token = tokenIn(request);
    if (token === null) return false;
    limits.countStranger(request, reply);
    return previewShows(db, { token, siteId: site_id, path }, new Date(now()));
  }

  async function isReader({ site_id }: FoundMedia, request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.cookie === undefined && request.headers.authorization === undefined) return false;
    try {
      await authorize(manageApi.media.list, request, reply, site_id);
      return true;
    } catch (error) {
      if (error instanceof RequestError && REFUSED.includes(error.status)) return false;
      throw error;
    }
  }

  return (request: FastifyRequest, reply: FastifyReply): MediaLookup =>
    async (address) => {
      const found = await lookup(address);
      if (!found || found.is_open) return found;
      if (await isPreviewed(found, filePath(address), request, reply)) return found;
      return (await isReader(found, request, reply)) ? found : null;
    };
}

/** The token of a preview in the address. */
export function tokenIn({ query }: FastifyRequest): string | null {
  const { preview } = query as Record<string, unknown>; // parsed from the query string
  return typeof preview === 'string' && TOKEN.test(preview) ? preview : null;
}
