/** The receivers of “Receive notifications”, each run as a program: they accept only genuine requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationJson } from '../../src/core/notification.ts';
import { messageHeaders } from '../../src/features/webhooks/message.ts';
import { newSecret } from '../../src/features/webhooks/secrets.ts';
import { newClient } from '../../src/outbound/post.ts';
import { freshDatabase, webhookTools } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { type Block, blocksOf, ROOT } from '../guide.ts';
import { interpreters, type Language, missing } from '../interpreters.ts';
import { dataFolder, freePort, masthead } from '../process.ts';

const GUIDE = 'docs/guides/receive-notifications.md';
const WRITTEN_ADDRESS = 'http://localhost:8080/hooks';
const PROGRAMS: Record<string, { program: string; file: string; args(file: string, port: number): string[] }> = {
  js: { program: process.execPath, file: 'receiver.mjs', args: (file) => [file] },
  python: { ...interpreters.python, file: 'receiver.py', args: (file) => [file] },
  // Without mbstring.
  php: { ...interpreters.bare_php, file: 'receive.php', args: (file, port) => ['-n', '-S', `127.0.0.1:${port}`, file] },
};

const NEEDED: Record<string, Language> = { python: 'python', php: 'bare_php' };

const folder = dataFolder();
const secret = newSecret();
const client = newClient(webhookTools());
const children: ChildProcess[] = [];

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/masthead'));
  for (const name of ['express', 'fastify'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => {
  client.stop();
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a receiver and waits until it listens. */
async function started({ language, code }: Block) {
  const { program, file, args } = PROGRAMS[language] ?? { program: '', file: '', args: () => [] };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const path = join(folder, `${children.length}-${file}`);
  writeFileSync(path, code);
  const env = { ...process.env, WEBHOOK_SECRET: secret, WEBHOOK_URL: url, PORT: String(port) };
  const child = spawn(program, args(path, port), { env, cwd: folder, stdio: 'pipe' });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  await expect.poll(() => isListening(port), { message: path }).toBe(true);
  return { url, output: () => output };
}

/** Signed and sent by the service's own code. */
async function send(url: string, body: string, changes: { env?: string; action?: string; sent?: string } = {}) {
  const { env = 'production', action = 'publish', sent = body } = changes;
  const message = { action, body, bytes: Buffer.from(body), deliveryId: 1, attempt: 1, version: 1 };
  const webhook = { url, signature_encoding: 'hex', extra_headers: false };
  const secrets = { current: secret, next: null, previous: null };
  const headers = messageHeaders({ wireWord: 'service', env }, webhook, secrets, message, new Date());
  return (await client.post(url, url, headers, Buffer.from(sent))).status;
}

describe('a receiver of the guide', () => {
  const receivers = Object.keys(PROGRAMS).flatMap((language) =>
    blocksOf(GUIDE, language).filter(({ marks }) => marks.includes('receiver')),
  );

  it('exists for each way that the guide names', () => {
    expect(receivers.map(({ language }) => language)).toEqual(['js', 'js', 'js', 'js', 'python', 'php']);
  });

  it.for(receivers)('accepts only genuine requests: $language, $code', async (block, { skip }) => {
    const reason = block.language === 'js' ? null : missing(NEEDED[block.language] ?? 'python');
    skip(reason !== null, reason ?? '');
    const { url, output } = await started(block);
    const body = notificationJson({ action: 'publish', article: { id: 42, title: 'Ångström ΑΣ İ 🐟', tags: ['ÅÄÖ'] } });
    expect(await send(url, body)).toBe(204);
    await expect.poll(output).toContain('publish 42');
    const forged = body.replace('42', '43');
    expect(forged.length).toBe(body.length);
    expect(await send(url, body, { sent: forged })).toBe(401);
    expect(await send(url, body, { env: 'staging' })).toBe(401);
    expect(await send(url, body.replace('42', '44'))).toBe(204);
    await expect.poll(output).toContain('publish 44');
    expect(output()).not.toContain('publish 43');
  });

  it('accepts the notification of the guide’s command', async () => {
    const [first] = receivers;
    const [block] = blocksOf(GUIDE, 'sh').filter(({ marks }) => marks.includes('trigger'));
    if (!first || !block) throw new Error('The guide has no receiver, or no command.');
    const { url, output } = await started(first);
    const file = join(folder, 'secret.txt');
    writeFileSync(file, `${secret}\n`);
    const [, , ...words] = block.code.replace(WRITTEN_ADDRESS, url).replace('secret.txt', file).trim().split(' ');
    const ended = await masthead(words, { DATABASE_URL: databaseUrl(await freshDatabase()) });
    expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('Answer: 204')]);
    expect(output()).toContain('publish 1');
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
