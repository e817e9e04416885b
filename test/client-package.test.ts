/** The client as users get it: from the packed package, without network and without any other package beside it. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './app.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const STATED_SIZE = /small: ([\d.]+) KB/;

const USE = `
import { createClient, MastheadError, type Article, type Walk } from 'masthead/client';
const site = createClient({ url: process.argv[2] ?? '' }).site(Number(process.argv[3]));
const list = site.listArticles({ fields: ['id', 'title'] });
const whole: Walk<unknown, Article> = site.listArticles();
const titles: string[] = [];
for await (const article of list) titles.push(article.title);
// @ts-expect-error: it was not asked for
for await (const article of list) article.body;
// @ts-expect-error: there is no such parameter
void (() => site.listAuthors({ colour: 'red' }));
const status: number = await site.readArticle({ article_id: 99 }).then(() => 200, (error: MastheadError) => error.status);
console.log(JSON.stringify({ titles, status, isLazy: typeof whole.then }));
`;

describe('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-pack-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
    const installed = join(folder, 'node_modules/masthead');
    mkdirSync(installed, { recursive: true });
    const packed = execFileSync(
      'npm',
      ['pack', '--silent', '--offline', '--ignore-scripts', '--pack-destination', folder],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    execFileSync('tar', ['xzf', join(folder, packed.trim()), '--strip-components=1', '-C', installed]);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'use.ts'), `declare const process: { argv: string[] };\n${USE}`);
  });

  const compile = (...options: string[]) =>
    execFileSync(
      process.execPath,
      [
        TSC,
        '--strict',
        '--exactOptionalPropertyTypes',
        '--target',
        'es2022',
        '--lib',
        'es2022,dom',
        '--types',
        '',
        ...options,
        'use.ts',
      ],
      { cwd: folder, encoding: 'utf8' },
    );

  it('has the types, which need no package and no leniency, for Node and for bundlers', () => {
    compile('--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler');
    compile('--outDir', 'out', '--module', 'nodenext');
  });

  it('runs', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const article = { title: 'Fog', section_id: section.id, state: 'published' };
    await app.manage('POST', `/sites/${site}/articles`, { article });
    const { stdout } = await promisify(execFile)(process.execPath, ['out/use.js', app.url, String(site)], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({ titles: ['Fog'], status: 404, isLazy: 'function' });
  });

  it('brings a client of the size that its page states', () => {
    const bytes = gzipSync(readFileSync(join(folder, 'node_modules/masthead/dist/kit/client.js')), { level: 9 }).length;
    console.log(`masthead/client: ${bytes} bytes, minified and gzipped`);
    const stated = Number(STATED_SIZE.exec(readFileSync(join(ROOT, 'docs/client.md'), 'utf8'))?.[1]) * 1000;
    expect(Math.abs(bytes - stated) / bytes, `docs/client.md states ${stated}`).toBeLessThanOrEqual(0.1);
  });
});
