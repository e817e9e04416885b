/** `/previews/{token}`: the page of a preview, open to anyone with the link. Nothing of it is cached or indexed. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../core/errors.ts';
import { PLAYERS } from '../core/players.ts';
import type { Db } from '../db/connect.ts';
import { endedPage, previewPage } from '../features/previews/page.ts';
import { shownPreview } from '../features/previews/present.ts';
import { NOT_INDEXED } from './default-headers.ts';
import { serve, staticFile } from './files.ts';
import type { Limits } from './limits.ts';

export interface PreviewPageOptions {
  db: Db;
  limits: Limits;
  now: () => Date;
}

const FRAMES = [...new Set(PLAYERS.map(([host]) => `https://${host}`))].join(' ');

/** No scripts. The style attributes of the text are sanitised; players are those that articles may contain. */
function policy(media: string): string {
  return [
    "default-src 'none'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' https: data: ${media}`,
    `media-src 'self' https: ${media}`,
    `frame-src ${FRAMES}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

export function mountPreviews(app: FastifyInstance, { db, limits, now }: PreviewPageOptions): void {
  const style = fileURLToPath(new URL('../../public/preview/preview.css', import.meta.url));
  serve(app, '/previews/preview.css', staticFile(style), () => undefined);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/previews/:token',
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      limits.countStranger(request, reply);
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': NOT_INDEXED });
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy(''));
      const { token } = request.params as { token: string }; // by its route
      try {
        const shown = await shownPreview(db, { token, base: '', now: now() });
        reply.header('content-security-policy', policy(originOf(shown.site.media_url)));
        return reply.send(previewPage(shown));
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 404)) throw error;
        return reply.code(404).send(endedPage());
      }
    },
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
