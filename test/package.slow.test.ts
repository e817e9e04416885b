/** The public exports of the packed package, without network and without other packages. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { compiled, unpackInto } from './packed.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const USE = `
import { createClient, MastheadError, type Article, type PagedResult } from 'masthead/client';
const site = createClient({ url: process.argv[2] ?? '' }).site(Number(process.argv[3]));
const list = site.listArticles({ fields: ['id', 'title'] });
const whole: PagedResult<unknown, Article> = site.listArticles();
const titles: string[] = [];
for await (const article of list) titles.push(article.title);
// @ts-expect-error: it was not requested
for await (const article of list) article.body;
// @ts-expect-error: there is no such parameter
void (() => site.listAuthors({ colour: 'red' }));
const status: number = await site.readArticle({ article_id: 99 }).then(() => 200, (error: MastheadError) => error.status);
console.log(JSON.stringify({ titles, status, isLazy: typeof whole.then }));
`;

/** A receiver of notifications; it runs on Node, so Node's types are available. */
const RECEIVE = `
import { explain, fastifyReceiver, inOrder, nodeReceiver, verify, type Notification, type Verdict } from 'masthead/webhooks';
import vectors from 'masthead/webhooks/vectors.json' with { type: 'json' };
const shown = vectors.map(({ secret, url, env, method, action, body, hex }) => {
  const headers = { 'x-service-action': action, 'x-service-env': env, 'x-service-signature': hex };
  return { options: { secret, url, env }, received: { method, headers, body } };
});
const genuine: Verdict[] = shown.map(({ received, options }) => verify(received, options));
const forged = shown.map(({ received, options }) => verify({ ...received, body: received.body + ' ' }, options));
const title = ({ action, article }: Notification) => (action === 'unpublish' ? null : article.title);
// @ts-expect-error: an unpublished article has only its id
void (({ action, article }: Notification) => action === 'unpublish' && article.title);
// @ts-expect-error: the address is part of the signed content
void (() => nodeReceiver({ secret: 'x' }, () => {}));
const reasons = (verdicts: Verdict[]) => [...new Set(verdicts.map((verdict) => (verdict.ok ? 'ok' : verdict.reason)))];
const parts = [explain, fastifyReceiver, inOrder, nodeReceiver, title].map((part) => typeof part);
console.log(JSON.stringify({ genuine: reasons(genuine), forged: reasons(forged), parts: [...new Set(parts)] }));
`;

describe('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-pack-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
    unpackInto(folder, 'masthead', ROOT);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'use.ts'), `declare const process: { argv: string[] };\n${USE}`);
    writeFileSync(join(folder, 'receive.ts'), RECEIVE);
    mkdirSync(join(folder, 'node_modules/@types'));
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  });

  const compile = (file: string, types: string, ...options: string[]) => compiled(folder, [file], types, options);

  it('has the client’s types, which compile strictly without other packages, for Node and for bundlers', () => {
    compile('use.ts', '', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler');
    compile('use.ts', '', '--outDir', 'out', '--module', 'nodenext');
  });

  it('has the receiver SDK with its types and the vectors', async () => {
    compile('receive.ts', 'node', '--outDir', 'out', '--module', 'nodenext', '--resolveJsonModule');
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', 'out/receive.js'], {
      cwd: folder,
    });
    // Some vectors are signed correctly but are not notifications.
    expect(JSON.parse(stdout)).toEqual({ genuine: ['ok', 'body'], forged: ['signature'], parts: ['function'] });
  });

  it('has the built newsroom, and none of the packages that it is built from', () => {
    const installed = join(folder, 'node_modules/masthead');
    const { files, script } = JSON.parse(readFileSync(join(installed, 'dist/newsroom/manifest.json'), 'utf8'));
    expect(files).toContain(script);
    for (const name of files) expect(existsSync(join(installed, 'dist/newsroom', `${name}.br`))).toBe(true);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).filter((name) => /react|mantine|tanstack|prosemirror/.test(name))).toEqual([]);
  });

  it('runs the client', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } });
    const article = { title: 'Fog', section_id: section.id, state: 'published' };
    await app.manage('POST', `/sites/${site}/articles`, { article });
    const { stdout } = await promisify(execFile)(process.execPath, ['out/use.js', app.url, String(site)], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({ titles: ['Fog'], status: 404, isLazy: 'function' });
  });
});
