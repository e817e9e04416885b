/** Messages from a mailbox: taken once each, whatever the server does, and nothing changes there. */
import type { Socket } from 'node:net';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { withMailbox } from '../features/mail/mailbox.ts';
import { MailboxProblem } from '../features/mail/mailbox-problem.ts';
import { exported, imported } from '../transfer/testing/transfer.ts';
import { type ImapServer, imapServer } from './testing/imap.ts';
import { message } from './testing/mail.ts';

let app: TestApp;
let site: number;
let section: number;
let server: ImapServer;
beforeAll(async () => {
  app = await testApp({}, { isWorking: true });
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});
beforeEach(async () => {
  server = await imapServer();
});
const manage = (method: string, path: string, body?: unknown, status?: number) =>
  app.manage(method, `/sites/${site}${path}`, body, status);
const place = () => ({ server: 'localhost', port: server.port, security: 'none', user: 'desk', password: 'secret' });
const newSource = async (email: object = {}, fields: object = {}) => {
  const all = { way: 'imap', allow: [], unlisted: 'hold', ...place(), ...email };
  const source = { kind: 'email', name: 'Desk', section_id: section, email: all, ...fields };
  return (await manage('POST', '/sources', { source })).source.id as number;
};
const source = async (id: number) => (await manage('GET', `/sources/${id}`)).source;
const titles = async (id: number) =>
  (await manage('GET', `/source-items?source_id=${id}&count=100`)).source_items
    .map(({ title }: { title: string }) => title)
    .sort();
const taken = (id: number, expected: string[]) => expect.poll(() => titles(id), { interval: 20 }).toEqual(expected);
const lastPoll = async (id: number) => (await source(id)).last_poll_at;
/** A poll that began after this call. The first one ends before: until then there would be no time to compare with. */
async function poll(id: number) {
  await expect.poll(() => lastPoll(id), { interval: 20 }).toBeTruthy();
  const before = await lastPoll(id);
  await app.pool.query("update source_host set busy_until = now() - interval '1 second'");
  await manage('POST', `/sources/${id}/poll`, undefined, 202);
  await expect.poll(() => lastPoll(id), { interval: 20 }).not.toBe(before);
  return source(id);
}

it('takes the newest messages, then each new one once, and changes nothing in the mailbox', async () => {
  for (const number of [1, 2, 3]) server.add(message({ Subject: `Old ${number}` }, `Words of old ${number}.`));
  const id = await newSource({}, { backlog: 2 });
  await taken(id, ['Old 2', 'Old 3']);
  server.add(message({ Subject: 'New' }, 'Words of the new one.'));
  await poll(id);
  await taken(id, ['New', 'Old 2', 'Old 3']);
  expect((await poll(id)).state).toBe('active');
  await taken(id, ['New', 'Old 2', 'Old 3']);
  expect(server.messages.flatMap(({ flags }) => flags)).toEqual([]);
  expect(server.commands.filter((one) => /SELECT|STORE|EXPUNGE|BODY\[/.test(one))).toEqual([]);
  expect((await source(id)).email).toEqual({
    ...{
      way: 'imap',
      allow: [],
      unlisted: 'hold',
      server: 'localhost',
      port: server.port,
      security: 'none',
      user: 'desk',
    },
    ...{ mailbox: 'INBOX', after: 'keep', move_to: 'Masthead', trusted_server: null },
  });
});

it('moves messages that were taken, also those that a kill has left', async () => {
  server.add(message({ Subject: 'First' }));
  const id = await newSource({ after: 'move' });
  await expect.poll(() => server.moved.length, { interval: 20 }).toBe(1);
  await taken(id, ['First']);
  // An article that is made of a message counts as success, too: only the end of the poll says that it is over.
  await expect.poll(() => lastPoll(id), { interval: 20 }).toBeTruthy();
  // Taken, and the process died before it was moved.
  const uid = server.add(message({ Subject: 'Second' }));
  await app.pool.query(`update source set cursor = cursor || '{"uid": ${uid}, "moving": [${uid}]}' where id = ${id}`);
  await poll(id);
  expect(server.messages).toEqual([]);
  await taken(id, ['First']);
});

it('a server that does not move is named in the warnings, and no message is taken twice', async () => {
  server.fault = (command, socket, tag) => {
    if (!/^UID MOVE/.test(command)) return false;
    socket.write(`${tag} NO [NOPERM] no\r\n`);
    return true;
  };
  server.add(message({ Subject: 'Stays' }));
  const id = await newSource({ after: 'move' });
  await taken(id, ['Stays']);
  expect((await poll(id)).warnings).toMatchObject([{ code: 'not_moved' }]);
  await taken(id, ['Stays']);
});

it('new uids are read again, without what was there before the first poll', async () => {
  const long = new Date(Date.now() - 400 * 86_400_000);
  const raws = [message({ Subject: 'Ancient' }, 'Ancient words.'), message({ Subject: 'Recent' }, 'Recent words.')];
  server.add(raws[0] ?? '', long);
  server.add(raws[1] ?? '');
  const id = await newSource({}, { backlog: 1 });
  await taken(id, ['Recent']);
  server.messages.splice(0);
  server.validity = 2;
  server.add(raws[0] ?? '', long);
  server.add(message({ Subject: 'Between' }, 'Words between.'));
  server.add(raws[1] ?? '');
  await poll(id);
  await taken(id, ['Between', 'Recent']);
  server.add(message({ Subject: 'Moved in' }, 'Old, but new here.'), long);
  await poll(id);
  await taken(id, ['Between', 'Moved in', 'Recent']);
});

it('a message that is too large or that the server does not send is parked, and the next one is taken', async () => {
  server.add(message({ Subject: 'Before' }, 'Words before.'));
  const bad = server.add(message({ Subject: 'Bad' }, 'Bad words.'));
  const large = server.add(message({ Subject: 'Large' }));
  server.add(message({ Subject: 'After' }, 'Words after.'));
  server.fault = (command, socket, tag) => {
    if (new RegExp(`^UID FETCH ${large} .*SIZE`).test(command)) {
      socket.write(`* 3 FETCH (UID ${large} RFC822.SIZE 99000000)\r\n${tag} OK done\r\n`);
      return true;
    }
    if (!new RegExp(`^UID FETCH ${bad} .*BODY`).test(command)) return false;
    socket.destroy();
    return true;
  };
  const id = await newSource();
  await taken(id, ['Before']);
  for (let times = 1; times <= 5; times++) {
    await expect.poll(async () => (await source(id)).failures, { interval: 20 }).toBe(times);
    expect((await source(id)).last_error.code).toBe('unreachable');
    await poll(id);
  }
  await taken(id, ['', '', 'After', 'Before']);
  const parked = (await manage('GET', `/source-items?source_id=${id}&state=rejected`)).source_items;
  expect(parked.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'It has 95 MiB; a message has at most 25. It is still in the mailbox.',
    'The server does not send this message. It is still in the mailbox.',
  ]);
});

it('what a server refuses or breaks is the state of the source', async () => {
  const faults: [code: string, email: object, fault?: ImapServer['fault']][] = [
    ['sign_in_refused', { password: 'wrong' }],
    ['refused', { mailbox: 'Elsewhere' }],
    ['unreachable', {}, (_, socket) => Boolean(socket.destroy())],
    ['tls_refused', { security: 'starttls' }],
    ['tls_refused', { security: 'tls' }, (_, socket) => socket.write('* OK no TLS here\r\n')],
  ];
  for (const [code, email, fault] of faults) {
    server.fault = fault ?? (() => false);
    await app.pool.query('truncate source_host');
    const id = await newSource(email);
    await expect.poll(async () => (await source(id)).last_error?.code, { interval: 20 }).toBe(code);
    expect((await source(id)).last_error.message).not.toContain('wrong password secret');
    await manage('DELETE', `/sources/${id}`);
  }
});

it('a hostile server costs a limited time and limited memory', async () => {
  const guard = { resolve: async () => ['127.0.0.1'], allowPrivate: true };
  const full = { ...place(), security: 'none' as const, mailbox: 'INBOX', after: 'keep' as const, move_to: 'x' };
  const session = (timeoutMs: number) =>
    withMailbox(guard, { place: { ...full, trusted_server: null }, password: 'secret', timeoutMs }, async (mailbox) => {
      const [uid = 1] = await mailbox.uidsFrom(1);
      return mailbox.message(uid);
    }).catch((error) => (error instanceof MailboxProblem ? error.code : error));
  server.add(message());
  expect(await session(60_000)).toBeInstanceOf(Buffer);
  const when = (pattern: RegExp, act: (socket: Socket) => void) => {
    server.fault = (command, socket) => {
      if (!pattern.test(command)) return false;
      act(socket);
      return true;
    };
  };
  when(/BODY/, (socket) => {
    const drip = setInterval(() => socket.write('* 1 EXISTS\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await session(300)).toBe('timeout');
  when(/BODY/, (socket) => socket.write('* 1 FETCH (UID 1 BODY[] {900000000}\r\n'));
  expect(await session(60_000)).toBe('too_big');
  when(/BODY/, (socket) => socket.write('* 1 FETCH (UID 1 BODY[] {99999999999999999999999}\r\n'));
  expect(await session(60_000)).toBe('too_big');
  when(/SEARCH/, (socket) => socket.write(`* SEARCH ${'('.repeat(100_000)}\r\n`));
  expect(await session(2_000)).not.toBeInstanceOf(Buffer);
  await expect.poll(() => server.connections(), { interval: 20 }).toBe(0);
});

it('addresses within the machine are refused where private ones are not allowed', async () => {
  const guard = { resolve: async () => ['127.0.0.1'], allowPrivate: false };
  const full = { ...place(), mailbox: 'INBOX', after: 'keep' as const, move_to: 'x', trusted_server: null };
  const codes = await Promise.all(
    (['localhost', '127.0.0.1', '::1', 'mail.example', '0x7f.1'] as const).map((host) =>
      withMailbox(guard, { place: { ...full, server: host, security: 'tls' }, password: 'x' }, async () => 'in').catch(
        ({ code }) => code,
      ),
    ),
  );
  expect(codes).toEqual(Array(5).fill('address_refused'));
  expect(server.connections()).toBe(0);
});

it('the password is stored sealed, never shown, and not sent to another server', async () => {
  const id = await newSource({ user: 'secretive' });
  const { email } = await source(id);
  const change = (given: object, status?: number) =>
    manage('PATCH', `/sources/${id}`, { source: { email: given } }, status);
  await change({ ...email, allow: ['ida@example.com'] });
  for (const other of [{ server: 'evil.example' }, { port: 144 }, { user: 'other' }])
    expect((await change({ ...email, ...other }, 422)).problems).toMatchObject([{ path: '/email/password' }]);
  await change({ ...email, user: 'other', password: 'hidden-word' });
  expect((await change({ ...email, way: 'smtp' }, 422)).problems).toMatchObject([{ path: '/email/way' }]);
  const stored = await app.pool.query('select to_jsonb(source) as row from source where id = $1', [id]);
  const audit = await app.pool.query('select to_jsonb(audit_entry) as row from audit_entry');
  expect(JSON.stringify([stored.rows, audit.rows, await source(id), app.log])).not.toContain('hidden-word');
  expect(await exported(app)).not.toContain('hidden-word');
});

it('an exported mailbox has no password, and says so when it is polled', async () => {
  server.add(message({ Subject: 'Here' }));
  const id = await newSource();
  await taken(id, ['Here']);
  const file = await exported(app);
  const there = await testApp({}, { isWorking: true });
  expect((await imported(there, file)).refused).toEqual([]);
  const row = async () => (await there.manage('GET', `/sites/${site}/sources/${id}`)).source;
  await there.manage('POST', `/sites/${site}/sources/${id}/poll`, undefined, 202);
  await expect.poll(async () => (await row()).last_error?.code, { interval: 20 }).toBe('password_missing');
  const { email } = await row();
  server.add(message({ Subject: 'There' }, 'Other words.'));
  await there.pool.query('truncate source_host');
  await there.manage('PATCH', `/sites/${site}/sources/${id}`, { source: { email: { ...email, password: 'secret' } } });
  await expect
    .poll(
      async () => (await there.pool.query('select title from source_item where source_id = $1 order by 1', [id])).rows,
      {
        interval: 20,
      },
    )
    .toEqual([{ title: 'Here' }, { title: 'There' }]);
});

it('the results of a trusted server prove a sender, and those of others prove nothing', async () => {
  const result = (what: string, id = 'mx.example') =>
    `${id}; spf=pass (a (b) c) smtp.mailfrom=x@bounces.sender.example; dmarc=${what} header.from=sender.example`;
  const mail = (Subject: string, results: string[], From = 'Ida <ida@sender.example>') =>
    results.map((one) => `Authentication-Results: ${one}\r\n`).join('') +
    message({ Subject, From }, `Words: ${Subject}`);
  const [spf = '', dmarc = ''] = result('pass').split('; ').slice(1);
  server.add(mail('Proven', [result('pass')]));
  server.add(mail('In two headers', [`mx.example; ${dmarc}`, `mx.example; ${spf}`]));
  const ofGmail = 'dkim=pass header.i=@sender.example header.s=s header.b="aB+/c1=="';
  server.add(mail('As Gmail has it', [`mx.example; ${ofGmail}; ${spf}; ${dmarc}`]));
  server.add(mail('In quotes', [`mx.example; ${spf}; auth=none header.b="x; ${dmarc}"`]));
  server.add(mail('Failed', [result('fail'), result('pass')]));
  server.add(mail('By another', [result('pass', 'evil.example')]));
  server.add(mail('For another', [result('pass').replace('from=sender.example', 'from=evil.example')]));
  server.add(mail('In a comment', [`mx.example; ${spf}; auth=none (${dmarc})`]));
  // A signed message that anyone sends again has this result, too.
  server.add(mail('Sent again', [`mx.example; spf=pass smtp.mailfrom=x@evil-sender.example; ${dmarc}`]));
  server.add(mail('By no known server', [`mx.example; spf=fail smtp.mailfrom=ida@sender.example; ${dmarc}`]));
  server.add(mail('Without', []));
  const allowed = { allow: ['ida@sender.example'], trusted_server: 'MX.example' };
  const id = await newSource(allowed, { approval: 'auto' });
  const others = [
    'By another',
    'By no known server',
    'Failed',
    'For another',
    'In a comment',
    'In quotes',
    'Sent again',
  ];
  await taken(id, [...others, 'As Gmail has it', 'In two headers', 'Proven', 'Without'].sort());
  const published = (await manage('GET', `/source-items?source_id=${id}&state=published`)).source_items;
  const proven = published.map(({ title, mail }: { title: string; mail: object }) => ({ title, mail }));
  expect(proven).toHaveLength(3);
  for (const title of ['As Gmail has it', 'In two headers', 'Proven'])
    expect(proven).toContainEqual({ title, mail: expect.objectContaining({ verified_by: 'dmarc' }) });
});

it('settings that do not fit are refused', async () => {
  const refused = async (email: object) => {
    const body = { kind: 'email', name: 'Desk', section_id: section, email: { allow: [], unlisted: 'hold', ...email } };
    return (await manage('POST', '/sources', { source: body }, 422)).problems.map(({ path }: { path: string }) => path);
  };
  expect(await refused({ way: 'imap' })).toEqual(['/email/server', '/email/user']);
  expect(await refused({ way: 'imap', server: 'a.example', user: 'x' })).toEqual(['/email/password']);
  expect(await refused({ way: 'smtp', server: 'a.example' })).toEqual(['/email/server']);
  expect(await refused({ way: 'imap', ...place(), after: 'move', move_to: 'INBOX' })).toEqual(['/email/move_to']);
  expect(await refused({ way: 'imap', ...place(), user: 'a\r\nb' })).toEqual(['/email/user']);
});

it('a poll that waited for its turn asks the server that its source has by then', async () => {
  const held: [Socket, string][] = [];
  const slow = [await imapServer(), await imapServer()];
  for (const one of slow)
    one.fault = (command, socket, tag) => {
      if (!command.startsWith('LOGIN')) return false;
      held.push([socket, tag]);
      return true;
    };
  // A server that says nothing is given up.
  const talking = setInterval(() => {
    for (const [socket] of held) socket.write('* OK wait\r\n');
  }, 1_000);
  try {
    for (const { port } of slow) await newSource({ port });
    await expect.poll(() => held.length, { interval: 20 }).toBe(2);
    const [former, id] = [server, await newSource()];
    const isRunning = "select from job_lane where kind = 'intake.poll' and key = $1 and claim is not null";
    const lane = async () => (await app.pool.query(isRunning, [`${site}:${id}`])).rowCount;
    await expect.poll(lane, { interval: 20 }).toBe(1);
    server = await imapServer();
    server.add(message({ Subject: 'Of the other server' }));
    const email = { way: 'imap', allow: [], unlisted: 'hold', ...place() };
    await manage('PATCH', `/sources/${id}`, { source: { email } });
    for (const [socket, tag] of held.splice(0)) socket.write(`${tag} NO later\r\n`);
    await taken(id, ['Of the other server']);
    expect(former.commands).toEqual([]);
  } finally {
    clearInterval(talking);
  }
});
