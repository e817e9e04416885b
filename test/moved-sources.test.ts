/** Sources move to another installation: no item comes twice, and what was erased or blocked stays away. */
import { beforeAll, expect, it } from 'vitest';
import { type Desk, desk, document, type Ledger, rss } from '../src/intake/testing/feeds.ts';
import { exported, imported, withPassphrase } from '../src/transfer/testing/transfer.ts';
import { type TestApp, testApp, webhookTools } from './app.ts';

const PASSPHRASE = 'twelve green herons';
const TEXT =
  'The ferry to the island leaves an hour later from Monday on, says the harbour office, because the old pier is mended.';

let d: Desk;
let [feed, other] = [0, 0];
let [older, file, sealed] = ['', '', ''];
const items = [
  { id: 'a', title: 'First', link: 'https://o.example/a' },
  { id: 'b', title: 'Second', link: 'https://o.example/b' },
];
const secret = {
  id: 'gone',
  title: 'Erased',
  link: 'https://o.example/gone',
  body: TEXT,
  more: '<dc:creator>Xan Quick</dc:creator><dc:creator>Vic Second</dc:creator>',
};

beforeAll(async () => {
  d = await desk();
});

it('is in a file with its ledger, and its secret only with a passphrase', async () => {
  feed = await d.add('/feed', rss([...items, secret]), { approval: 'auto' });
  other = await d.add('/other', rss([{ id: 'o', title: 'Other' }]), { approval: 'auto' });
  // Exported before the erasure, as an older file.
  const [one] = (await d.items(feed)).filter(({ external_id }: Ledger) => external_id === 'gone');
  older = await exported(d.app);
  await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { item_id: one.id } }, 202);
  await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { person: 'Zoe Slow' } }, 202);
  const left = 'select count(*)::int from erasure where done_at is null';
  await expect.poll(async () => (await d.app.pool.query(left)).rows[0].count).toBe(0);
  await d.app.manage('POST', `/sites/${d.site}/blocked`, { blocked: { kind: 'word', value: 'lottery' } });
  [file, sealed] = [await exported(d.app), await exported(d.app, null, PASSPHRASE)];
  const { rows } = await d.app.pool.query("select encode(key, 'hex') as key from erasure_secret");
  for (const text of [file, sealed]) expect(text).not.toContain(rows[0].key);
  expect(file).not.toMatch(/"erasure_secret"|"sealed"/);
  expect(sealed).toContain('"erasure_secret"');
});

/** An installation that reads the same feeds. */
const elsewhere = () =>
  testApp({ webhooks: webhookTools({ resolve: async () => ['127.0.0.1'] }) }, { isWorking: true });

const ledger = async (app: TestApp, source: number): Promise<Ledger[]> =>
  (await app.manage('GET', `/sites/${d.site}/source-items?source_id=${source}&count=100`)).source_items.reverse();
const titles = async (app: TestApp) =>
  (await app.manage('GET', `/sites/${d.site}/articles?count=100`)).articles.map(({ title }: Ledger) => title).sort();

async function poll(app: TestApp, id: number): Promise<void> {
  const source = async () => (await app.manage('GET', `/sites/${d.site}/sources/${id}`)).source;
  await app.pool.query('delete from source_host');
  const { last_poll_at } = await source();
  await app.manage('POST', `/sites/${d.site}/sources/${id}/poll`, {}, 202);
  await expect.poll(async () => (await source()).last_poll_at).not.toBe(last_poll_at);
  const waiting = "select count(*)::int from job where kind = 'intake.item'";
  await expect.poll(async () => (await app.pool.query(waiting)).rows[0].count).toBe(0);
}

it('delivers nothing again, takes new items, and keeps out what was erased, from any source and by anyone', async () => {
  const there = await elsewhere();
  expect((await imported(there, sealed, withPassphrase(PASSPHRASE))).refused).toEqual([]);
  await poll(there, feed);
  await poll(there, other);
  expect(await titles(there)).toEqual(['First', 'Other', 'Second']);
  d.server.answers.set('/feed', document(rss([...items, { id: 'n', title: 'New' }, { id: 'l', title: 'Lottery' }])));
  await poll(there, feed);
  expect(await titles(there)).toEqual(['First', 'New', 'Other', 'Second']);
  expect(await ledger(there, feed)).toContainEqual(expect.objectContaining({ state: 'rejected', title: 'Lottery' }));
  // The same page and text under another id and in another feed, and another item by the other person.
  const again = { ...secret, id: 'copy', link: 'https://o.example/elsewhere' };
  const late = { id: 'late', title: 'Late', more: '<author>ZOE slow</author>' };
  d.server.answers.set('/other', document(rss([again, late, { id: 'o', title: 'Other' }])));
  await poll(there, other);
  expect((await ledger(there, other)).map(({ state }) => state).sort()).toEqual(['erased', 'erased', 'published']);
  d.server.answers.set('/feed', document(rss([...items, secret])));
  d.server.answers.set('/other', document(rss([{ id: 'o', title: 'Other' }])));
});

it('knows erased items by their ids alone without the secret, and still finds all items of a person', async () => {
  const there = await elsewhere();
  expect((await imported(there, older)).refused).toEqual([]);
  const { refused, counts } = await imported(there, file);
  expect([refused, counts.erased_key?.new]).toEqual([[], expect.any(Number)]);
  await expect.poll(async () => (await ledger(there, feed)).map(({ state }) => state)).toContain('erased');
  await poll(there, feed);
  expect(await titles(there)).toEqual(['First', 'Other', 'Second']);
  for (const person of ['xan quick', 'vic second']) {
    const later = await elsewhere();
    await imported(later, older);
    await later.manage('POST', `/sites/${d.site}/erasures`, { erasure: { person } }, 202);
    await expect.poll(() => titles(later)).toEqual(['First', 'Other', 'Second']);
  }
});

it('does not undo an erasure or a block: an older file brings neither article nor ledger back', async () => {
  const { refused } = await imported(d.app, older);
  expect(refused.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([expect.stringContaining('was erased here, and is not imported again')]),
  );
  expect(await titles(d.app)).toEqual(['First', 'Other', 'Second']);
  expect((await ledger(d.app, feed)).map(({ state }) => state).sort()).toEqual(['erased', 'published', 'published']);
  expect((await d.app.manage('GET', `/sites/${d.site}/blocked`)).blocked).toHaveLength(1);
});

it('polls no source before the end of the import, nor after one with invalid lines', async () => {
  const there = await elsewhere();
  const lines = file.split('\n');
  const active = async () =>
    (await there.manage('GET', `/sites/${d.site}/sources`)).sources.map(({ active }: Ledger) => active);
  const upTo = lines.findIndex((line) => line.startsWith('{"source_item":')) + 1;
  async function* killed() {
    yield Buffer.from(`${lines.slice(0, upTo).join('\n')}\n`);
    throw new Error('killed');
  }
  await expect(imported(there, killed())).rejects.toThrow('killed');
  expect(await active()).toEqual([false, false]);
  await imported(there, file);
  expect(await active()).toEqual([true, true]);

  const broken = await elsewhere();
  const { resting } = await imported(broken, file.replace('{"source_item":{', '{"source_item":{"nothing":1,'));
  expect(resting).toBe(2);
  expect((await broken.manage('GET', `/sites/${d.site}/sources/${feed}`)).source.state).toBe('paused');
  expect((await imported(broken, file, { isRestarted: true })).resting).toBe(0);
  expect((await broken.manage('GET', `/sites/${d.site}/sources/${feed}`)).source.active).toBe(true);
});

it('goes on with an erasure that was running', async () => {
  const running = older.replace(
    '{"masthead":{"end":true}}',
    `${JSON.stringify({ erasure: { site_id: d.site, id: 9, requested_by: 'admin token', requested_at: '2026-01-01T00:00:00.000Z', pending: pendingOf(older) } })}\n$&`,
  );
  const there = await elsewhere();
  expect((await imported(there, running)).refused).toEqual([]);
  await expect.poll(() => titles(there)).toEqual(['First', 'Other', 'Second']);
});

/** The item that is erased, as an export names it. */
function pendingOf(text: string): object[] {
  const [line = ''] = text.split('\n').filter((one) => one.includes('"external_id":"gone"'));
  const { source_id, external_key } = JSON.parse(line).source_item;
  return [{ source_id, external_key }];
}

it('refuses a source under the id or the address of another one', async () => {
  const line = (fields: object) =>
    `${JSON.stringify({ source: { site_id: d.site, section_id: d.section, name: 'X', ...fields } })}\n`;
  const [url] = (await d.app.manage('GET', `/sites/${d.site}/sources`)).sources.map(({ url }: Ledger) => url);
  const reasons = async (text: string) => (await imported(d.app, text)).refused.map(({ reason }) => reason);
  expect(await reasons(line({ id: feed, settings: { url: 'https://x.example/' } }))).toEqual([
    expect.stringContaining('belongs to another source here'),
  ]);
  expect(await reasons(line({ id: 900, settings: { url } }))).toEqual([
    expect.stringContaining('url belongs to source'),
  ]);
});
