/** Files of messages: what goes to the library, what is refused, and that one bad message stops no other. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { kysely } from '../db/connect.ts';
import { picture } from '../features/media/testing/files.ts';
import { exported, imported, withPassphrase } from '../transfer/testing/transfer.ts';
import { acceptMessage } from './inbound.ts';
import { message, mixed, newMailSource, type Part, parts } from './testing/mail.ts';

let app: TestApp;
let site: number;
let desk: { id: number; address: string };
beforeAll(async () => {
  app = await testApp({}, { isWorking: true, mailDomain: 'in.example' });
  site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  desk = await newMailSource(app, site, section.id);
});
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, `/sites/${site}${path}`, body, status);
const itemNamed = async (title: string) =>
  (await manage('GET', `/source-items?source_id=${desk.id}&count=100`)).source_items.find(
    (item: { title: string }) => item.title === title,
  );

const offered = (raw: string) =>
  acceptMessage(kysely(app.pool), app.media, Readable.from([Buffer.from(raw)]), {
    ...{ names: [desk.address.split('@')[0] ?? ''], envelope: { from: 'ida@sender.example' }, mailDays: 30 },
    onFlood: () => undefined,
  });

async function taken(raw: string, title: string) {
  await offered(raw);
  await expect.poll(() => itemNamed(title), { interval: 20 }).toBeTruthy();
  return itemNamed(title);
}
const attached = (name: string, content: Buffer | string, type = 'image/png', headers = {}): Part => ({
  ...{ type, content: Buffer.from(content) },
  headers: { 'Content-Disposition': `attachment; filename="${name}"`, ...headers },
});

it('pictures and files of a message are in the library, and those that are refused are listed', async () => {
  const html = '<p>See <img src="cid:one@x"></p><img src="cid:dot@x">';
  const inline = (id: string) => ({ 'Content-Disposition': 'inline', 'Content-ID': `<${id}>` });
  const raw = message(
    { ...mixed, Subject: 'With files' },
    parts(
      { type: 'text/html', content: html },
      attached('inline.png', await picture('png', 40, 30), 'image/png', inline('one@x')),
      attached('dot.png', await picture('png', 3, 3), 'image/png', inline('dot@x')),
      attached('cover.jpg', await picture('jpeg', 400, 300), 'image/jpeg'),
      attached('../../more.webp', await picture('webp', 60, 60), 'image/webp'),
      attached('plan.pdf', '%PDF-1.4\n1 0 obj\n%%EOF', 'application/pdf'),
      attached('winmail.dat', 'x'.repeat(100), 'application/ms-tnef'),
      attached('broken.png', '\x89PNG\r\n\x1a\nbroken and long enough to be looked at', 'image/png'),
    ),
  );
  const item = await taken(raw, 'With files');
  const { article } = await manage('GET', `/articles/${item.uid}`);
  const path = (name: string) => `/files/sites/${site}/${name}-[0-9a-f]{12}`;
  expect(article.cover_url).toMatch(new RegExp(`${path('cover')}\\.jpg$`));
  expect(article.body).toMatch(
    new RegExp(
      `See <img src="[^"]*${path('picture')}\\.png".*${path('more')}\\.webp.*${path('plan')}\\.pdf">plan\\.pdf</a>`,
      's',
    ),
  );
  expect(article.body).not.toContain('dot');
  const refused = item.mail.refused_files.map(({ name }: { name: string }) => name);
  expect(refused).toEqual(['winmail.dat', 'broken.png']);
  const reader = await app.get(new URL(article.cover_url, app.url).pathname);
  expect(reader.status).toBe(404);
  await manage('PUT', `/source-items/${item.id}/approval`, {});
  expect((await app.get(new URL(article.cover_url, app.url).pathname)).status).toBe(200);
});

it('of many files that are refused, 20 are listed and the rest is counted', async () => {
  const files = Array.from({ length: 60 }, (_, n) => attached(`${n}.bin`, 'x', 'application/octet-stream'));
  const item = await taken(message({ ...mixed, Subject: 'Many files' }, parts(...files)), 'Many files');
  const refused = item.mail.refused_files.map(({ name }: { name: string }) => name);
  expect(refused).toEqual([...Array.from({ length: 20 }, (_, n) => `${n}.bin`), '40 more']);
});

it('a message of too many parts is parked as a whole', async () => {
  const raw = message({ ...mixed, Subject: 'Too many' }, '--edge\n\nx\n'.repeat(1_001));
  await offered(raw);
  const parked = async () =>
    (await manage('GET', `/source-items?source_id=${desk.id}&count=100`)).source_items.find(
      ({ reason }: { reason: string }) => reason === 'The message has more than 1000 parts.',
    );
  await expect
    .poll(parked, { interval: 20 })
    .toMatchObject({ state: 'rejected', title: '', mail: { refused_files: [] } });
});

it('long lists of refused files of before are shortened once', async () => {
  await taken(message({ Subject: 'Of before' }), 'Of before');
  const list = (length: number) =>
    Array.from({ length }, (_, n) => ({ name: `${n}.x`, reason: 'A message may have 20 files.' }));
  const after = async (length: number) => {
    const given = [JSON.stringify(list(length)), desk.id];
    await app.pool.query('update inbound_message set refused_files = $1 where source_id = $2', given);
    await app.pool.query(readFileSync('migrations/0170_refused_files.sql', 'utf8'));
    return (await itemNamed('Of before')).mail.refused_files;
  };
  expect(await after(20)).toEqual(list(20));
  expect(await after(5_000)).toEqual([...list(20), { ...list(1)[0], name: '4980 more' }]);
});

it('a message that cannot be read is parked with a reason, and the next one is taken', async () => {
  await acceptMessage(
    kysely(app.pool),
    app.media,
    Readable.from([Buffer.from(message({ 'X-Long': 'a'.repeat(3_000_000) }))]),
    {
      ...{ names: [desk.address.split('@')[0] ?? ''], envelope: { from: 'bad@sender.example' }, mailDays: 30 },
      onFlood: () => undefined,
    },
  );
  await taken(message({ Subject: 'After it' }), 'After it');
  await expect
    .poll(() => itemNamed(''), { interval: 20 })
    .toMatchObject({
      ...{ state: 'rejected', reason: expect.stringContaining('cannot be read'), uid: null },
      mail: { from_address: 'bad@sender.example' },
    });
});

it.each([
  ['text/plain', '&', 850_000],
  ['text/html', '<', 2_000_000],
])(
  'a message that is too long as %s once it is escaped is rejected, and not tried again',
  async (type, letter, count) => {
    const item = await taken(
      message({ 'Content-Type': type, Subject: `Long ${type}` }, `Hi ${letter.repeat(count)}`),
      `Long ${type}`,
    );
    expect(item).toMatchObject({ state: 'rejected', reason: 'Its text is longer than 1000000 characters.', uid: null });
    const { rows } = await app.pool.query("select from job_lane where kind like 'mail.%' or kind like 'intake.mail%'");
    expect(rows).toEqual([]);
  },
);

it.each(['<style>', '<textarea>', '<!-- ', '<a title="', '<div class="gmail_signature">Ida'])(
  'files of a message stay below text that does not close %s',
  async (open) => {
    const html = { type: 'text/html', content: `<p>Hello there</p>${open}` };
    const file = attached('plan.pdf', '%PDF-1.4\n1 0 obj\n%%EOF', 'application/pdf');
    const item = await taken(
      message({ ...mixed, Subject: `Open ${open.trim()}` }, parts(html, file)),
      `Open ${open.trim()}`,
    );
    const { body } = (await manage('GET', `/articles/${item.uid}`)).article;
    expect(body).toMatch(/^<p>Hello there<\/p>.*<p><a href="[^"]+\.pdf">plan\.pdf<\/a><\/p>$/s);
  },
);

it('a message with what PostgreSQL cannot store is taken without it', async () => {
  const item = await taken(message({ Subject: 'Zero\0 bytes' }, 'A\0B'), 'Zero bytes');
  expect((await manage('GET', `/articles/${item.uid}`)).article.body).toBe('<p>AB</p>');
});

it('a message with a private file of the library does not open it', async () => {
  const item = await taken(
    message({ ...mixed, Subject: 'Mine' }, parts(attached('own.png', await picture('png', 50, 50)))),
    'Mine',
  );
  const own = (await manage('GET', `/articles/${item.uid}`)).article.body as string;
  const [path = ''] = /\/files\/[^"]+/.exec(own) ?? [];
  const { section } = await manage('POST', '/sections', { section: { name: 'Other' } });
  const other = await newMailSource(app, site, section.id);
  const mine = desk;
  desk = other;
  const thief = await taken(
    message({ 'Content-Type': 'text/html', Subject: 'Thief' }, `<p>Look</p><a href="${path}">x</a><img src="${path}">`),
    'Thief',
  );
  desk = mine;
  expect((await manage('GET', `/articles/${thief.uid}`)).article.body).not.toContain(path);
});

it('a source moves with its address and its ledger, and senders are still found by their address', async () => {
  const raw = message({ From: 'Mo <mover@sender.example>', 'Reply-To': 'second@sender.example', Subject: 'Moved' });
  await taken(raw, 'Moved');
  for (const [person, passphrase] of [
    ['mover@sender.example', ''],
    ['second@sender.example', 'A passphrase of this test'],
  ] as const) {
    const file = await exported(app, null, passphrase);
    const there = await testApp({}, { isWorking: true, mailDomain: 'in.example' });
    expect((await imported(there, file, passphrase ? withPassphrase(passphrase) : {})).refused).toEqual([]);
    const source = async () => (await there.manage('GET', `/sites/${site}/sources/${desk.id}`)).source;
    expect(await source()).toMatchObject({ email_address: desk.address, email: { way: 'smtp' } });
    await there.manage('POST', `/sites/${site}/erasures`, { erasure: { person } }, 202);
    const erased = "select from source_item where state = 'erased'";
    await expect.poll(async () => (await there.pool.query(erased)).rowCount, { interval: 20 }).toBe(1);
  }
});
