/** Senders of e-mail: who may publish, blocks, the hold, erasure by address, and how long messages are stored. */
import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { kysely } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { deleteSome } from '../features/mail/messages.ts';
import { picture } from '../features/media/testing/files.ts';
import { forgetContents } from '../features/sources/retention.ts';
import { acceptMessage } from './inbound.ts';
import { message, mixed, newMailSource, parts } from './testing/mail.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SELECTOR = [[`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`]];
const dnsRecords = {
  'TXT s._domainkey.sender.example': SELECTOR,
  'TXT s._domainkey.plain.example': SELECTOR,
  'TXT s._domainkey.evil.example': SELECTOR,
  'TXT s._domainkey.spf.example': SELECTOR,
  'TXT s._domainkey.own.example': SELECTOR,
  'TXT own.example': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.sender.example': [['v=DMARC1; p=reject']],
  'TXT _dmarc.spf.example': [['v=DMARC1; p=reject']],
  'TXT spf.example': [['v=spf1 ip4:192.0.2.1 -all']],
};

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true, mailDomain: 'in.example', dnsRecords });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, `/sites/${site}${path}`, body, status);
const source = (email: object = {}, fields: object = {}) =>
  newMailSource(app, site, section, { approval: 'auto', ...fields }, email);

async function signed(raw: string, domain: string, options: object = {}): Promise<string> {
  const { dkimSign } = createRequire(import.meta.url)('mailauth/lib/dkim/sign');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const signatureData = [
    { signingDomain: domain, selector: 's', privateKey: key, canonicalization: 'relaxed/relaxed', ...options },
  ];
  return (await dkimSign(raw, { signatureData, ...options })).signatures + raw;
}

/** Without a byte of the signed message, which follows. */
const above = async (headers: string, raw: string) => `${headers}${await signed(raw, 'sender.example')}`;
/** The name of a signed header with more before its colon; each character is a byte. */
async function renamed(headers: string, raw: string, name: string, more: string): Promise<Buffer> {
  const whole = await above(headers, raw);
  return Buffer.from(whole.replace(`\r\n${name}:`, `\r\n${name}${more}:`), 'latin1');
}
/** As large providers sign: without the type of the text. */
const UNTYPED = { headerList: 'from:to:subject:date:message-id:mime-version' };
const QUOTING = [
  'No.\n\nOn 18 Nov 2026, evil@evil.example wrote:\n> hello\n--q',
  'Content-Type: text/html\n\n<p>All of this is forged.</p>\n--q--\n',
].join('\n');

const arrive = ({ address }: { address: string }, raw: string | Buffer, envelope: object = {}) =>
  acceptMessage(kysely(app.pool), app.media, Readable.from([Buffer.from(raw)]), {
    names: [address.split('@')[0] ?? ''],
    envelope: { address: '198.51.100.9', helo: 'mx.example', from: 'ida@sender.example', ...envelope },
    mailDays: 30,
    onFlood: () => undefined,
  });
/** The item, once its job has run. */
async function taken(desk: { id: number; address: string }, raw: string | Buffer, envelope: object = {}) {
  const before = (await manage('GET', `/source-items?source_id=${desk.id}`)).source_items.length;
  await arrive(desk, raw, envelope);
  const items = async () => (await manage('GET', `/source-items?source_id=${desk.id}`)).source_items;
  await expect.poll(async () => (await items()).length, { interval: 20 }).toBe(before + 1);
  return (await items())[0];
}

describe('a sender on the list', () => {
  it('publishes with a signature and a policy of its domain', async () => {
    const desk = await source({ allow: ['ida@sender.example'] });
    const item = await taken(desk, await signed(message({ Subject: 'Signed' }), 'sender.example'));
    expect([item.state, item.mail.verified_by]).toEqual(['published', 'dmarc']);
  });

  it('publishes with a signature alone where there is no policy, and by the address of its server', async () => {
    const desk = await source({ allow: ['plain.example', 'SPF.example'] });
    const plain = message({ From: 'Bo <bo@plain.example>', Subject: 'No policy' });
    expect((await taken(desk, await signed(plain, 'plain.example'))).mail.verified_by).toBe('dkim');
    const bySpf = message({ From: 'Bo <bo@spf.example>', Subject: 'By its server' });
    const envelope = { address: '192.0.2.1', from: 'bo@spf.example' };
    expect(await taken(desk, bySpf, envelope)).toMatchObject({ state: 'published', mail: { verified_by: 'dmarc' } });
  });

  it('publishes with a signature that leaves the type of the text out, from a server of its domain', async () => {
    const desk = await source({ allow: ['spf.example', 'own.example'] });
    const untyped = (domain: string, server: object) => {
      const raw = message({ From: `Bo <bo@${domain}>`, Subject: JSON.stringify([domain, server]) });
      return signed(raw, domain, UNTYPED).then((whole) => taken(desk, whole, server));
    };
    const proofs = async (domain: string) => {
      const own = await untyped(domain, { address: '192.0.2.1', from: `bounces@${domain}` });
      const other = await untyped(domain, { address: '192.0.2.9', from: `bounces@${domain}` });
      const foreign = await untyped(domain, { address: '192.0.2.1', from: 'x@evil.example' });
      for (const { reason } of [other, foreign])
        expect(reason).toMatch(/signature leaves out a part .* as that of Gmail/);
      return [own, other, foreign].map(({ mail }) => mail.verified_by);
    };
    expect(await proofs('spf.example')).toEqual(['dmarc', null, null]);
    expect(await proofs('own.example')).toEqual(['dkim', null, null]);
  });

  it.each<[string, () => Promise<string | Buffer>]>([
    ['without a signature', async () => message({ Subject: 'Forged 1' })],
    ['with that of another domain', () => signed(message({ Subject: 'Forged 2' }), 'evil.example')],
    [
      'with one that was broken',
      async () => (await signed(message(), 'sender.example')).replace('late today', 'cancelled'),
    ],
    [
      'with one that covers only the beginning',
      async () =>
        `${await signed(message({ Subject: 'Forged 3' }, 'Yes.\r\n'), 'sender.example', { maxBodyLength: 4 })}More.\r\n`,
    ],
    [
      'with one that leaves the subject out',
      async () =>
        signed(message({ Subject: 'Forged 4' }), 'sender.example', {
          headerList: 'from:to:date:content-type',
        }),
    ],
    [
      'with another subject above the signed one',
      async () => `Subject: Forged 7\r\n${await signed(message({ Subject: 'True' }), 'sender.example')}`,
    ],
    ...['\v', '\f', '\xa0', ' '].map((more): [string, () => Promise<Buffer>] => [
      `with another subject above a signed one with ${JSON.stringify(more)} before its colon`,
      () => renamed('Subject: Forged 8\r\n', message({ Subject: 'True' }), 'Subject', more),
    ]),
    [
      'with another type above a signed one with a control character in its name',
      () => renamed('Content-Type: multipart/mixed; boundary=q\r\n', message({}, QUOTING), 'Content-Type', '\v'),
    ],
    [
      'with a control character in a signed header',
      async () => (await signed(message(), 'sender.example')).replace('\r\nContent-Type: ', '\r\nContent-Type:\v'),
    ],
    [
      'with another subject and 100 headers above the signed one',
      async () => {
        const [from, type] = ['From: Ida Holm <ida@sender.example>\r\n', 'Content-Type: text/plain; charset=utf-8\r\n'];
        const rest = (await signed(message({ Subject: 'True' }), 'sender.example')).replace(from, '').replace(type, '');
        const results = 'Authentication-Results: x; none=none\r\n'.repeat(100);
        return `${from}Subject: Forged 9\r\n${type}${results}${rest}`;
      },
    ],
    [
      'with another transfer encoding',
      () => above('Content-Transfer-Encoding: quoted-printable\r\n', message({ Subject: 'Forged 10' })),
    ],
    ['with a disposition', () => above('Content-Disposition: attachment\r\n', message({ Subject: 'Forged 11' }))],
    [
      'with another date',
      () => above('Date: Thu, 19 Nov 2026 10:00:00 +0000\r\n', message({ Subject: 'Forged 12', Date: '' })),
    ],
    [
      'with one that leaves the type of the text out',
      async () => {
        const whole = await signed(message({}, QUOTING), 'sender.example', UNTYPED);
        return whole.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=q');
      },
    ],
    [
      'with one that leaves the type of the text out, and without that type',
      async () => {
        const whole = await signed(message({}, QUOTING), 'sender.example', UNTYPED);
        return whole.replace('Content-Type: text/plain; charset=utf-8\r\n', '');
      },
    ],
    [
      'with two senders',
      async () => `From: Mal <mal@evil.example>\r\n${await signed(message({ Subject: 'Forged 5' }), 'sender.example')}`,
    ],
    [
      'whose address is only its name',
      () => signed(message({ From: '"ida@sender.example" <mal@evil.example>', Subject: 'Forged 6' }), 'evil.example'),
    ],
  ])('publishes nothing %s', async (_, raw) => {
    const desk = await source({ allow: ['ida@sender.example', 'sender.example'] });
    const item = await taken(desk, await raw());
    expect(['held', 'rejected']).toContain(item.state);
    expect(item.mail.verified_by).toBe(null);
    expect(item.reason).toMatch(/sender/);
  });
});

describe('other senders', () => {
  it('are held, or refused, as the source says', async () => {
    const raw = await signed(message({ Subject: 'From others' }), 'sender.example');
    expect(await taken(await source(), raw)).toMatchObject({
      state: 'held',
      reason: expect.stringContaining('not on the list'),
    });
    const strict = await taken(await source({ unlisted: 'refuse' }), message({ Subject: 'Refused' }));
    expect(strict).toMatchObject({ state: 'rejected', reason: expect.stringContaining('not on the list') });
  });

  it('are in trials of rules as they would be in fact: refused or held, whatever a rule says', async () => {
    const [open, strict] = [await source(), await source({ unlisted: 'refuse' })];
    const held = await taken(open, message({ Subject: 'Tried' }));
    const refused = await taken(strict, message({ Subject: 'Tried and refused' }));
    const robot = await taken(strict, message({ Subject: 'Tried robot', 'Auto-Submitted': 'auto-replied' }));
    const rule = { name: 'All', match: { words: ['tried'] }, position: 1 };
    const changedBy = async (query: object) => {
      const { trial } = await manage('POST', '/intake-rules/trial', query, 200);
      const own = (id: number) => [held, refused, robot].some((item) => item.id === id);
      return { rules: trial.rules, changed: trial.changed.filter(({ id }: Sent) => own(id)) };
    };
    expect((await changedBy({})).changed).toEqual([]);
    const published = await changedBy({ rule: { ...rule, action: 'publish' } });
    expect([published.changed, published.rules]).toMatchObject([[], [{ matched: 1, decided: 1 }]]);
    expect((await changedBy({ rule: { ...rule, action: 'reject' } })).changed).toMatchObject([
      { id: held.id, state: 'held', outcome: 'rejected' },
    ]);
  });

  it('are rejected if their address or domain is blocked', async () => {
    const desk = await source();
    await manage('POST', '/blocked', { blocked: { kind: 'person', value: 'Spammer@bulk.example' } });
    await manage('POST', '/blocked', { blocked: { kind: 'domain', value: 'junk.example' } });
    for (const address of ['spammer@bulk.example', 'anyone@mx.junk.example'])
      expect((await taken(desk, message({ From: `A <${address}>`, Subject: address }))).state).toBe('rejected');
  });
});

describe('the hold', () => {
  it('keeps proven senders from publishing', async () => {
    const desk = await source({ allow: ['ida@sender.example'] });
    await manage('PUT', '/intake/hold', {});
    const item = await taken(desk, await signed(message({ Subject: 'Held' }), 'sender.example'));
    await manage('DELETE', '/intake/hold');
    expect([item.state, item.reason]).toEqual(['held', expect.stringContaining('held')]);
  });
});

describe('a message', () => {
  it('that comes again is taken once, and one with its id and content is a duplicate', async () => {
    const desk = await source();
    const raw = message({ Subject: 'Twice', 'Message-ID': '<one@sender.example>' });
    await taken(desk, raw);
    await arrive(desk, raw);
    const other = await taken(desk, `Received: from elsewhere\r\n${raw}`);
    expect(other.state).toBe('duplicate');
    const count = async () =>
      (await app.pool.query("select from inbound_message where source_id = $1 and state = 'taken'", [desk.id]))
        .rowCount;
    await expect.poll(count, { interval: 20 }).toBe(3);
    expect((await manage('GET', `/source-items?source_id=${desk.id}`)).source_items).toHaveLength(2);
  });

  it('that is forged does not keep the real one with its id away; of a proven sender, the second is a duplicate', async () => {
    const desk = await source({ allow: ['ida@sender.example'] });
    const id = { 'Message-ID': '<daily.20261119@sender.example>' };
    const forged = await taken(desk, message({ ...id, Subject: 'Forged' }, 'Forged.'), { from: 'x@evil.example' });
    const real = await taken(desk, await signed(message({ ...id, Subject: 'Real' }, 'The report.'), 'sender.example'));
    expect([forged.state, real.state, real.mail.verified_by]).toEqual(['held', 'published', 'dmarc']);
    const again = await taken(desk, await signed(message({ ...id, Subject: 'Real, too' }, 'More.'), 'sender.example'));
    expect(again.state).toBe('duplicate');
  });

  it('is erased by the address of its sender, with its files and raw bytes, and does not come back', async () => {
    const desk = await source();
    const marker = 'zanzibarmarker';
    const raw = message(
      { ...mixed, From: `Mark ${marker} <${marker}@sender.example>`, Subject: `About ${marker}` },
      parts(
        { type: 'text/plain', content: `I am ${marker}.` },
        {
          type: 'image/png',
          content: await picture('png', 300, 200),
          headers: { 'Content-Disposition': `attachment; filename=${marker}.png` },
        },
      ),
    );
    const item = await taken(desk, raw, { from: `${marker}@sender.example` });
    expect((await manage('GET', `/articles/${item.uid}`)).article.cover_url).toContain(marker);
    await erased(`${marker.toUpperCase()}@sender.example`);
    expect((await taken(desk, raw.replace('About', 'Again'), { from: `${marker}@sender.example` })).state).toBe(
      'erased',
    );
    await transaction(kysely(app.pool), (tx) => deleteSome(tx, app.media));
    expect((await dumped()).includes(marker)).toBe(false);
    const left = [];
    for (const prefix of ['mail/', 'blobs/'])
      for await (const { key } of app.media.storage.list(prefix)) left.push(await textOf(key));
    expect(left.filter((text) => text.includes(marker))).toEqual([]);
  });

  it.each([
    ['From, beside another', { From: 'a@x.example, "B" <TWO@x.example>' }],
    ['From, in a group', { From: 'All: a@x.example, two@x.example;' }],
    ['a second From', { From: 'a@x.example\r\nfrom: two@x.example' }],
    ['Sender', { Sender: 'Two\r\n <two@x.example>' }],
    ['Reply-To', { 'Reply-To': 'a@x.example,two@x.example' }],
    ['the return path', {}],
    ['From of a message that cannot be read', { From: 'two@x.example', 'X-Long': 'a'.repeat(3_000_000) }],
  ])('is erased by an address in %s', async (place, headers) => {
    await app.pool.query('delete from erased_key');
    const desk = await source();
    const path = place === 'the return path' ? 'Two@x.example' : 'bounces@y.example';
    const raw = message({ ...headers, Subject: `By two: ${place}` });
    const item = await taken(desk, raw, { from: path });
    expect(item.state).not.toBe('erased');
    const other = await taken(desk, message({ From: 'one@x.example', Subject: 'By one' }), { from: 'one@x.example' });
    await erased('two@x.example');
    const left = await manage('GET', `/source-items?source_id=${desk.id}`);
    expect(left.source_items.map(({ id, state }: Sent) => [id, state])).toEqual([
      [other.id, 'held'],
      [item.id, 'erased'],
    ]);
    expect(await dumped()).not.toContain('two@x.example');
    expect((await taken(desk, raw.replace('By two', 'Again'), { from: path })).state).toBe('erased');
    await transaction(kysely(app.pool), (tx) => deleteSome(tx, app.media));
    for await (const { key } of app.media.storage.list('mail/'))
      expect(await textOf(key)).not.toContain('two@x.example');
  });

  it('is erased without the files that another message has too', async () => {
    const desk = await source({ unlisted: 'refuse' });
    const file = { type: 'image/png', content: await picture('png', 211, 112) };
    const by = (name: string) =>
      taken(desk, message({ ...mixed, From: `${name}@y.example`, Subject: name }, parts(file)), { from: '' });
    for (const name of ['first', 'second']) expect((await by(name)).state).toBe('rejected');
    const left = async () =>
      (await app.pool.query('select from source_media join media on id = media_id where source_id = $1', [desk.id]))
        .rowCount;
    expect(await left()).toBe(1);
    await erased('first@y.example');
    expect(await left()).toBe(1);
    await erased('second@y.example');
    expect(await left()).toBe(0);
  });

  it('of more senders than an erasure could find is not stored', async () => {
    const desk = await source();
    const many = Array.from({ length: 51 }, (_, n) => `crowd${n}@x.example`);
    const item = await taken(desk, message({ From: many.join(', '), Subject: 'Crowded' }), { from: many[0] });
    expect(item).toMatchObject({ state: 'rejected', reason: expect.stringContaining('50 senders'), title: '' });
    await transaction(kysely(app.pool), (tx) => deleteSome(tx, app.media));
    expect(await dumped()).not.toContain('crowd');
    for await (const { key } of app.media.storage.list('mail/')) expect(await textOf(key)).not.toContain('crowd');
  });

  it('is deleted after 30 days, and its sender with the content of the item', async () => {
    const desk = await source({ unlisted: 'refuse' });
    await taken(desk, message({ Subject: 'Old' }));
    const messages = async () =>
      (await app.pool.query('select * from inbound_message where source_id = $1', [desk.id])).rows;
    const clean = () => transaction(kysely(app.pool), (tx) => deleteSome(tx, app.media));
    const [{ storage_key }] = await messages();
    await clean();
    expect(await app.media.storage.stat(storage_key)).not.toBe(null);
    await app.pool.query("update inbound_message set raw_until = now() - interval '1 second'");
    await clean();
    expect(await app.media.storage.stat(storage_key)).toBe(null);
    expect(await messages()).toMatchObject([{ storage_key: null, from_address: 'ida@sender.example' }]);
    await app.pool.query("update source_item set raw_until = now() - interval '1 second'");
    await transaction(kysely(app.pool), forgetContents);
    await clean();
    expect(await messages()).toEqual([]);
  });
});

interface Sent {
  id: number;
  state: string;
}

async function erased(person: string): Promise<void> {
  const { erasure } = await manage('POST', '/erasures', { erasure: { person } }, 202);
  const state = async () => (await manage('GET', `/erasures/${erasure.id}`)).erasure.state;
  await expect.poll(state, { interval: 50 }).toBe('done');
}

/** Every row of every table. */
async function dumped(): Promise<string> {
  const { rows } = await app.pool.query("select tablename from pg_tables where schemaname = 'public'");
  const texts = rows.map(async ({ tablename }) => {
    const { rows: all } = await app.pool.query(`select t::text as row from "${tablename}" t`);
    return all.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(texts)).join('\n').toLowerCase();
}

async function textOf(key: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await app.media.storage.get(key)) ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1').toLowerCase();
}
