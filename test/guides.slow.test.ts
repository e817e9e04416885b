/** The README's tour and the guides are true: marked examples are run, with each page's settings. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toConfig } from '../src/config.ts';
import { ADMIN } from './app.ts';
import { hasBrowser, launchBrowser } from './browser.ts';
import { withClient } from './database.ts';
import { type Block, blocksOf, isThere, ROOT } from './guide.ts';
import { addressed, bash, isRun, type Place, runs } from './guide-shell.ts';
import { dataFolder, freePort, type Service, startService } from './process.ts';

const NOTIFICATIONS = 'docs/guides/receive-notifications.md';
const FEEDS = 'docs/guides/feeds.md';
const EMAIL = 'docs/guides/email.md';
const TRACKERS = 'docs/guides/trackers.md';
const FOR_REAL = 'docs/guides/run-it-for-real.md';
const hasTools = ['bash', 'curl'].every(isThere);
const hasPostgresTools = ['createuser', 'createdb', 'dropdb'].every(isThere);

interface PostgresServer {
  url: string;
  version: string;
  stop(): Promise<void>;
}

describe.skipIf(!hasTools)('commands of the documentation', () => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-guides-'));
    chmodSync(folder, 0o711); // as root the embedded PostgreSQL of a guide runs under another account
    folders.push(folder);
    return folder;
  };
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  // Both services fill it if it is empty, and leave the demo in it as it was.
  const demoData = dataFolder();

  describe('beside a plain `npm start`', () => {
    let place: Place;
    beforeAll(async () => {
      place = await demo({ DATA_DIR: demoData }, newFolder());
    });
    afterAll(() => stopped(place?.service));

    it('in “Read your content”, on the command line', async () => {
      await runs(place, blocksOf('docs/guides/read-your-content.md', 'sh').filter(isRun));
    });

    it('in “Read your content”, with the client', async () => {
      const { folder } = place;
      const blocks = blocksOf('docs/guides/read-your-content.md', 'ts').filter(isRun);
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(join(ROOT, 'dist/masthead-client'), join(folder, 'node_modules/masthead-client'));
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
      writeFileSync(join(folder, 'guide.ts'), blocks.map(({ code }) => addressed(place, code)).join('\n'));
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
      const compiled = spawnSync(process.execPath, [tsc, ...options, 'guide.ts'], { cwd: folder, encoding: 'utf8' });
      expect(compiled.stdout).toBe('');
      const { stdout } = await promisify(execFile)(process.execPath, ['guide.js'], { cwd: folder });
      expect(stdout).toContain('new: The lighthouse walk, step by step');
      expect(stdout).toContain('404 There is no such article.');
    });

    it.skipIf(!hasBrowser)('in “Read your content”, in a page', async () => {
      const browser = await launchBrowser();
      try {
        for (const { code } of blocksOf('docs/guides/read-your-content.md', 'html').filter(isRun)) {
          const page = await browser.newPage();
          const complaints: string[] = [];
          page.on('pageerror', (error) => complaints.push(String(error)));
          const pages = createServer((_request, response) => {
            response.setHeader('content-type', 'text/html').end(addressed(place, code));
          });
          await once(pages.listen(0, '127.0.0.1'), 'listening');
          await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
          await page.locator('article').first().waitFor({ state: 'attached' });
          expect(await page.locator('article').first().textContent()).toMatch(/\S.{20}/s);
          expect(complaints).toEqual([]);
          await page.close();
          pages.close();
        }
      } finally {
        await browser.close();
      }
    });

    it('in the README’s tour, twice, which leaves the demo as it was', async () => {
      const before = await served(place);
      const tour = blocksOf('README.md', 'sh').filter(isRun);
      await runs(place, tour);
      expect(await served(place)).toEqual(before);
      await runs(place, tour);
      expect(await served(place)).toEqual(before);
    });

    it('in “Let a partner send articles”', async () => {
      await runs(place, blocksOf('docs/guides/guest-api.md', 'sh').filter(isRun));
    });

    it('in “Let readers send texts and pictures”', async () => {
      await runs(place, blocksOf('docs/guides/upload-form.md', 'sh').filter(isRun));
    });

    it('in “Read your analytics”', async () => {
      await runs(place, blocksOf('docs/guides/read-your-analytics.md', 'sh').filter(isRun));
    });
  });

  it('in “Receive notifications”: the receiver of the guide gets published articles', async () => {
    const place = await demo({ ...startedWith(NOTIFICATIONS), DATA_DIR: demoData }, newFolder());
    place.receiverPort = await freePort();
    const [receiver] = blocksOf(NOTIFICATIONS, 'js');
    writeFileSync(join(place.folder, 'receiver.mjs'), receiver?.code ?? '');
    mkdirSync(join(place.folder, 'node_modules'));
    symlinkSync(ROOT, join(place.folder, 'node_modules/masthead'));
    try {
      await runs(place, blocksOf(NOTIFICATIONS, 'sh').filter(isRun));
      expect(readFileSync(join(place.folder, 'background.log'), 'utf8')).toContain('update 1\n');
    } finally {
      await stopped(place.service);
    }
  });

  it('in “Take articles from feeds”, with simulated feeds', async () => {
    const place = await demo({ ...startedWith(FEEDS), DATA_DIR: demoData }, newFolder());
    place.receiverPort = await freePort();
    try {
      await runs(place, blocksOf(FEEDS, 'sh').filter(isRun));
    } finally {
      await stopped(place.service);
    }
  });

  it('in “Take articles by e-mail”, with messages that curl sends', async () => {
    const mailPort = await freePort();
    const settings = { ...startedWith(EMAIL), SMTP_PORT: String(mailPort), DATA_DIR: demoData };
    const place = { ...(await demo(settings, newFolder())), mailPort };
    try {
      await runs(place, blocksOf(EMAIL, 'sh').filter(isRun));
    } finally {
      await stopped(place.service);
    }
  });

  it('in “Collect posts from social networks”, with simulated networks', async () => {
    const receiverPort = await freePort();
    const settings = startedWith(TRACKERS);
    const NETWORK_URLS = (settings.NETWORK_URLS ?? '').replaceAll(':8080', `:${receiverPort}`);
    const place = await demo({ ...settings, NETWORK_URLS, DATA_DIR: demoData }, newFolder());
    place.receiverPort = receiverPort;
    try {
      await runs(place, blocksOf(TRACKERS, 'sh').filter(isRun));
    } finally {
      await stopped(place.service);
    }
  });

  describe('in “Run it for real”', () => {
    let server: PostgresServer;
    let place: Place;
    beforeAll(async () => {
      const path = '../scripts/postgres-server.mjs'; // it has no types
      const postgresPort = await freePort();
      server = await (await import(path)).startServer({ port: postgresPort, user: 'postgres' });
      const folder = newFolder();
      await makeDatabase(server, { folder, postgresPort });
      const port = String(await freePort());
      const settings = filledIn(folder);
      const DATABASE_URL = (settings.DATABASE_URL ?? '').replace(':5432', `:${postgresPort}`);
      const env = { ...settings, DATABASE_URL, PORT: port, LOG_LEVEL: 'silent' };
      // Its first line has the public address, which does not exist.
      place = { service: { ...(await startService(env)), url: `http://127.0.0.1:${port}` }, env, folder, postgresPort };
    });
    afterAll(async () => {
      await stopped(place?.service);
      await server?.stop();
    });

    it('the first start names the next step', () => {
      expect(place.service.output()).toContain('npx masthead site create');
    });

    it('on the command line', async () => {
      await runs(
        place,
        blocksOf(FOR_REAL, 'sh').filter((block) => isRun(block) && !isDump(block)),
      );
    });

    it('for a backup and its restoration', async ({ skip }) => {
      const [, major = '0'] =
        /(\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
      const isOld = Number(major) < Number.parseInt(server.version, 10);
      skip(isOld || !hasPostgresTools, 'there are no PostgreSQL tools here that are as new as the server');
      await runs(
        place,
        blocksOf(FOR_REAL, 'sh').filter((block) => isRun(block) && isDump(block)),
      );
    });
  });

  it('as settings, which are refused until the secret key is set', () => {
    expect(() => toConfig(settingsOf(FOR_REAL))).toThrow('SECRET_KEY');
    const settings = filledIn(newFolder());
    expect(toConfig(settings)).toMatchObject({ serviceEnv: 'production', trustProxy: ['127.0.0.1'], demo: false });
    const known = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
    expect(Object.keys(settings).filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  });

  it.skipIf(!isThere('systemd-analyze'))('as a unit of systemd', () => {
    const folder = newFolder();
    const [block] = blocksOf(FOR_REAL, 'ini').filter(({ marks }) => marks.includes('systemd'));
    const unit = (block?.code ?? '')
      .replaceAll('/opt/masthead/service', ROOT.replace(/\/$/, ''))
      .replace('/usr/bin/node', process.execPath)
      .replace('User=masthead', 'User=root');
    writeFileSync(join(folder, 'masthead.service'), unit);
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'masthead.service')], {
      encoding: 'utf8',
    });
    expect([checked.status, checked.stderr.includes('masthead.service:')], checked.stderr).toEqual([0, false]);
  });
});

/** The settings that a page puts before `npm start`. */
function startedWith(page: string): Record<string, string> {
  const [start] = blocksOf(page, 'sh').filter(({ marks }) => marks.includes('service'));
  expect(start?.code.trim().split(' ').at(-2)).toBe('npm');
  return Object.fromEntries([...(start?.code ?? '').matchAll(/(?:^|\s)(\w+)=(\S+)/g)].map(([, ...pair]) => pair));
}

/** The service as `npm start` runs it, with what a page says to put before it. */
async function demo(settings: Record<string, string> & { DATA_DIR: string }, folder: string): Promise<Place> {
  const service = await startService({ LOG_LEVEL: 'silent', ...settings, DEMO: '1' });
  return { service, env: { DATA_DIR: settings.DATA_DIR }, folder };
}

async function stopped(service: Service | undefined): Promise<void> {
  service?.child.kill('SIGTERM');
  await service?.ended;
}

/** What readers and editors see of the demo. */
async function served({ service }: Place): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${ADMIN}` };
  const read = async (path: string) => {
    const answer = (await (await fetch(service.url + path, { headers })).json()) as { meta?: { as_of?: string } };
    // Every write moves it, also one that is undone.
    delete answer.meta?.as_of;
    return answer as object;
  };
  const { site } = (await read('/v1/manage/sites/1')) as { site: Record<string, unknown> };
  const { name, url, api_key_required } = site;
  const lists = ['/v1/sites/1/articles?fields=id', '/v1/sites/1/authors', '/v1/manage/sites/1/articles?fields=uid'];
  return [{ name, url, api_key_required }, ...(await Promise.all(lists.map(read)))];
}

/** Role and database as the guide makes them, or in SQL where the programs for it are not installed. */
async function makeDatabase(server: PostgresServer, where: Pick<Place, 'folder' | 'postgresPort'>): Promise<void> {
  const blocks = blocksOf(FOR_REAL, 'sh').filter(({ marks }) => marks.includes('postgres'));
  expect(blocks).toHaveLength(1);
  if (!hasPostgresTools) {
    return withClient({ connectionString: server.url }, async (client) => {
      await client.query(`create role masthead login`);
      await client.query(`create database masthead owner masthead encoding 'UTF8' template template0`);
    });
  }
  const { code, text } = await bash({ ...where, env: {} }, blocks);
  expect(code, text).toBe(0);
}

function settingsOf(page: string): Record<string, string> {
  const [block] = blocksOf(page, 'ini').filter(({ marks }) => marks.includes('settings'));
  return parsed(block?.code ?? '');
}

/** The settings after the guide's own command has put a secret key in. */
function filledIn(folder: string): Record<string, string> {
  const file = join(folder, 'masthead.env');
  const [settings] = blocksOf(FOR_REAL, 'ini').filter(({ marks }) => marks.includes('settings'));
  const [command] = blocksOf(FOR_REAL, 'sh').filter(({ marks }) => marks.includes('secret'));
  writeFileSync(file, settings?.code ?? '');
  const key = Buffer.alloc(32, 0xff).toString('base64'); // slashes and an equals sign
  const script = `sudo() { "$@"; }\nopenssl() { echo '${key}'; }\n${command?.code.replace('/etc/masthead.env', file)}`;
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const filled = parsed(readFileSync(file, 'utf8'));
  expect(filled.SECRET_KEY).toBe(key);
  return filled;
}

function parsed(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s, 2)),
  );
}

function isDump({ marks }: Block): boolean {
  return marks.includes('pg_dump');
}
