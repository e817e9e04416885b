/** The README's tour and the guides are true: what is marked to be run is run, against a service on a PostgreSQL of its own. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toConfig } from '../src/config.ts';
import { ADMIN } from './app.ts';
import { hasBrowser, launchBrowser } from './browser.ts';
import { type Block, blocksOf, isThere, ROOT } from './guide.ts';
import { dataFolder, freePort, type Service, startService } from './process.ts';

const WRITTEN_ADDRESS = /(http:\/\/)?localhost:4000/g;
const hasTools = ['bash', 'curl'].every(isThere);

interface PostgresServer {
  url: string;
  version: string;
  stop(): Promise<void>;
}

describe.skipIf(!hasTools)('what the documentation says to type', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-guides-'));
  chmodSync(folder, 0o711); // as root the embedded PostgreSQL of the guide runs under another account
  let server: PostgresServer;
  let service: Service;
  beforeAll(async () => {
    const path = '../scripts/postgres-server.mjs'; // it has no types
    server = await (await import(path)).startServer({ port: await freePort() });
    service = await startService({ DATABASE_URL: server.url, DATA_DIR: dataFolder(), DEMO: '1', LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    service?.child.kill('SIGTERM');
    await service?.ended;
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('in “Read your content”, on the command line', async () => {
    await runs(blocksOf('docs/guides/read-your-content.md', 'sh').filter(isRun));
  });

  it('in “Read your content”, with the client', async () => {
    const blocks = blocksOf('docs/guides/read-your-content.md', 'ts').filter(isRun);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(ROOT, 'dist/masthead-client'), join(folder, 'node_modules/masthead-client'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'guide.ts'), blocks.map(({ code }) => addressed(code)).join('\n'));
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
          response.setHeader('content-type', 'text/html').end(addressed(code));
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

  it('in the README’s tour', async () => {
    await runs(blocksOf('README.md', 'sh').filter(isRun));
    const open = { method: 'PATCH', body: '{"site": {"api_key_required": false}}' };
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    expect((await fetch(`${service.url}/v1/manage/sites/1`, { ...open, headers })).status).toBe(200);
  });

  it('in “Receive notifications”, on the command line', async () => {
    await runs(blocksOf('docs/guides/receive-notifications.md', 'sh').filter(isRun));
  });

  it('in “Read your analytics”', async () => {
    await runs(blocksOf('docs/guides/read-your-analytics.md', 'sh').filter(isRun));
  });

  it('in “Run it for real”', async () => {
    await runs(blocksOf('docs/guides/run-it-for-real.md', 'sh').filter((block) => isRun(block) && !isDump(block)));
  });

  it('in “Run it for real”, for a backup and its restoration', async ({ skip }) => {
    const [, major = '0'] =
      /(\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
    skip(Number(major) < Number.parseInt(server.version, 10), 'there is no pg_dump here that is as new as the server');
    await runs(blocksOf('docs/guides/run-it-for-real.md', 'sh').filter((block) => isRun(block) && isDump(block)));
  });

  it('as settings', () => {
    const [block] = blocksOf('docs/guides/run-it-for-real.md', 'ini').filter(({ marks }) => marks.includes('settings'));
    const settings = Object.fromEntries((block?.code.trim().split('\n') ?? []).map((line) => line.split(/=(.*)/s, 2)));
    expect(toConfig(settings)).toMatchObject({ serviceEnv: 'production', trustProxy: ['127.0.0.1'], demo: false });
    const known = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
    expect(Object.keys(settings).filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  });

  it.skipIf(!isThere('systemd-analyze'))('as a unit of systemd', () => {
    const [block] = blocksOf('docs/guides/run-it-for-real.md', 'ini').filter(({ marks }) => marks.includes('systemd'));
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

  /** Runs blocks one after the other in one shell; what `# prints` names must come, and no status that was not announced. */
  async function runs(blocks: Block[]): Promise<void> {
    expect(blocks.length).toBeGreaterThan(1);
    const { code, text, outputs, statuses } = await bash(blocks);
    expect(code, text).toBe(0);
    for (const [i, block] of blocks.entries()) {
      for (const [, expected = ''] of block.code.matchAll(/# prints (.*)$/gm)) expect(outputs[i]).toContain(expected);
      const announced = Number(block.marks.find((mark) => /^\d+$/.test(mark)) ?? 0);
      const failed = (statuses[i] ?? []).filter((status) => status >= 400);
      expect(failed, `${block.code}\n${outputs[i]}`).toEqual(announced ? [announced] : []);
    }
  }

  async function bash(blocks: Block[]) {
    const main = join(ROOT, 'dist/cli/main.js');
    const script = [
      'set -euo pipefail',
      `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@" 2>> statuses; }`,
      `npx() { shift; '${process.execPath}' '${main}' "$@"; }`,
      ': > statuses',
      ...blocks.map(({ code }) => `echo '──'; echo '──' >> statuses\n${addressed(code)}`),
    ].join('\n');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATABASE_URL: server.url, LOG_LEVEL: 'warn' };
    const child = execFile('bash', ['-c', script], { cwd: folder, env, maxBuffer: 50_000_000 });
    let [out, err] = ['', ''];
    child.stdout?.on('data', (part) => (out += part));
    child.stderr?.on('data', (part) => (err += part));
    const [code] = await once(child, 'close');
    const sent = existsSync(join(folder, 'statuses')) ? readFileSync(join(folder, 'statuses'), 'utf8') : '';
    const parts = (text: string) => text.split('──').slice(1);
    const statuses = parts(sent).map((part) => (part.match(/^\d{3}$/gm) ?? []).map(Number));
    return { code, text: `${out.slice(-2_000)}\n${err}\n${sent}`, outputs: parts(out), statuses };
  }

  function addressed(code: string): string {
    return code.replace(WRITTEN_ADDRESS, service?.url ?? '').replace('demo_…', ADMIN);
  }
});

function isRun({ marks }: Block): boolean {
  return marks.includes('run');
}

function isDump({ marks }: Block): boolean {
  return marks.includes('pg_dump');
}
