/** A marker that came through every kind of source is nowhere after the erasure: in no column of any table, and in no file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { mediaTools, webhookTools } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { kysely } from '../db/connect.ts';
import { indexFreshArticles } from '../features/publication/search-index.ts';
import { channelOf } from '../simulate/youtube.ts';
import { openSmtp } from './smtp.ts';
import { document, type FeedServer, feedServer, rss } from './testing/feeds.ts';
import { newForm, solution, submitted } from './testing/forms.ts';
import { imapServer } from './testing/imap.ts';
import { message, newMailSource, parts, related, send } from './testing/mail.ts';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

/** No stemmer shortens it. */
const MARKER = 'Qvuxplantq';
/** At least: the search is known to find it. */
const PLANTED_TABLES = 19;
const ORGANISATION = '4711';

let d: NetworkDesk;
let server: FeedServer;
let folder: string;
/** Ids and names that networks gave to the marked posts and their authors. */
const names: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-marker-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const media = mediaTools({ folder });
  const webhooks = webhookTools({
    resolve: async (host) =>
      host.endsWith('.example') && host !== 'hooks.example' ? ['93.184.216.34'] : ['127.0.0.1'],
  });
  d = await networkDesk({ mailDomain: 'in.example', isSending: true }, { media, webhooks });
  server = await feedServer();
  d.app.clock.now = new Date();
  await d.app.manage('PATCH', `/sites/${d.site}`, { site: { cache_remote_images: true } });
});

const manage = (method: string, path: string, body?: unknown, status?: number) =>
  d.app.manage(method, `/sites/${d.site}${path}`, body, status);
const query = async (sql: string, values: unknown[] = []): Promise<Any[]> => (await d.app.pool.query(sql, values)).rows;
/** Known by its words, and by no other item. */
const text = (where: string) =>
  `A long text of the ${where} about ${MARKER}, its harbour and its ferries, and about nothing else but the ${where}.`;
const seed = async (network: string, posts: object[]) => {
  const made = (await d.control(`${network}/seed`, { posts })).posts as { id: string; user_id: string }[];
  return made.map(({ id, user_id }) => ({ id, user_id }));
};

/** A picture of its own for each place, with the marker in its metadata. */
let pictures = 0;
async function picture(): Promise<Buffer> {
  pictures += 1;
  return sharp({ create: { width: 300 + pictures, height: 200, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { Artist: MARKER, ImageDescription: text('picture') } })
    .jpeg()
    .toBuffer();
}

async function pictureAt(name: string): Promise<string> {
  const bytes = await picture();
  const path = `/${MARKER}-${name}.jpg`;
  const answer = (_: unknown, response: { writeHead(status: number, headers: object): { end(body: Buffer): void } }) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  server.answers.set(path, answer as Any); // graph networks sign addresses
  server.answers.set(`${path}?signature=0`, answer as Any);
  return `http://pictures.test:${server.port}${path}`;
}

interface Table {
  name: string;
  text: string;
}

/** Every row of every table outside the catalog: as text, and the bytes of `bytea` as they are. */
async function dump(): Promise<Table[]> {
  const { rows: tables } = await d.app.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const { rows: binary } = await d.app.pool.query(
    `select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as part
     from information_schema.columns where data_type = 'bytea'`,
  );
  const dumped: Table[] = [];
  for (const { name } of tables) {
    const bytes = binary.filter((column) => column.name === name).map(({ part }) => `encode(t.${part}, 'escape')`);
    const all = ['t::text', ...bytes].join(", ' ', ");
    const { rows } = await d.app.pool.query(`select concat(${all}) as row from ${name} t`);
    dumped.push({ name, text: rows.map(({ row }) => row).join('\n') });
  }
  return dumped;
}

/** As it is, in hexadecimal, and in Base64 wherever it begins. */
function formsOf(word: string): RegExp {
  const hex = Buffer.from(word).toString('hex');
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + word)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return new RegExp([word, hex, ...base64].join('|'), 'i');
}

async function tablesWith(word: string): Promise<string[]> {
  const form = formsOf(word);
  return (await dump()).filter(({ text: all }) => form.test(all)).map(({ name }) => name);
}

/** Of the whole folder, also of unfinished uploads. */
const files = (): string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as Any[])
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath ?? one.path, one.name));
const filesWith = (word: string) =>
  files().filter((file) => formsOf(word).test(`${file} ${readFileSync(file).toString('latin1')}`));

async function plantFeed() {
  const item = (more: object = {}) => ({
    ...{ id: `https://o.example/${MARKER}`, title: `The ${MARKER}`, link: `https://o.example/${MARKER}` },
    ...{ body: `<p>${text('feed')}</p>`, ...more },
  });
  const more = `<author>Max ${MARKER}</author><category>${MARKER}</category>
    <enclosure url="${await pictureAt('feed')}" type="image/jpeg" length="1"/>`;
  server.answers.set('/feed', document(rss([item({ more })])));
  const url = `http://feed.test:${server.port}/feed`;
  const { id } = await d.add({ kind: 'feed', url, backlog: 5 });
  const [first] = await d.items(id);
  await manage('PATCH', `/articles/${first.uid}`, { article: { summary: `About ${MARKER}` } });
  // What an editor has written stays, so the change is stored beside it.
  server.answers.set('/feed', document(rss([item({ more, title: `The changed ${MARKER}` })])));
  await d.poll(id);
  expect((await d.items(id))[0].has_upstream_change).toBe(true);
  // A second feed has it too, and one item is refused.
  server.answers.set('/copy', document(rss([item({ more, id: 'copy' })])));
  await d.add({ kind: 'feed', url: `http://copy.test:${server.port}/copy` });
  const refused = { id: `r-${MARKER}`, title: `Refused ${MARKER}`, body: `<p>${text('refused')}</p>` };
  server.answers.set('/refused', document(rss([refused])));
  const second = await d.add({ kind: 'feed', url: `http://refused.test:${server.port}/refused`, approval: 'hold' });
  const [held] = await d.items(second.id);
  await manage('PUT', `/source-items/${held.id}/rejection`, { reason: `Not by ${MARKER}` });
}

async function plantGuest() {
  const source = { kind: 'guest_api', name: 'Partner', section_id: d.section, approval: 'auto' };
  const { id } = (await manage('POST', '/sources', { source })).source;
  const key = { name: 'P', scopes: ['guest:write'], site_ids: [d.site], source_id: id };
  const token = (await d.app.manage('POST', '/api-keys', { api_key: key })).api_key.key;
  const send = async (path: string, body: object, status: number) => {
    const reply = await d.app.request('POST', `/v1/guest${path}`, { token, body });
    expect(reply.status, reply.text).toBe(status);
    return reply.body;
  };
  const media_item = { data: (await picture()).toString('base64'), name: `${MARKER}.jpg`, alt_text: MARKER };
  const { media_item: made } = await send('/media', { media_item }, 201);
  const article = {
    external_id: `g-${MARKER}`,
    title: `Guest ${MARKER}`,
    body: `<p>${text('guest')}</p>`,
    tags: [MARKER],
  };
  await send('/articles', { article: { ...article, cover_url: made.path } }, 200);
}

async function plantForm() {
  const { api } = await newForm(d.app, d.site, d.section);
  const solved = await solution(d.app, api);
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(await picture())]), `${MARKER}.jpg`);
  const headers = { origin: d.app.url, 'x-form-solution': solved };
  const uploaded = await fetch(`${d.app.url}${api}/files`, { method: 'POST', body, headers });
  expect(uploaded.status).toBe(201);
  const { file } = (await uploaded.json()) as { file: { id: number } };
  const reply = await submitted(d.app, api, {
    ...{ solution: solved, files: [file.id], title: `Form ${MARKER}`, text: text('form') },
    ...{ name: `Ida ${MARKER}`, email: `${MARKER}@reader.example` },
  });
  expect(reply.status, reply.text).toBe(201);
}

const letter = async (where: string) =>
  message(
    {
      ...related,
      From: `Ida ${MARKER} <${MARKER}@sender.example>`,
      Subject: `Mail ${MARKER} by ${where}`,
      'Message-ID': `<${where}.${MARKER}@sender.example>`,
    },
    parts(
      { type: 'text/html', content: `<p>${text(where)}</p><img src="cid:${MARKER}@x">` },
      {
        ...{ type: 'image/jpeg', content: await picture() },
        headers: { 'Content-ID': `<${MARKER}@x>`, 'Content-Disposition': `inline; filename="${MARKER}.jpg"` },
      },
    ),
  );

async function plantMail() {
  const settings = { host: '127.0.0.1', port: 0, domain: 'in.example', tls: null, mailDays: 30 };
  const smtp = await openSmtp(kysely(d.app.pool), settings, { media: d.app.media, log: () => {}, now: Date.now });
  atFileEnd(() => smtp.stop());
  const { id, address } = await newMailSource(d.app, d.site, d.section);
  const from = `${MARKER}@sender.example`;
  expect(await send(smtp.port, { from, to: address, raw: await letter('smtp') })).toMatch(/^250/);
  // Refused, with what is still stored of it.
  const strict = await newMailSource(d.app, d.site, d.section, {}, { unlisted: 'refuse', allow: ['a@b.example'] });
  expect(await send(smtp.port, { from, to: strict.address, raw: await letter('refused') })).toMatch(/^250/);
  const imap = await imapServer();
  imap.add(await letter('imap'));
  const place = { server: 'localhost', port: imap.port, security: 'none', user: 'desk', password: 'secret' };
  const email = { way: 'imap', allow: [], unlisted: 'hold', ...place };
  const mailbox = (
    await manage('POST', '/sources', { source: { kind: 'email', name: 'Box', section_id: d.section, email } })
  ).source.id;
  for (const one of [id, strict.id, mailbox]) await expect.poll(() => d.items(one)).toHaveLength(1);
}

/** All networks, with entries where a network has them. */
async function plantTrackers() {
  const campaign = await d.campaign();
  const image = (network: string) => pictureAt(network);
  const hashtag = [{ type: 'hashtag', value: 'harbour' }];
  const post = async (network: string, more: object = {}) => ({
    ...{ text: `#harbour #${MARKER} ${text(network)}`, user: MARKER, image: await image(network), ...more },
  });
  const own = (await seed('instagram', [{ text: 'Mine', user: 'own' }]))[0]?.user_id;
  const accounts: Record<string, object> = {
    x: { token: 'x', monthly_cap: 10_000 },
    mastodon: { server: 'social.simulated.example' },
    instagram: { token: 'ig', external_id: own },
    facebook: { token: 'fb', external_id: 'page' },
    linkedin: { token: 'li' },
    bluesky: { server: 'bsky.simulated.example', external_id: 'desk.example', token: 'app-password' },
    youtube: { token: 'AIza-k' },
    tiktok: { token: 'dancer' },
  };
  const given: Record<string, { targets?: object[]; more?: object }> = {
    bluesky: { more: { user: `${MARKER}.example` } },
    facebook: { targets: [{ type: 'own' }], more: { user: 'page' } },
    linkedin: { targets: [{ type: 'account', value: ORGANISATION }], more: { user: ORGANISATION } },
    youtube: { targets: [{ type: 'account', value: channelOf('tv') }], more: { user: 'tv' } },
    tiktok: { targets: [{ type: 'own' }], more: { user: 'dancer' } },
  };
  for (const [network, fields] of Object.entries(accounts)) {
    const { targets = hashtag, more = {} } = given[network] ?? {};
    const [made] = await seed(network, [await post(network, more)]);
    if (network === 'x') names.push(made?.user_id ?? '');
    const account = await d.account({ network, ...fields });
    const hasEntries = ['x', 'instagram', 'facebook', 'linkedin'].includes(network);
    const { id, last_error } = await d.add({
      ...{ account_id: account.id, targets, ...(hasEntries ? { campaign_id: campaign } : {}) },
    });
    expect([network, last_error]).toEqual([network, null]);
    const marked = (await d.items(id)).filter(({ title }) => title.includes(MARKER) || network === 'linkedin');
    expect([network, marked.map(({ state }) => state)]).toEqual([network, ['published']]);
    await d.look(id);
    const tracked = `select post_id from tracked_post join source_item using (site_id, source_id, external_key)
      where source_id = $1 and raw::text like '%${MARKER}%'`;
    names.push(...(await query(tracked, [id])).map(({ post_id }) => post_id));
  }
  for (const network of ['x', 'instagram', 'facebook', 'linkedin'])
    expect(await d.entries(campaign, network)).not.toEqual([]);
  return campaign;
}

/** A receiver that answers with what it was sent, and does not like it. */
async function echo(): Promise<number> {
  const receiver = createServer((request, response) => {
    response.writeHead(500);
    request.pipe(response);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return (receiver.address() as AddressInfo).port;
}

it('is in no table and in no file, whatever kind of source it came through', async () => {
  const url = `http://hooks.example:${await echo()}/`;
  await manage('POST', '/webhooks', { webhook: { url } });
  const before = files();
  await plantFeed();
  await plantGuest();
  await plantForm();
  await plantMail();
  const campaign = await plantTrackers();
  const marked = `select id, site_id, state from source_item where state <> 'erased' and (external_id || title || coalesce(raw::text, '')) ilike '%${MARKER}%' order by id`;
  const { rows: items } = await d.app.pool.query(marked);
  expect(items.length).toBeGreaterThanOrEqual(3 + 1 + 1 + 3 + 8);
  const waiting = "select kind from job where kind in ('media.fetch', 'intake.item') and run_at <= now()";
  await expect.poll(async () => (await d.app.pool.query(waiting)).rows, { timeout: 60_000 }).toEqual([]);
  // Days are rebuilt when the campaign has settled; their hashtags are packed.
  const stale = async () => (await query('select from campaign_stale_day')).length;
  await expect.poll(stale, { timeout: 120_000 }).toBe(0);
  await indexFreshArticles(kysely(d.app.pool), { articles: 1_000 });
  for (const one of items) await manage('PUT', `/source-items/${one.id}/claim`);
  const told = `select from webhook_attempt where answer ilike '%${MARKER}%'`;
  await expect.poll(async () => (await d.app.pool.query(told)).rowCount, { timeout: 60_000 }).toBeGreaterThan(0);
  const planted = await tablesWith(MARKER);
  console.log(
    `${items.length} items, planted in ${planted.length} tables: ${planted.join(', ')}; ${files().length} files`,
  );
  // Its pictures have other names there, and lost what a camera wrote into them.
  expect([filesWith(MARKER).length, files().length > before.length + 9]).toEqual([3, true]);
  expect(planted.length).toBeGreaterThanOrEqual(PLANTED_TABLES);

  expect(names).toHaveLength(9);
  for (const name of names) expect([name, await tablesWith(name)]).not.toEqual([name, []]);

  for (const { id } of items) await manage('POST', '/erasures', { erasure: { item_id: id } }, 202);
  const open = 'select from erasure where done_at is null';
  await expect.poll(async () => (await d.app.pool.query(open)).rowCount, { timeout: 120_000 }).toBe(0);
  expect((await d.app.pool.query(marked)).rows).toEqual([]);
  expect(await tablesWith(MARKER)).toEqual([]);
  expect(filesWith(MARKER)).toEqual([]);
  expect(files()).toEqual(before);
  // The newest post is where reading goes on, until there is a newer one.
  const position = 'public.source';
  for (const name of names)
    expect([name, (await tablesWith(name)).filter((table) => table !== position)]).toEqual([name, []]);
  const report = await d.app.get(`/v1/campaigns/${campaign}/report`, { token: 'admin-token-for-tests' });
  expect(report.text).not.toMatch(formsOf(MARKER));
});
