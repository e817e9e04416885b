/** The root page: redirects people with a session to the newsroom, and shows others the addresses of the service. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { PAGE_POLICY } from './files.ts';
import { mountRead } from './health.ts';
import { sessionTokensIn } from './session-cookie.ts';

const FOLDER = new URL('../../public/welcome/', import.meta.url);

export function mountWelcome(app: FastifyInstance, publicUrl: () => string): void {
  const page = readFileSync(fileURLToPath(new URL('index.html', FOLDER)));
  const style = readFileSync(fileURLToPath(new URL('welcome.css', FOLDER)));
  mountRead(app, '/', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'Cookie' });
    // The cookie of an expired session redirects to the newsroom too, which asks the person to sign in again.
    if (sessionTokensIn(request.headers.cookie ?? '', publicUrl()).length > 0) return reply.redirect('/newsroom');
    return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page);
  });
  mountRead(app, '/welcome.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  );
}
