/** Files that come with Masthead: the reference and the guides at /docs, the client at /client.js, pictures of old demos. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { mountRead } from './health.ts';
import type { Limits } from './limits.ts';
import { shippedFile } from './shipped-files.ts';

const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
/** Made by the build; missing in a checkout that was not built. */
const CLIENT = fileURLToPath(new URL('../../dist/sdk/client.js', import.meta.url));
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};
const OPEN = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface StaticFile {
  body: Buffer;
  type: string;
  etag: string;
}

/** By address, as the router decodes it; no address can leave a folder. */
type Files = Map<string, StaticFile>;

export function mountFiles(app: FastifyInstance, limits: Pick<Limits, 'countUnknown'>): void {
  const policed = (reply: FastifyReply) => reply.header('content-security-policy', PAGE_POLICY);
  mountFolder(app, '/docs', docsFiles(), policed, limits);
  mountFolder(app, '/files/demo', demoFiles(), (reply) => reply.headers(OPEN), limits);
  if (existsSync(CLIENT)) {
    serve(app, '/client.js', staticFile(CLIENT), (reply) => reply.headers(OPEN));
  }
}

function docsFiles(): Files {
  const files: Files = new Map();
  for (const [path, file] of filesBelow(join(PUBLIC, 'reference'))) files.set(path === 'index.html' ? '' : path, file);
  const guidePage = staticFile(join(PUBLIC, 'reference/guide.html'));
  for (const [path, file] of filesBelow(DOCS)) {
    const guide = guideOf(path);
    if (guide === null) files.set(path, file);
    else files.set(guide, guidePage).set(`${guide}.md`, file);
  }
  return files;
}

/** Demos of 0.1.0 refer to these names; their pictures are the same. */
function demoFiles(): Files {
  const pictures = filesBelow(join(PUBLIC, 'demo'));
  return new Map(pictures.map(([path, file]) => [path.replace(/\.webp$/, '.svg'), file]));
}

/** One route for a folder: a route for each of its files took a quarter of the time that it takes to make an application. */
function mountFolder(
  app: FastifyInstance,
  url: string,
  files: Files,
  addHeaders: (reply: FastifyReply) => unknown,
  limits: Pick<Limits, 'countUnknown'>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path = '' } = request.params as { '*'?: string }; // by the address
    const file = files.get(path.replace(/\/$/, ''));
    if (file) return sendFile(reply, file, addHeaders);
    limits.countUnknown(request, reply);
    throw notFound('There is nothing at this address.');
  };
  if (files.has('')) mountRead(app, url, handler);
  mountRead(app, `${url}/*`, handler);
}

/** `articles.md` and `guides/read-your-content.md` are pages of one folder, decisions of another. */
function guideOf(path: string): string | null {
  return path.endsWith('.md') ? `guides/${path.replace(/^guides\//, '').replace(/\.md$/, '')}` : null;
}

export function serve(
  app: FastifyInstance,
  url: string,
  file: StaticFile,
  addHeaders: (reply: FastifyReply) => unknown,
): void {
  mountRead(app, url, async (_request, reply) => sendFile(reply, file, addHeaders));
}

function sendFile(reply: FastifyReply, file: StaticFile, addHeaders: (reply: FastifyReply) => unknown): FastifyReply {
  addHeaders(reply.type(file.type).header('etag', file.etag).header('cache-control', 'public, max-age=300'));
  return reply.send(file.body);
}

function filesBelow(folder: string): [path: string, file: StaticFile][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && extension(path) in TYPES)
    .map((path) => [relative(folder, path).split(sep).join('/'), staticFile(path)]);
}

export function staticFile(path: string): StaticFile {
  const { body, hash } = shippedFile(path);
  return { body, type: TYPES[extension(path)] ?? 'application/octet-stream', etag: `"${hash}"` };
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
