/** The web app at /newsroom: one page for all its addresses, and the files of the build, whose names carry a hash of their content. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { PLAYERS } from '../core/players.ts';
import { bestCoding, type Coding, isKnown } from './encode.ts';
import { mountRead } from './health.ts';
import { shippedFile } from './shipped-files.ts';

/** Made by the build; missing in a checkout that was not built. */
const BUILT = fileURLToPath(new URL('../../dist/newsroom/', import.meta.url));
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NONCE_BYTES = 16;
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};
const ENDINGS: Record<Coding, string> = { br: '.br', gzip: '.gz' };
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='2' fill='%231d1c1a'/%3E%3Cpath d='M3 4h10M3 12.5h10' stroke='%23fcfbf8'/%3E%3Cpath d='M3 7.5h10M3 9.5h10' stroke='%23fcfbf8' stroke-width='.6'/%3E%3C/svg%3E";

export interface NewsroomOptions {
  wireWord: string;
  version: string;
  publicUrl: () => string;
  /** The base of the addresses of media, if it differs. */
  mediaPublicUrl?: string | null;
}

/** The manifest that scripts/build-newsroom.mjs writes. */
interface Manifest {
  /** Sets the theme before the first paint. */
  theme: string;
  script: string;
  style: string;
  /** The chunks that the script imports, to be loaded with it. */
  preload: string[];
  files: string[];
}

export function mountNewsroom(app: FastifyInstance, options: NewsroomOptions): void {
  const manifest = builtManifest();
  if (!manifest) return;
  mountBuiltFiles(app, manifest.files);
  const page = pageOf(manifest, options);
  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    reply.header('content-security-policy', policyWith(nonce, options.publicUrl())).header('cache-control', 'no-store');
    return reply.type('text/html; charset=utf-8').send(page(nonce));
  };
  mountRead(app, '/newsroom', sendPage);
  mountRead(app, '/newsroom/*', sendPage);
}

function builtManifest(): Manifest | null {
  const path = join(BUILT, 'manifest.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Compressed by the build; sent as it is, with its length, so that `encodeAnswer` leaves it alone. */
function mountBuiltFiles(app: FastifyInstance, names: string[]): void {
  // Read at start, because a build while the service runs removes the files that its page names.
  const files = new Map(names.map((name) => [name, builtFile(name)]));
  mountRead(app, '/newsroom/_/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string }; // by the address
    const file = files.get(name);
    // An unknown file is not answered with the page, which no browser can run as a script.
    if (!file) throw notFound('There is no such file; the newsroom may have been updated. Reload the page.');
    const coding = bestCoding(request.headers['accept-encoding'] ?? '');
    const etag = `"${name}${coding ? ENDINGS[coding] : ''}"`;
    reply.headers({ 'cache-control': IMMUTABLE, etag, vary: 'Accept-Encoding' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const body = file[coding ?? 'plain'];
    if (coding) reply.header('content-encoding', coding);
    return reply.type(file.type).header('content-length', body.length).send(body);
  });
}

function builtFile(name: string) {
  const read = (ending: string) => shippedFile(join(BUILT, name + ending)).body;
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { type, plain: read(''), br: read(ENDINGS.br), gzip: read(ENDINGS.gzip) };
}

/** Everything but the nonce and the public address is known at start. */
function pageOf(
  { theme, script, style, preload }: Manifest,
  { wireWord, version, publicUrl, mediaPublicUrl }: NewsroomOptions,
) {
  const mediaUrl = () => (mediaPublicUrl ?? publicUrl()).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const file = (name: string) => `/newsroom/_/${name}`;
  const preloads = preload.map((name) => `<link rel="modulepreload" href="${file(name)}">`);
  return (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Masthead newsroom</title>
<link rel="icon" href="${ICON}">
<script src="${file(theme)}"></script>
<link rel="stylesheet" href="${file(style)}">
${preloads.join('\n')}
<script type="module" src="${file(script)}"></script>
</head>
<body>
<div id="newsroom" data-branded-prefix="${wireWord}" data-version="${version}" data-media-url="${mediaUrl()}" nonce="${nonce}"></div>
<noscript>The newsroom needs JavaScript. The management API does the same without it: see /docs.</noscript>
</body>
</html>
`;
}

/**
 * Mantine adds style elements, with the nonce. Style attributes stay allowed: HTML that is pasted from a word processor has its
 * formatting in them. Pictures may have another origin than a page that is opened by a loopback name.
 */
function policyWith(nonce: string, publicUrl: string): string {
  const players = [...new Set(PLAYERS.map(([host]) => `https://${host}`))];
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: https: ${origin}`,
    `media-src 'self' https: ${origin}`,
    "connect-src 'self'",
    `frame-src 'self' ${players.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
