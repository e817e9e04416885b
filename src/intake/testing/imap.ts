/** A scripted IMAP server: one mailbox, kept in memory, and faults where a test wants them. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { atFileEnd } from '../../../test/at-file-end.ts';

export interface Stored {
  uid: number;
  raw: Buffer;
  at: Date;
  flags: string[];
}

export interface ImapServer {
  port: number;
  messages: Stored[];
  moved: Stored[];
  /** What was asked, without tags. */
  commands: string[];
  validity: number;
  password: string;
  /** Answers a command in its place; true if it did. */
  fault: (command: string, socket: Socket, tag: string) => boolean;
  add(raw: string, at?: Date): number;
  connections(): number;
}

const DAY = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const dateOf = (at: Date) => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', DAY).formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${parts.day}-${parts.month}-${parts.year}`;
};

export async function imapServer(): Promise<ImapServer> {
  const open = new Set<Socket>();
  const state: ImapServer = {
    ...{ port: 0, messages: [], moved: [], commands: [], validity: 1, password: 'secret' },
    fault: () => false,
    add(raw, at = new Date()) {
      const uid = Math.max(0, ...state.messages.map((one) => one.uid), ...state.moved.map((one) => one.uid)) + 1;
      state.messages.push({ uid, raw: Buffer.from(raw), at, flags: [] });
      return uid;
    },
    connections: () => open.size,
  };
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    if (state.fault('GREETING', socket, '*')) return;
    socket.write('* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        state.commands.push(command.startsWith('LOGIN') ? 'LOGIN' : command);
        if (!state.fault(command, socket, tag)) answer(state, socket, tag, command);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.port = (server.address() as AddressInfo).port; // a TCP server's address
  atFileEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return state;
}

function answer(state: ImapServer, socket: Socket, tag: string, command: string): unknown {
  const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''));
  const next = Math.max(0, ...state.messages.map(({ uid }) => uid), ...state.moved.map(({ uid }) => uid)) + 1;
  const [verb = '', second = ''] = command.toUpperCase().split(' ');
  const what = verb === 'UID' ? `UID ${second}` : verb;
  if (what === 'LOGIN') {
    const isRight = command.includes(` ${state.password}`) || command.includes(`"${state.password}"`);
    return say(isRight ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] wrong password secret-ish`);
  }
  if (what === 'SELECT' || what === 'EXAMINE') {
    if (!/ "?INBOX"?$/i.test(command)) return say(`${tag} NO there is no such mailbox`);
    return say(
      `* ${state.messages.length} EXISTS`,
      '* FLAGS (\\Seen \\Deleted)',
      `* OK [UIDVALIDITY ${state.validity}] valid`,
      `* OK [UIDNEXT ${next}] next`,
      `${tag} OK [${what === 'SELECT' ? 'READ-WRITE' : 'READ-ONLY'}] done`,
    );
  }
  if (what === 'UID SEARCH') return say(`* SEARCH ${found(state, command).join(' ')}`, `${tag} OK done`);
  if (what === 'FETCH' || what === 'UID FETCH') return fetched(state, socket, tag, command);
  if (what === 'UID MOVE') {
    const uids = numbers(/UID MOVE (\S+)/i.exec(command)?.[1] ?? '', Number.MAX_SAFE_INTEGER);
    for (const uid of uids) {
      const at = state.messages.findIndex((one) => one.uid === uid);
      if (at < 0) continue;
      state.moved.push(...state.messages.splice(at, 1));
      say(`* ${at + 1} EXPUNGE`);
    }
    return say(`${tag} OK moved`);
  }
  if (what === 'LIST' || what === 'LSUB') return say('* LIST (\\Noselect) "/" ""', `${tag} OK done`);
  if (what === 'CREATE') return say(`${tag} OK created`);
  if (what === 'LOGOUT') {
    return socket.end(`* BYE\r\n${tag} OK bye\r\n`);
  }
  return say(...(what === 'CAPABILITY' ? ['* CAPABILITY IMAP4rev1 MOVE UIDPLUS'] : []), `${tag} OK done`);
}

function numbers(set: string, last: number): number[] {
  return set.split(',').flatMap((part) => {
    const [from = '1', to = from] = part.split(':');
    const [a, b] = [from, to].map((one) => (one === '*' ? last : Number(one))).sort((x, y) => x - y) as [
      number,
      number,
    ]; // two
    return Array.from({ length: Math.min(b - a, 100_000) + 1 }, (_, n) => a + n);
  });
}

function found({ messages }: ImapServer, command: string): number[] {
  const set = /UID (\d\S*)/i.exec(command.slice('UID SEARCH'.length))?.[1] ?? '1:*';
  const last = messages.at(-1)?.uid ?? 0;
  const [from = '1', to = from] = set.split(':');
  const [a, b] = [Number(from), to === '*' ? last : Number(to)];
  const since = /SINCE "?([^" ]+)"?/i.exec(command)?.[1];
  const isLate = (at: Date) => !since || Date.parse(dateOf(at)) >= Date.parse(since);
  return messages
    .filter(({ uid, at }) => uid >= Math.min(a, b) && uid <= Math.max(a, b) && isLate(at))
    .map(({ uid }) => uid);
}

function fetched(state: ImapServer, socket: Socket, tag: string, command: string): void {
  const isByUid = /^UID/i.test(command);
  const set = /FETCH (\S+)/i.exec(command)?.[1] ?? '';
  const last = isByUid ? (state.messages.at(-1)?.uid ?? 0) : state.messages.length;
  if (state.messages.length === 0) {
    socket.write(`${tag} BAD no messages\r\n`);
    return;
  }
  const wanted = new Set(numbers(set, last));
  state.messages.forEach(({ uid, raw, at, flags }, index) => {
    if (!wanted.has(isByUid ? uid : index + 1)) return;
    const items = [`UID ${uid}`, `FLAGS (${flags.join(' ')})`];
    if (/RFC822\.SIZE/i.test(command)) items.push(`RFC822.SIZE ${raw.length}`);
    if (/INTERNALDATE/i.test(command)) items.push(`INTERNALDATE "${dateOf(at)} 12:00:00 +0000"`);
    if (/ENVELOPE/i.test(command)) items.push(`ENVELOPE ${envelopeOf(raw)}`);
    socket.write(`* ${index + 1} FETCH (${items.join(' ')}`);
    if (/BODY(\.PEEK)?\[\]/i.test(command)) {
      if (!/PEEK/i.test(command)) flags.push('\\Seen');
      socket.write(` BODY[] {${raw.length}}\r\n`);
      socket.write(raw);
    }
    socket.write(')\r\n');
  });
  socket.write(`${tag} OK done\r\n`);
}

/** Date, subject, six lists of people, the message that it answers, and its id (RFC 3501, 7.4.2). */
function envelopeOf(raw: Buffer): string {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw.toString('latin1'))?.[1]?.trim();
  const quoted = (text: string | undefined) => (text === undefined ? 'NIL' : `"${text.replace(/["\\\\]/g, '\\\\$&')}"`);
  const people = Array(6).fill('NIL').join(' ');
  return `(${quoted(header('Date'))} ${quoted(header('Subject'))} ${people} NIL ${quoted(header('Message-ID'))})`;
}
