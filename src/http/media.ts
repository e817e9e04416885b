/** `/files/…`: the files of media; `/thumbs/…`: thumbnails. Addresses are immutable. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../core/addresses.ts';
import { byteRange } from '../core/byte-range.ts';
import { notFound, RequestError } from '../core/errors.ts';
import { parseFile } from '../core/media-address.ts';
import { pathsIn, withMovedPaths } from '../core/media-text.ts';
import type { Db } from '../db/connect.ts';
import type { SiteVersions } from '../db/site-versions.ts';
import { createLookup, type FoundMedia, type MediaLookup } from '../features/media/lookup.ts';
import { createThumbs } from '../features/media/thumbs.ts';
import { blobKey, type MediaTools } from '../features/media/tools.ts';
import { movedPaths } from '../features/publication/queries.ts';
import type { Caches } from './cache/caches.ts';
import { addVary, isKnown } from './encode.ts';
import { mountLegacyMedia } from './legacy-media.ts';
import { type PrivateMediaOptions, readableMedia, tokenIn } from './private-media.ts';
import { createLimiter } from './rate-limit.ts';

export interface MediaOptions extends Omit<PrivateMediaOptions, 'lookup'> {
  db: Db;
  versions: SiteVersions;
  media: MediaTools;
  caches: Pick<Caches, 'thumbs'>;
  now: () => number;
}

/** Shared caches revalidate within a day, so that erased files disappear by then. */
const CACHED = 'public, max-age=31536000, immutable, s-maxage=86400';
const BRIEFLY = 'public, max-age=5';
const PRIVATE = 'private, no-store';
/** The file may be replaced again. */
const MOVED = 'public, max-age=60';
/** Content of files must not run or load anything. */
const POLICY = "default-src 'none'; sandbox";
const UNSTORED_A_MINUTE = 30;
const NOTED_EVERY = 10 * 60_000;

export function mountMedia(app: FastifyInstance, options: MediaOptions): void {
  const { db, versions, media, now } = options;
  const lookup = createLookup(db, versions);
  const findFor = readableMedia({ ...options, lookup });
  const unstored = createLimiter(UNSTORED_A_MINUTE, now);
  const thumbs = createThumbs({
    ...{ db, tools: media, cache: options.caches.thumbs, now },
    mayHaveUnstored: (client) => !unstored.take(client).isExceeded,
    onUnstored: (error) => app.log.warn({ err: error }, 'A thumbnail could not be stored.'),
  });
  const noting = setInterval(() => void thumbs.noteUses().catch(() => undefined), NOTED_EVERY).unref();
  app.addHook('onClose', async () => {
    clearInterval(noting);
    await thumbs.finish();
    await thumbs.noteUses().catch(() => undefined);
  });
  const mount = (kind: 'files' | 'thumbs', send: Send) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${kind}/sites/:media_site/:media_name`,
      config: { cors: 'open' },
      handler: async (request, reply) => {
        const asked = { path: pathOf(kind, request), find: findFor(request, reply), request, reply };
        return orRedirect(db, asked, () => send(asked));
      },
    });
  mount('files', (asked) => sendFile(media, asked));
  mount('thumbs', sendThumb);
  mountLegacyMedia(app, { ...options, lookup });
  async function sendThumb({ path, find, request, reply }: Asked): Promise<FastifyReply> {
    addVary(reply, 'Accept');
    const { accept } = request.headers;
    const { body, mime, etag, isSubstitute, isOpen } = await thumbs.serve(path, {
      ...{ accept, client: clientNetwork(request.ip), find },
    });
    const caching = isSubstitute ? BRIEFLY : CACHED;
    reply.headers({ 'content-security-policy': POLICY, etag, 'cache-control': isOpen ? caching : PRIVATE });
    if (!isSubstitute && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(mime).header('content-length', body.length);
    return reply.send(request.method === 'HEAD' ? undefined : body);
  }
}

interface Asked {
  path: string;
  /** Finds the files that the caller may read. */
  find: MediaLookup;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Send = (asked: Asked) => Promise<FastifyReply>;

/** The address of a replaced file redirects to the new one. */
async function orRedirect(
  db: Db,
  { path, find, request, reply }: Asked,
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await send();
  } catch (error) {
    const [former] = isMissing(error) ? pathsIn(path) : [];
    const site = Number(former?.split('/')[3]);
    const moves = former ? await movedPaths(db, site, [former]) : new Map<string, string>();
    const target = parseFile(moves.get(former ?? '') ?? '');
    const found = target && (await find(target));
    if (!found) throw error;
    const token = tokenIn(request);
    reply.header('cache-control', found.is_open ? MOVED : PRIVATE);
    return reply.redirect(withMovedPaths(path, moves) + (token ? `?preview=${token}` : ''), 302);
  }
}

const isMissing = (error: unknown) => error instanceof RequestError && error.status === 404;

function pathOf(kind: 'files' | 'thumbs', { params }: FastifyRequest): string {
  const { media_site, media_name } = params as Record<string, string>; // by the route
  return `/${kind}/sites/${media_site}/${media_name}`;
}

async function sendFile(tools: MediaTools, { path, find, request, reply }: Asked): Promise<FastifyReply> {
  const address = parseFile(path);
  const found = address && (await find(address));
  if (!found) throw notFound('There is no such file.');
  const etag = `"${found.hash.slice(0, 32)}"`;
  const caching = { 'cache-control': found.is_open ? CACHED : PRIVATE };
  reply.headers({ 'content-security-policy': POLICY, ...caching, 'accept-ranges': 'bytes', etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, found);
  if (range === 'unsatisfiable') {
    reply.headers({ 'content-range': `bytes */${found.size}`, 'cache-control': 'no-store' });
    throw new RequestError(416, `The range is outside the file, which has ${found.size} bytes.`);
  }
  reply.type(found.mime);
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${found.size}`);
  reply.header('content-length', range === 'all' ? found.size : range.to - range.from + 1);
  if (request.method === 'HEAD') return reply.send();
  const stream = await tools.storage.get(blobKey(found.sha256), range === 'all' ? undefined : range);
  if (!stream) throw notFound('The bytes of this file are missing from the storage.');
  return reply.send(stream);
}

/** `If-Range` with another tag asks for the whole file. */
function rangeOf({ headers }: FastifyRequest, etag: string, { size }: FoundMedia) {
  const condition = headers['if-range'];
  return byteRange(condition === undefined || condition === etag ? headers.range : undefined, size);
}
