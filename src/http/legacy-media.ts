/** Old addresses of imported files, and of thumbnails in the same form, redirect to the present ones (docs/media.md). */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../core/errors.ts';
import { filePath } from '../core/media-address.ts';
import type { Db } from '../db/connect.ts';
import { fileOfLegacyPath } from '../features/media/legacy.ts';
import type { MediaLookup } from '../features/media/lookup.ts';
import type { Limits } from './limits.ts';

export interface LegacyOptions {
  db: Db;
  limits: Limits;
  lookup: MediaLookup;
}

/** Such as `_s600x400_q80_noupscale` before the extension. */
const SIZE = /(_s\d{1,5}x\d{1,5}(?:_q\d{1,3})?(?:_noupscale)?)(\.[^./]+)$/;
/** The file may be imported or replaced later. */
const CACHED = 'public, max-age=3600';

export function mountLegacyMedia(app: FastifyInstance, { db, limits, lookup }: LegacyOptions): void {
  for (const kind of ['files', 'thumbs'] as const)
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${kind}/*`,
      config: { cors: 'open' },
      handler: async (request, reply) => {
        limits.refuseUnknown(request);
        const { '*': rest = '' } = request.params as Record<string, string>; // by the route
        const size = kind === 'thumbs' ? (SIZE.exec(rest)?.[1] ?? null) : '';
        const address = size === null ? null : await fileOfLegacyPath(db, `/files/${rest.replace(SIZE, '$2')}`);
        const found = address && (await lookup(address));
        if (address && found?.is_open && size !== null) {
          const present = filePath(address)
            .replace('/files/', `/${kind}/`)
            .replace(/(\.[a-z0-9]+)$/, `${size}$1`);
          return reply.header('cache-control', CACHED).redirect(present, 302);
        }
        limits.countUnknown(request, reply);
        throw notFound('There is nothing at this address.');
      },
    });
}
