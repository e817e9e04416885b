/** The SMTP port: what it accepts, what it refuses, and that 250 means stored. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as secured } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { isThere } from '../../test/guide.ts';
import { kysely } from '../db/connect.ts';
import { openSmtp, type SmtpPort } from './smtp.ts';
import { message, newMailSource, peerOver, send, smtpPeer } from './testing/mail.ts';

let app: TestApp;
let site: number;
let section: number;
let smtp: SmtpPort;
/** Each test has its own minute, so that limits of one do not stop another. */
let minute = 0;

beforeAll(async () => {
  app = await testApp({}, { isWorking: true, mailDomain: 'in.example' });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Ferries & Häfen' } })).section.id;
  smtp = await opened();
});

const opened = async (tls: { cert: string; key: string } | null = null) => {
  const settings = { host: '127.0.0.1', port: 0, domain: 'in.example', tls, mailDays: 30 };
  const now = () => minute * 60_000;
  const made = await openSmtp(kysely(app.pool), settings, { media: app.media, log: (line) => app.log.push(line), now });
  atFileEnd(() => made.stop());
  return made;
};
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, `/sites/${site}${path}`, body, status);
const source = (fields?: object, email?: object) => {
  minute++;
  return newMailSource(app, site, section, fields, email);
};
const items = async (id: number) => (await manage('GET', `/source-items?source_id=${id}`)).source_items;
const messages = async (id: number) =>
  (await app.pool.query('select * from inbound_message where source_id = $1', [id])).rows;

describe('the address of a source', () => {
  it('has the section and 16 letters that nobody guesses', async () => {
    const { address } = await source();
    expect(address).toMatch(/^ferries-hafen-[a-z2-7]{16}@in\.example$/);
  });

  it('can be renewed, and the old one works for 30 more days', async () => {
    const { id, address } = await source();
    const renewed = (await manage('POST', `/sources/${id}/address`, {})).source;
    expect(renewed.email_address).not.toBe(address);
    for (const to of [address, renewed.email_address.toUpperCase()])
      expect(await send(smtp.port, { to, raw: message() })).toMatch(/^250/);
    await app.pool.query("update retired_mail_name set until = now() - interval '1 second'");
    expect(await send(smtp.port, { to: address, raw: message() })).toMatch(/^550/);
    expect(await messages(id)).toHaveLength(2);
  });

  it('belongs to e-mail sources alone', async () => {
    const url = 'https://feeds.example/mail';
    const feed = (await manage('POST', '/sources', { source: { url, section_id: section } })).source;
    await manage('POST', `/sources/${feed.id}/address`, {}, 409);
    const wrong = { source: { kind: 'email', name: 'Desk', section_id: section } };
    expect((await manage('POST', '/sources', wrong, 422)).problems[0].path).toBe('/email');
  });
});

describe('a message', () => {
  it('is accepted when it is stored with its job, and becomes a pending article', async () => {
    const { id, address } = await source();
    expect(await send(smtp.port, { to: address, raw: message({}, 'The ferry is late.\n.hidden\n\nSorry.') })).toMatch(
      /^250/,
    );
    expect(await messages(id)).toMatchObject([{ envelope: { helo: 'mx.sender.example', from: 'ida@sender.example' } }]);
    await expect.poll(async () => (await items(id))[0]?.state).toBe('held');
    const [item] = await items(id);
    expect(item).toMatchObject({
      title: 'Late ferry',
      mail: { from_name: 'Ida Holm', from_address: 'ida@sender.example' },
    });
    const { article } = await manage('GET', `/articles/${item.uid}`);
    expect(article).toMatchObject({
      ...{ source: 'email', state: 'pending', author_credit: 'Ida Holm', section_id: section },
      body: '<p>The ferry is late.<br>.hidden</p><p>Sorry.</p>',
    });
    expect(JSON.stringify(article)).not.toContain('@sender.example');
  });

  it('for two sources is an item of each', async () => {
    const [one, other] = [await source(), await source()];
    expect(await send(smtp.port, { to: [one.address, other.address], raw: message({}, 'Short.') })).toMatch(/^250/);
    expect([...(await messages(one.id)), ...(await messages(other.id))]).toHaveLength(2);
    await expect.poll(async () => (await items(other.id)).length + (await items(one.id)).length).toBe(2);
  });

  it('that is cut off is not taken', async () => {
    const { id, address } = await source();
    const peer = await smtpPeer(smtp.port);
    for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`, 'DATA']) await peer.say(line);
    peer.socket.write(message({}, 'Half of a sen'));
    peer.socket.end();
    await peer.reply();
    // Another message is accepted after it.
    expect(await send(smtp.port, { to: address, raw: message() })).toMatch(/^250/);
    expect(await messages(id)).toHaveLength(1);
  });

  it('is one message, whatever lines without CR it has', async () => {
    const { id, address } = await source();
    const smuggled = 'One.\n.\nMAIL FROM:<evil@x.example>\nRCPT TO:<x@in.example>\nDATA\nTwo.';
    const raw = message().replace('The ferry is late today.', smuggled);
    expect(await send(smtp.port, { to: address, raw })).toMatch(/^250/);
    expect(await messages(id)).toHaveLength(1);
  });

  it('larger than 25 MiB is refused with 552, announced or not', async () => {
    const { id, address } = await source();
    const peer = await smtpPeer(smtp.port);
    await peer.say('EHLO x');
    expect(await peer.say('MAIL FROM:<a@b.example> SIZE=26214401')).toMatch(/^552/);
    peer.end();
    const raw = message({}, 'x'.repeat(60).concat('\n').repeat(440_000));
    expect(await send(smtp.port, { to: address, raw })).toMatch(/^552/);
    expect(await messages(id)).toEqual([]);
  });

  it('that reports about another one is refused before it is sent', async () => {
    await source();
    const peer = await smtpPeer(smtp.port);
    await peer.say('EHLO x');
    expect(await peer.say('MAIL FROM:<>')).toMatch(/^550/);
    peer.end();
  });

  it('is refused before it is sent if its network has sent 60 in a minute', async () => {
    await source();
    const peer = await smtpPeer(smtp.port);
    await peer.say('EHLO x');
    for (let number = 0; number < 60; number++) {
      expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^250/);
      await peer.say('RSET');
    }
    expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^421/);
    peer.end();
  });

  describe('beyond what a day may bring', () => {
    const MIB = 1024 * 1024;
    const stored = (id: number, mib: number, envelope: object) =>
      app.pool.query(
        `insert into inbound_message (site_id, source_id, storage_key, sha256, size, envelope, received_at, raw_until)
         values ($1, $2, 'mail/' || gen_random_uuid(), '', $3, $4, now(), now() + interval '30 days')`,
        [site, id, mib * MIB, envelope],
      );
    const answers = async (address: string) => {
      const peer = await smtpPeer(smtp.port);
      const said = [];
      for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`]) said.push(await peer.say(line));
      peer.end();
      return said.slice(1).map((line) => line.slice(0, 3));
    };

    it('waits at the sender: of a network 256 MiB, and what it sent before does not count for ever', async () => {
      const { id, address } = await source();
      await stored(id, 255, { network: '127.0.0.1' });
      await stored(id, 255, { network: '192.0.2.1' });
      expect(await answers(address)).toEqual(['250', '250']);
      await stored(id, 1, { network: '127.0.0.1' });
      expect((await answers(address))[0]).toBe('452');
      const older = (column: string) =>
        app.pool.query(`update inbound_message set ${column} = ${column} - interval '25 hours' where source_id = $1`, [
          id,
        ]);
      await older('received_at');
      await older('raw_until');
      expect(await answers(address)).toEqual(['250', '250']);
    });

    it('does not count older messages after the setting was lowered', async () => {
      const { id, address } = await source();
      await stored(id, 256, { network: '127.0.0.1' });
      expect((await answers(address))[0]).toBe('452');
      await app.pool.query(
        `update inbound_message set received_at = received_at - interval '2 days', raw_until = raw_until + interval '3 days'
         where source_id = $1`,
        [id],
      );
      expect(await answers(address)).toEqual(['250', '250']);
    });

    it('waits for a source with 1 GiB; what mailboxes brought does not count', async () => {
      const [full, other] = [await source(), await source()];
      await stored(full.id, 1_024, {});
      expect(await answers(full.address)).toEqual(['250', '250']);
      await stored(full.id, 1_024, { network: '192.0.2.7' });
      expect(await answers(full.address)).toEqual(['250', '452']);
      expect(await answers(other.address)).toEqual(['250', '250']);
      for (const n of [1, 2, 3]) await stored((await source()).id, 1_023, { network: `192.0.2.${n}` });
      expect(await answers(other.address)).toEqual(['250', '250']);
      await stored(other.id, 4, { network: '192.0.2.4' });
      expect((await answers(other.address))[0]).toBe('452');
      await app.pool.query('delete from inbound_message where storage_key is not null');
    });
  });

  it('is not accepted while it cannot be stored', async () => {
    const { id, address } = await source();
    await app.pool.query('alter table inbound_message add constraint broken check (false) not valid');
    expect(await send(smtp.port, { to: address, raw: message() })).toMatch(/^451/);
    await app.pool.query('alter table inbound_message drop constraint broken');
    expect(await messages(id)).toEqual([]);
  });

  it('to a paused source waits at the sender', async () => {
    const { id, address } = await source();
    await manage('PATCH', `/sources/${id}`, { source: { active: false } });
    expect(await send(smtp.port, { to: address, raw: message() })).toMatch(/^450/);
  });
});

describe('the port', () => {
  it('relays nothing, knows no unknown address and no sign-in', async () => {
    const { address } = await source();
    const peer = await smtpPeer(smtp.port);
    const hello = await peer.say('EHLO x');
    expect(hello).not.toMatch(/AUTH|STARTTLS/);
    expect(hello).toContain('SIZE 26214400');
    expect(await peer.say('AUTH PLAIN AHgAeA==')).toMatch(/^5/);
    await peer.say('MAIL FROM:<a@b.example>');
    for (const to of [
      'someone@elsewhere.example',
      'nobody@in.example',
      `x${address}`,
      `${address}.example`,
      "'@in.example",
    ])
      expect(await peer.say(`RCPT TO:<${to}>`), to).toMatch(/^550/);
    expect(await peer.say('DATA')).toMatch(/^503/);
    peer.end();
  });

  it('has five connections for an address, and a limit of connections and guesses a minute', async () => {
    const { address } = await source();
    const peers = await Promise.all([1, 2, 3, 4, 5].map(() => smtpPeer(smtp.port)));
    expect((await smtpPeer(smtp.port)).greeting).toMatch(/^421/);
    for (const peer of peers) peer.end();
    await expect.poll(async () => send(smtp.port, { to: address, raw: message() })).toMatch(/^250/);
    const guesses = [];
    const peer = await smtpPeer(smtp.port);
    await peer.say('EHLO x');
    await peer.say('MAIL FROM:<a@b.example>');
    for (let guess = 0; guess < 22; guess++)
      guesses.push((await peer.say(`RCPT TO:<g${guess}@in.example>`)).slice(0, 3));
    expect(guesses.slice(-2)).toEqual(['421', 'clo']);
    peer.end();
    for (let number = 0; number < 60; number++) (await smtpPeer(smtp.port)).end();
    expect((await smtpPeer(smtp.port)).greeting).toMatch(/^421/);
    expect(smtp.counts()).toMatchObject({ refused: { 421: expect.any(Number), 550: expect.any(Number) } });
  });

  it.skipIf(!isThere('openssl'))('encrypts with its own certificate', async () => {
    const { id, address } = await source();
    const port = (await opened(certificate())).port;
    const peer = await smtpPeer(port);
    expect(await peer.say('EHLO x')).toContain('STARTTLS');
    expect(await peer.say('STARTTLS')).toMatch(/^220/);
    peer.socket.removeAllListeners('data');
    const secure = peerOver(secured({ socket: peer.socket, rejectUnauthorized: false }));
    for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`, 'DATA']) await secure.say(line);
    expect(await secure.say(`${message()}\r\n.`)).toMatch(/^250/);
    secure.end();
    expect(await messages(id)).toHaveLength(1);
  });
});

/** A certificate for this test alone. */
function certificate(): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-certificate-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=in.example'];
  const made = spawnSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', cert], { encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
