/** A new installation and the service with the demo, from their start to their end, and the data folder of root. */
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../src/db/embedded/open.ts';
import { ADMIN } from './app.ts';
import { masthead } from './command.ts';
import { dataFolder, kill, masthead as mastheadProcess, postmaster, startService } from './process.ts';

it.skipIf(process.getuid?.() !== 0)('a doctor names the folder that root really uses', async () => {
  const closed = dataFolder();
  chmodSync(closed, 0o700);
  const own = { DATA_DIR: join(closed, 'data'), PORT: '0', LOG_LEVEL: 'warn' };
  const before = await masthead(['doctor'], own);
  const folder = /data folder (\/var\/lib\/masthead\/\w+),/.exec(before.out)?.[1] ?? '';
  expect([folder, before.out]).toEqual([expect.stringMatching(/./), expect.stringContaining('none yet')]);
  try {
    const migrated = await masthead(['migrate'], own);
    expect([migrated.code, migrated.err]).toEqual([0, `The database is in ${folder}.\n`]);
    expect((await masthead(['doctor'], own)).out).toMatch(/ok +schema/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a new installation, using only the command line', () => {
  const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'warn' };
  const run = async (...args: string[]) => {
    const ended = await masthead(args, env);
    expect(ended.code, ended.err).toBe(0);
    return ended.out;
  };

  it('is migrated, gets a site and keys, and passes the doctor', async () => {
    expect(await run('migrate', '--status')).toMatch(/0101_ground\.sql\s+pending/);
    expect((await masthead(['key', 'list'], env)).err).toContain('run `masthead migrate` first');
    expect((await masthead(['doctor'], env)).out).toMatch(/WRONG\s+schema/);
    expect(await run('migrate')).toContain('applied 0101_ground.sql');
    // One server for the commands that follow, each of which would start and stop its own.
    const kept = await openEmbedded(env.DATA_DIR, { purpose: 'command', log: () => {} });
    const again = await masthead(['migrate'], env);
    expect([again.out, again.err]).toEqual(['The schema is up to date.\n', `The database is in ${env.DATA_DIR}.\n`]);
    expect(await run('migrate', '--status')).toMatch(/0101_ground\.sql\s+applied 20/);
    expect(
      await run(
        'site',
        'create',
        '--name',
        'Posten',
        '--url',
        'https://p.example',
        '--time-zone',
        'Europe/Oslo',
        '--closed',
      ),
    ).toContain('Site 1');
    expect(await run('site', 'list')).toMatch(/1\s+Posten\s+https:\/\/p\.example\s+en\s+Europe\/Oslo\s+key/);
    const key = (await run('key', 'create', '--name', 'Web', '--scope', 'content:read', '--site', '1')).trim();
    expect(key).toMatch(/^mh_[\w-]{43}$/);
    const listed = await run('key', 'list');
    expect(listed).toMatch(/1\s+Web\s+content:read\s+1\s+never\s+never/);
    expect(listed).not.toContain(key);
    expect(await run('doctor')).toContain('No problems found.');
    await kept.stop();
    const service = await startService(env);
    expect((await fetch(`${service.url}/v1/sites/1/authors?api_key=${key}`)).status).toBe(200);
    await run('key', 'revoke', '1');
    expect((await fetch(`${service.url}/v1/sites/1/authors?api_key=${key}`)).status).toBe(401);
    expect((await masthead(['key', 'revoke', '1'], env)).err).toContain('There is no such API key');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
    expect(postmaster(env.DATA_DIR)).toBeNull();
  });
});

describe('the service', () => {
  const env = { DATA_DIR: dataFolder(), DEMO: '1' };

  it('fills the demo once, prints where it is, refuses a second one, and stops cleanly', async () => {
    const { MASTHEAD_ADMIN_TOKEN: _, ...without } = { ...env, MASTHEAD_ADMIN_TOKEN: '' };
    const first = await startService({ ...without, MASTHEAD_ADMIN_TOKEN: '' });
    expect(first.output()).toMatch(/content API {2}\S+\/v1\/sites\/1\n/);
    const token = first.output().match(/admin token {2}(\S+)/)?.[1] ?? '';
    expect(readFileSync(join(env.DATA_DIR, 'demo-admin-token'), 'utf8').trim()).toBe(token);
    expect(first.output()).toMatch(/owner {8}owner@harbourpost.example {2}\S+\n.*editor.*\n.*author.*\n.*analyst/);
    expect(first.output()).toMatch(/setup code {3}\S{14}\n/);
    const sites = await fetch(`${first.url}/v1/manage/sites`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await sites.json()) as { sites: unknown[] }).sites).toHaveLength(1);
    const second = await mastheadProcess(['start'], { ...env, PORT: '0' });
    expect([second.code, second.err.trim().split('\n').length]).toEqual([75, 1]);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${first.url}/metrics`)).text()).toMatch(/masthead_jobs\{what="done"\} \d+/);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(first.output()).not.toContain('Warning');
    expect(first.output()).toMatch(/Masthead is stopping\..*\nMasthead has stopped\.\n$/);
    const again = await startService({ ...env, MASTHEAD_ADMIN_TOKEN: '' });
    expect(again.output()).toContain(token);
    for (const noun of [
      'authors',
      'article-categories',
      'pages',
      'issues',
      'events',
      'featured-item-containers',
      'sections',
    ]) {
      const answer = (await (await fetch(`${again.url}/v1/sites/1/${noun}`)).json()) as { meta: { count: number } };
      expect(answer.meta.count, noun).toBeGreaterThan(1);
    }
    again.child.kill('SIGINT');
    expect((await again.ended).code).toBe(0);
    expect(existsSync(join(env.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('finishes requests in flight when stopped, and closes their connections', async () => {
    const service = await startService(env);
    const slow = await import('node:http').then(
      (http) =>
        new Promise<unknown[]>((resolve, reject) => {
          const body = JSON.stringify({ page: { name: 'Slow' } });
          const headers = {
            authorization: `Bearer ${ADMIN}`,
            'content-type': 'application/json',
            'content-length': body.length,
          };
          const request = http.request(
            `${service.url}/v1/manage/sites/1/pages`,
            { method: 'POST', headers },
            (response) => {
              response.resume();
              resolve([response.statusCode, response.headers.connection]);
            },
          );
          request.on('error', reject);
          request.write(body.slice(0, 5));
          setTimeout(() => kill(service.child.pid ?? 0, 'SIGTERM'), 200);
          setTimeout(() => request.end(body.slice(5)), 700);
        }),
    );
    expect(slow).toEqual([201, 'close']);
    expect((await service.ended).code).toBe(0);
  });

  it('says when its port is taken, exit 75', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo; // a TCP server's address
    const { code, err } = await mastheadProcess(['start'], { ...env, PORT: String(port) });
    other.close();
    expect([code, err]).toEqual([75, expect.stringContaining('in use by another program; set PORT')]);
  });
});
