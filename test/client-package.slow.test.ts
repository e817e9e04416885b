/** `masthead-client` as its users get it: from the packed package, without the service and without any other package. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import service from '../package.json' with { type: 'json' };
import { ADMIN, type TestApp, testApp } from './app.ts';
import { blocksOf, ROOT } from './guide.ts';
import { compiled, unpackInto } from './packed.ts';

const MOST_BYTES = 10_000;
const STATED_SIZE = /([\d.]+) kB minified and compressed/;

const USE = `
import { ConflictError, createClient, ValidationError, type ManagedArticle, type PagedResult } from 'masthead-client';
const [, , url = '', apiKey = '', id = ''] = process.argv;
const { manage, ...client } = createClient({ url, apiKey });
const site = Number(id);
const { section } = await manage.sections.create(site, { name: 'Sea' });
const { article, etag } = await manage.articles.create(site, { title: 'Fog', section_id: section.id });
await manage.articles.change(site, article.uid, { title: 'Fog until noon' }, { ifMatch: etag });
const stale = await manage.articles.remove(site, article.uid, { ifMatch: etag }).catch((error) => error);
const invalid = await manage.sections.create(site, { name: '' }).catch((error) => error);
await manage.articles.publish(site, article.uid);
const titles: string[] = [];
for await (const { title } of client.site(site).listArticles({ fields: ['title'] })) titles.push(title);
const { campaign } = await manage.campaigns.create({ name: 'Summer', service_site_id: site });
async function* entries() {
  for (let n = 0; n < 3; n++) yield { item_type: 'twitter', item_id: String(n), published_at: '2026-01-01T00:00:00Z' } as const;
}
const { created } = await manage.campaignEntries.write(campaign.id, entries());
const { campaign_report } = await client.readCampaignReport({ campaign_id: campaign.id });
const list: PagedResult<unknown, ManagedArticle> = manage.articles.list(site, { state: 'draft' });
// @ts-expect-error: there is no such order
void (() => manage.articles.list(site, { sort: 'gone' }));
// @ts-expect-error: the section is missing
void (() => manage.articles.create(site, { title: 'Fog' }));
// @ts-expect-error: there is no such field
void (() => manage.articles.change(site, article.uid, { colour: 'red' }));
const classes = [stale instanceof ConflictError, invalid instanceof ValidationError];
console.log(JSON.stringify({ titles, created, entries: campaign_report.entries, classes, list: typeof list.pages }));
`;

/** Declarations that the examples of docs/client.md leave to their reader. */
const LEFT_OUT = [
  'apiKey',
  'save',
  'use',
  'signal',
  'lastSeen',
  'lastCursor',
  'apply',
  'network',
  'uid',
  'etag',
  'mark',
  'showBothVersions',
];

describe('masthead-client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let app: TestApp;
  let installed: string;
  let site: number;
  let section: number;
  let campaign: number;
  const file = (name: string) => readFileSync(join(installed, name), 'utf8');
  const run = async (...given: string[]) =>
    (await promisify(execFile)(process.execPath, given, { cwd: folder })).stdout;

  beforeAll(async () => {
    app = await testApp();
    installed = unpackInto(folder, 'masthead-client', join(ROOT, 'dist/masthead-client'));
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sky' } })).section.id;
    campaign = (await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } })).campaign.id;
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  });

  it('has the version of the service, no dependencies and no install script', () => {
    const { version, dependencies, peerDependencies, scripts } = JSON.parse(file('package.json'));
    expect({ version, dependencies, peerDependencies, scripts }).toEqual({ version: service.version });
    expect(file('index.js')).not.toMatch(/\b(import|require)\s*[("']|\bfrom\s*["']/);
    expect(readdirSync(join(folder, 'node_modules'))).toEqual(['masthead-client']);
    expect(file('README.md')).toContain('npm run pack:client');
    expect(file('LICENSE')).toContain('MIT');
  });

  it('is small, and as small as its pages state', () => {
    const bytes = gzipSync(file('index.js'), { level: 9 }).length;
    console.log(`masthead-client: ${bytes} bytes, minified and gzipped`);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    for (const page of [file('README.md'), readFileSync(join(ROOT, 'docs/client.md'), 'utf8')]) {
      const stated = Number(STATED_SIZE.exec(page)?.[1]) * 1000;
      expect(Math.abs(bytes - stated) / bytes, `${stated} is stated`).toBeLessThanOrEqual(0.1);
    }
  });

  it('has the types that its README and its page show, for Node and for bundlers', () => {
    writeFileSync(join(folder, 'use.ts'), `declare const process: { argv: string[] };\n${USE}`);
    writeFileSync(join(folder, 'readme.ts'), readmeCode());
    const examples = blocksOf('docs/client.md', 'ts').map(({ code }) => completed(code));
    expect(examples.length).toBeGreaterThan(7);
    examples.forEach((code, at) => void writeFileSync(join(folder, `example-${at}.ts`), code));
    compiled(folder, ['use.ts'], '', ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler']);
    const files = ['use.ts', 'readme.ts', ...examples.map((_, at) => `example-${at}.ts`)];
    compiled(folder, files, '', ['--outDir', 'out', '--module', 'nodenext']);
  });

  it('reads, writes, uploads and distinguishes errors', async () => {
    expect(JSON.parse(await run('out/use.js', app.url, ADMIN, String(await app.site())))).toEqual({
      titles: ['Fog until noon'],
      created: 3,
      entries: 3,
      classes: [true, true],
      list: 'function',
    });
  });

  it('works as its README describes', async () => {
    await run('out/readme.js');
    const { articles } = (await app.get(`/v1/sites/${site}/articles?fields=title`)).body;
    expect(articles).toEqual([{ title: 'Fog until noon' }]);
    expect((await app.get(`/v1/campaigns/${campaign}/entries`, { token: ADMIN })).body.meta.count).toBe(1);
  });

  /** The README’s example, with the addresses and ids of this test. */
  function readmeCode(): string {
    const [block] = blocksOf('packages/client/README.md', 'ts');
    return (block?.code ?? '')
      .replace('https://content.example.com', app.url)
      .replace('mh_…', ADMIN)
      .replace('client.site(1)', `client.site(${site})`)
      .replace(/(articles\.\w+)\(1,/g, `$1(${site},`)
      .replace('section_id: 1 ', `section_id: ${section} `)
      .replace('campaign_id: 1 ', `campaign_id: ${campaign} `)
      .replace('write(1,', `write(${campaign},`);
  }
});

/** An example with the declarations it leaves to its reader. */
function completed(code: string): string {
  const isDeclared = (name: string) => new RegExp(`(const|let) (\\{[^}]*)?\\b${name}\\b`).test(code);
  return [
    ...(/import \{.*createClient/.test(code) ? [] : [`import { createClient } from 'masthead-client';`]),
    ...LEFT_OUT.filter((name) => !isDeclared(name)).map((name) => `declare let ${name}: any;`),
    ...(isDeclared('site') ? [] : [`declare const site: import('masthead-client').SiteClient;`]),
    ...(isDeclared('manage') ? [] : [`declare const manage: import('masthead-client').Client['manage'];`]),
    code,
  ].join('\n');
}
