/** Notifications over TLS by the real program: only to a receiver with a valid certificate. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, freshDatabase } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { isThere } from '../guide.ts';
import { dataFolder, type Service, startService } from '../process.ts';

const hasTools = isThere('openssl');
const folder = dataFolder();
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
const received: string[] = [];
const connections = new Set<Socket>();
let service: Service;
let port: number;
let server: Server | undefined;
afterAll(() => void server?.close());

beforeAll(async () => {
  if (!hasTools) return;
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, ...names, '-out', certificate], { stdio: 'pipe' });
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    connections.add(request.socket);
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push(JSON.parse(body).article.title);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port; // a TCP server's address
  const database = await freshDatabase();
  const env = { DATABASE_URL: databaseUrl(database), WEBHOOK_ALLOW_PRIVATE: '1', NODE_EXTRA_CA_CERTS: certificate };
  service = await startService(env);
});

async function manage(method: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/v1/manage${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' ? null : JSON.parse(text);
}

it.skipIf(!hasTools)('reach the name in the certificate, over a reused connection', async () => {
  const { site } = await manage('POST', '/sites', { site: { name: 'x', url: 'https://x.example' } });
  const { section } = await manage('POST', `/sites/${site.id}/sections`, { section: { name: 'x' } });
  const hook = async (host: string) =>
    (await manage('POST', `/sites/${site.id}/webhooks`, { webhook: { url: `https://${host}:${port}/` } })).webhook;
  // The certificate does not name the address.
  const [right, wrong] = [await hook('localhost'), await hook('127.0.0.1')];
  const publish = (title: string) =>
    manage('POST', `/sites/${site.id}/articles`, { article: { title, section_id: section.id, state: 'published' } });
  const titles = ['Åland', 'Öland', 'Gotland'];
  for (const title of titles) {
    await publish(title);
    await expect.poll(() => received.at(-1)).toBe(title);
  }
  expect(received).toEqual(titles);
  expect(connections.size).toBe(1);
  const deliveries = async ({ id }: { id: number }) =>
    (await manage('GET', `/sites/${site.id}/webhooks/${id}/deliveries`)).deliveries;
  await expect
    .poll(async () => (await deliveries(right)).map(({ state }: { state: string }) => state))
    .toEqual(Array(3).fill('delivered'));
  await expect.poll(async () => (await deliveries(wrong)).at(-1).attempts).toBeGreaterThan(0);
  for (const { state } of await deliveries(wrong)) expect(state).toBe('pending');
});
