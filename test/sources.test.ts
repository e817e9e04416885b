/** `masthead source`, `feed` and `simulate`, with a service that reads the simulated feeds. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulator } from '../src/simulate/server.ts';
import { type TestApp, testApp } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { dataFolder, launch } from './process.ts';

let app: TestApp;
let url: string;
let env: Record<string, string>;
let place: string[];
const run = async (args: string[], code = 0) => {
  const ended = await masthead(args, env);
  expect(ended.code, ended.err).toBe(code);
  return ended;
};
const control = (path: string, body: object) =>
  fetch(`${url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) });

beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  env = { DATABASE_URL: databaseUrl(app.database), WEBHOOK_ALLOW_PRIVATE: '1' };
  const server = simulator().listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(async () => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  place = ['--site', String(site), '--section', String(section.id)];
});

describe('a simulated feed', () => {
  it.each(['rss.xml', 'atom.xml', 'rdf.xml', 'feed.json'])('is previewed as %s', async (name) => {
    const { out } = await run(['source', 'preview', `${url}/feeds/${name}`]);
    expect(out).toMatch(/^Simulated harbour office \((rss|atom|rdf|json), 3 items\)\nDATE/);
    expect(out).toContain('2026-03-01T03:00:00Z  Fog is expected until noon');
  });

  it('or network is previewed by the id of its source', async () => {
    const [, siteId = '', , sectionId] = place;
    const of = (path: string) => `/sites/${siteId}/${path}`;
    const network_account = { network: 'mastodon', name: 'A', server: 'social.simulated.example' };
    const account = (await app.manage('POST', of('network-accounts'), { network_account })).network_account.id;
    const fields = { name: 'T', section_id: Number(sectionId), active: false };
    const targets = [{ type: 'hashtag', value: 'harbour' }];
    const tracker = { kind: 'media_tracker', account_id: account, targets, ...fields };
    const ids: number[] = [];
    for (const source of [tracker, { url: `${url}/feeds/atom.xml`, ...fields }])
      ids.push((await app.manage('POST', of('sources'), { source })).source.id);
    env.NETWORK_URLS = `mastodon=${url}/mastodon`;
    const { out } = await run(['source', 'preview', String(ids[0])]);
    expect(out).toMatch(/^A \(posts, 3 items\)\nDATE/);
    expect((await run(['source', 'preview', String(ids[1]), '--site', siteId])).out).toContain('(atom, 3 items)');
    await run(['source', 'preview', '999999'], 1);
    for (const id of ids) await app.manage('DELETE', of(`sources/${id}`), undefined, 204);
  });

  it('becomes articles, is polled, fails, is paused, resumed and removed', async () => {
    const [, siteId = ''] = place;
    const added = await run(['source', 'add', ...place, '--url', `${url}/feeds/rss.xml`, '--tag', 'harbour']);
    const id = added.out.trim();
    expect(added.err).toContain(`Source ${id} of site ${siteId}: 127.0.0.1.\n`);
    const titles = async () =>
      (await app.manage('GET', `/sites/${siteId}/articles?tag=harbour`)).articles.map(
        ({ title }: { title: string }) => title,
      );
    await expect.poll(async () => (await titles()).length).toBe(3);
    await control('items', { title: 'A seal in the marina' });
    const polled = async () => {
      await app.pool.query('delete from source_host');
      expect((await run(['source', 'poll', id])).out).toBe(`Source ${id} is due now.\n`);
    };
    await polled();
    await expect.poll(titles).toContain('A seal in the marina');
    await control('faults', { path: '/feeds/rss.xml', status: 410 });
    await polled();
    const listed = async () => (await run(['source', 'list'])).out;
    await expect.poll(listed).toMatch(/gone .*gone\n/);
    expect((await run(['source', 'poll', id], 1)).err).toContain('This source is paused; make it active first.');
    expect((await run(['source', 'resume', id])).out).toBe(`Source ${id} is resumed.\n`);
    expect((await run(['source', 'pause', id])).out).toBe(`Source ${id} is paused.\n`);
    expect((await run(['source', 'remove', id])).out).toBe(`Source ${id} is removed.\n`);
    expect((await run(['source', 'remove', id], 1)).err).toContain('There is no such source.');
    expect((await titles()).length).toBe(4);
  });

  it('is served by a command, until it is stopped', async () => {
    const { child, ended, output } = launch(['simulate', '--port', '0'], env);
    await expect.poll(output).toMatch(/^Simulated feeds are at http:\/\/127\.0\.0\.1:\d+/);
    const [address = ''] = /http:\S+xml/.exec(output()) ?? [];
    expect((await fetch(address)).headers.get('content-type')).toBe('application/rss+xml');
    const { requests } = (await (await fetch(new URL('/_sim/requests', address))).json()) as { requests: object[] };
    expect(requests).toEqual([{ path: '/feeds/rss.xml', if_none_match: null, status: 200 }]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});

describe('a list of feeds', () => {
  const file = join(dataFolder(), 'feeds.opml');
  const outline = (name: string, address: string) => `<outline text="${name}" xmlUrl="${address}"/>`;

  it('is imported once, from all folders, and exported', async () => {
    const inner = `<outline text="Sea">${outline('Fog &amp; wind', 'http://127.0.0.1:9/fog?a=1&amp;b=2')}</outline>`;
    const bad = outline('Bad', 'ftp://o.example/');
    writeFileSync(
      file,
      `<opml version="2.0"><head/><body>${inner}${outline('Ice', 'http://127.0.0.1:9/ice')}${bad}</body></opml>`,
    );
    const first = await run(['feed', 'import', file, ...place], 1);
    expect(first.out).toBe('2 of 3 feeds were added; the site had 0 of them.\n');
    expect(first.err).toContain('ftp://o.example/: url must be an http or https address');
    expect((await run(['feed', 'import', file, ...place], 1)).out).toBe(
      '0 of 3 feeds were added; the site had 2 of them.\n',
    );
    const site = place.slice(0, 2);
    const { out } = await run(['feed', 'export', ...site]);
    expect(out).toContain(
      '<outline type="rss" text="Fog &amp; wind" title="Fog &amp; wind" xmlUrl="http://127.0.0.1:9/fog?a=1&amp;b=2"/>',
    );
    await run(['feed', 'export', file, ...site]);
    expect(readFileSync(file, 'utf8')).toBe(out);
  });

  it.each([
    [['feed', 'import', '/nowhere.opml'], 64, 'cannot be read'],
    [['feed', 'import'], 64, 'takes one file'],
    [['feed', 'sort'], 64, 'Expected import or export'],
    [['source', 'add', '--url', 'x'], 64, '--url must be an http or https address'],
    [['source', 'dig'], 64, 'Expected add, list'],
    [['source', 'preview', 'http://127.0.0.1:9/'], 1, 'url cannot be read'],
    [['simulate', '--port', 'x'], 64, '--port must be a port'],
  ])('%j is answered with the problem', async (args, code, message) => {
    const { err } = await run([...args, ...(args[0] === 'simulate' || args[1] === 'preview' ? [] : place)], code);
    expect(err).toContain(message);
  });

  it('that is none is refused', async () => {
    writeFileSync(file, '<html></html>');
    expect((await run(['feed', 'import', file, ...place], 1)).err).toContain('document is no valid OPML');
  });
});
