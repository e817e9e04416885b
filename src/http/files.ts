/** Files that come with Masthead: the reference and the guides at /docs, the client at /client.js, pictures of old demos. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';

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

/** The files are few and known at start. Each is a route, so no address can leave the folder. */
export function mountFiles(app: FastifyInstance): void {
  const policed = (reply: FastifyReply) => reply.header('content-security-policy', PAGE_POLICY);
  for (const [path, file] of filesBelow(join(PUBLIC, 'reference'))) {
    serve(app, path === 'index.html' ? '/docs' : `/docs/${path}`, file, policed);
  }
  const guidePage = staticFile(join(PUBLIC, 'reference/guide.html'));
  for (const [path, file] of filesBelow(DOCS)) {
    const url = guideUrl(path);
    if (url === null) {
      serve(app, `/docs/${path}`, file, policed);
      continue;
    }
    serve(app, url, guidePage, policed);
    serve(app, `${url}.md`, file, policed);
  }
  // Demos of 0.1.0 refer to these names; their pictures are the same.
  for (const [path, file] of filesBelow(join(PUBLIC, 'demo')))
    serve(app, `/files/demo/${path.replace(/\.webp$/, '.svg')}`, file, (reply) => reply.headers(OPEN));
  if (existsSync(CLIENT)) {
    serve(app, '/client.js', staticFile(CLIENT), (reply) => reply.headers(OPEN));
  }
}

/** `articles.md` and `guides/read-your-content.md` are pages of one folder, decisions of another. */
function guideUrl(path: string): string | null {
  return path.endsWith('.md') ? `/docs/guides/${path.replace(/^guides\//, '').replace(/\.md$/, '')}` : null;
}

export function serve(
  app: FastifyInstance,
  url: string,
  file: StaticFile,
  addHeaders: (reply: FastifyReply) => unknown,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (_request, reply) => {
      addHeaders(reply.type(file.type).header('etag', file.etag).header('cache-control', 'public, max-age=300'));
      return reply.send(file.body);
    },
  });
}

function filesBelow(folder: string): [path: string, file: StaticFile][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && extension(path) in TYPES)
    .map((path) => [relative(folder, path).split(sep).join('/'), staticFile(path)]);
}

export function staticFile(path: string): StaticFile {
  const body = readFileSync(path);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, type: TYPES[extension(path)] ?? 'application/octet-stream', etag: `"${hash}"` };
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
