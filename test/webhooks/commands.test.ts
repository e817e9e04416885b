/** The commands for webhooks, against a service on the same database and a receiver on loopback. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { kysely, openPool } from '../../src/db/connect.ts';
import { openSecrets } from '../../src/features/webhooks/secrets.ts';
import { type Received, receiver, status, type TestReceiver } from '../../src/features/webhooks/testing/receiver.ts';
import { verify } from '../../src/sdk/webhooks.ts';
import { freshDatabase, type TestApp, testApp, webhookTools } from '../app.ts';
import { masthead } from '../command.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, freePort, launch, masthead as mastheadProcess } from '../process.ts';
import { slowTest } from '../slow.ts';

const folder = dataFolder();
const secret = 'whsec_dGhlIHNlY3JldCBvZiB0aGVzZSB0ZXN0cw==';
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, `${secret}\n`);
let app: TestApp;
let target: TestReceiver;
let site: number;
let section: number;
let env: Record<string, string>;

beforeAll(async () => {
  const database = await freshDatabase();
  const pool = openPool(database, 'command', () => {});
  const secrets = await openSecrets(kysely(pool), null);
  await pool.end();
  env = { DATABASE_URL: databaseUrl(database), WEBHOOK_ALLOW_PRIVATE: '1' };
  app = await testApp({ webhooks: webhookTools({ secrets }) }, { database, isWorking: true, isSending: true });
  target = await receiver();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
});

async function run(args: string[], code = 0) {
  const ended = await masthead(args, env);
  expect(ended.code, `${args.join(' ')}\n${ended.out}\n${ended.err}`).toBe(code);
  return ended;
}

async function publish(title: string, more: object = {}): Promise<number> {
  const article = { title, section_id: section, state: 'published', ...more };
  return (await app.manage('POST', `/sites/${site}/articles`, { article })).article.id;
}

const genuine = ({ headers, body }: Received, url: string, key = secret, accepted = 'production') =>
  verify({ headers, body }, { secret: key, url, env: accepted, scheme: 'interface' });

describe('masthead trigger', () => {
  it('sends a sample when nothing is published, signed with a secret that it prints', async () => {
    const url = `${target.url}/sample`;
    const { out } = await mastheadProcess(['trigger', 'publish', '--to', url, '--env', 'production'], env);
    const printed = /Secret for this run: (\S+)/.exec(out)?.[1] ?? '';
    const [sent] = target.at('/sample');
    expect(sent && genuine(sent, url, printed)).toMatchObject({
      ok: true,
      notification: { article: { title: 'A sample article' } },
    });
    expect(out).toMatch(/X-Service-Action: publish\n.*Answer: 204, \d+ ms/s);
  });

  it('sends a real article, and exits 1 with the response when it is refused', async () => {
    await publish('Older');
    const id = await publish('Ångström', { body: '<p>ÅÄÖ</p>' });
    const url = `${target.url}/real`;
    const to = ['--to', url, '--secret-file', secretFile];
    await run(['trigger', 'update', ...to]);
    target.answer.with = status(418);
    const { out } = await run(['trigger', 'unpublish', ...to, '--article', String(id)], 1);
    target.answer.with = status(204);
    expect(out).toContain('Answer: 418');
    expect(out).toContain('answer 418');
    const [update, unpublish] = target.at('/real');
    expect(update && genuine(update, url, secret, 'development')).toMatchObject({
      ok: true,
      notification: { action: 'update', article: { id, title: 'Ångström' } },
    });
    expect(unpublish?.body).toBe(`{"action":"unpublish","article":{"id":${id}}}`);
    expect((await run(['trigger', 'publish', ...to, '--article', '999'], 1)).err).toContain('999 is not published');
  });
});

describe('masthead webhook', () => {
  it('registers, lists, pauses, resumes and removes; replay, trigger and verify use the registered webhook', async () => {
    const url = `${target.url}/registered `;
    const added = await run(['webhook', 'add', '--site', String(site), '--url', url, '--action', 'publish']);
    const [, id = ''] = /Webhook (\d+) of site/.exec(added.err) ?? [];
    const made = added.out.trim();
    expect(made).toMatch(/^whsec_\S{44}$/);
    expect((await run(['webhook', 'pause', id])).out).toContain('paused');
    await publish('While it is paused');
    expect((await run(['webhook', 'list'])).out).toMatch(/registered\s+publish\s+paused \(person\)\s+1\s+never/);
    expect(target.at('/registered')).toEqual([]);
    await run(['webhook', 'resume', id]);
    await expect.poll(() => target.at('/registered').length).toBe(1);
    const [sent] = target.at('/registered');
    expect(sent && genuine(sent, url, made)).toMatchObject({ ok: true });

    const shown = () => app.manage('GET', `/sites/${site}/webhooks/${id}`);
    await expect.poll(async () => (await shown()).webhook.health.pending).toBe(0);
    const replayed = await run(['replay', '--webhook', id, '--since', '2020-01-01']);
    expect(replayed.out).toContain('3 notification(s)');
    await expect.poll(() => target.at('/registered').length).toBe(4);
    expect((await run(['replay', '--webhook', id, '--since', '2020-01-01', '--only', 'failed'])).out).toContain(
      '0 not',
    );

    // A key that the running service does not have yet affects nothing.
    const early = { ...env, SECRET_KEY: 'k'.repeat(32) };
    expect((await masthead(['trigger', 'update', '--webhook', id, '--env', 'production'], early)).code).toBe(0);
    const last = target.at('/registered').at(-1);
    expect(last && genuine(last, url, made)).toMatchObject({ ok: true, notification: { action: 'update' } });
    const file = saved(last);
    expect((await run(['verify', '--webhook', id, '--request', file])).out).toMatch(/^Genuine: update of article \d+/);
    const wrong = ['--webhook', id, '--url', url.trim(), '--request', file];
    expect((await run(['verify', ...wrong], 1)).out).toContain('--explain');
    const { out } = await run(['verify', '--explain', ...wrong], 1);
    expect(out).toContain('The registered address ends in a space.');
    expect(out).toContain('webhook-signature matches');

    await run(['webhook', 'remove', id]);
    expect((await run(['webhook', 'remove', id], 1)).err).toContain('There is no such webhook');
  });
});

describe('masthead verify', () => {
  it('reads the body from a file, headers from options, the secret from standard input, and the receiver’s own signature', async () => {
    const body = join(folder, 'body.json');
    writeFileSync(body, '{"action":"unpublish","article":{"id":7}}');
    const header = (name: string, value: string) => ['--header', `X-Service-${name}: ${value}`];
    const shown = '0'.repeat(64);
    const args = ['verify', '--explain', '--url', 'https://r.example', '--secret-file', '-', '--body', body];
    const headers = [...header('Action', 'unpublish'), ...header('Env', 'production'), ...header('Signature', shown)];
    const ended = await masthead([...args, ...headers, '--computed', shown], env, secret);
    expect([ended.code, ended.err]).toEqual([1, '']);
    expect(ended.out).toContain('no common mistake');
    expect(ended.out).toContain('post|unpublish|production|https://r.example|{"action":"unpublish"');
  });
});

slowTest(
  'masthead listen forwards in order, waits for a receiver that is down, and prints where it stopped',
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/local`;
    const which = ['--site', String(site), '--forward-to', url, '--secret-file', secretFile];
    const { child, output, ended } = launch(['listen', ...which, '--env', 'production'], env);
    await expect.poll(output).toContain('Listening to site');
    const id = await publish('Herring');
    await app.manage('PATCH', `/sites/${site}/articles/${id}`, { article: { title: 'Cod', state: 'published' } });
    await expect.poll(output).toContain('trying until it answers');
    const received: Received[] = [];
    let failures = 1;
    const server = http.createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      received.push({ headers: request.headers, body } as Received); // what is looked at below
      response.writeHead(failures-- > 0 ? 500 : 204).end();
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    await expect.poll(() => received.length).toBe(3);
    const verdicts = received.map((one) => genuine(one, url));
    expect(verdicts).toMatchObject([
      { notification: { action: 'publish', article: { id, title: 'Herring' } } },
      { notification: { action: 'publish', article: { title: 'Herring' } } },
      { notification: { action: 'update', article: { title: 'Cod' }, attempt: 1 } },
    ]);
    await expect.poll(output).toMatch(/publish .* 500, \d+ ms, trying again\n.*publish .* 204, \d+ ms\nupdate .* 204/);
    child.kill('SIGINT');
    const { code, out } = await ended;
    const version = (verdicts[2] as { notification: { version: number } }).notification.version;
    expect([code, out]).toEqual([0, expect.stringContaining(`--since ${version}`)]);

    const again = launch(['listen', ...which, '--since', String(version - 2), '--section', String(section)], env);
    await expect.poll(() => received.length).toBe(5);
    expect(received[3]?.body).toBe(received[0]?.body);
    again.child.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
    server.close();
  },
);

it('an invalid command line gets an explanation and exit 64', async () => {
  const cases: [string[], string][] = [
    [['trigger'], 'Expected one of publish, update, unpublish'],
    [['trigger', 'publish'], 'Give either --to URL or --webhook ID'],
    [['trigger', 'publish', '--to', 'ftp://x'], '--to must be an http or https address'],
    [['listen', '--site', '1'], '--forward-to'],
    [['listen', '--forward-to', 'http://localhost'], '--site must be a whole number'],
    [['replay', '--webhook', '1'], '--since'],
    [['replay', '--webhook', '1', '--since', 'lately'], '--since must be a time'],
    [['verify', '--url', 'https://x.example', '--secret', 'x'], '--request FILE or --body FILE'],
    [['webhook', 'add', '--site', '1', '--url', 'x', '--action', 'erase'], '--action'],
  ];
  const ended = await Promise.all(cases.map(([args]) => masthead(args, env)));
  expect(ended.map(({ code, err }) => [code, err])).toEqual(
    cases.map(([, message]) => [64, expect.stringContaining(message)]),
  );
});

function saved(request: Received | undefined): string {
  const file = join(folder, 'request.http');
  const { rawHeaders = [], body = '' } = request ?? {};
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  writeFileSync(file, `POST /registered HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return file;
}
