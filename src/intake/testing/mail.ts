/** Sends mail as another server does, byte by byte where a test needs it, and makes messages. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestApp } from '../../../test/app.ts';

export interface Peer {
  socket: Socket;
  /** Sends a line and returns the code and text of the reply. */
  say(line: string): Promise<string>;
  /** The next reply, without sending. */
  reply(): Promise<string>;
  end(): void;
}

/** A connection to an SMTP port, after its greeting, which is in `greeting`. */
export async function smtpPeer(port: number): Promise<Peer & { greeting: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const peer = peerOver(socket);
  return { ...peer, greeting: await peer.reply() };
}

export function peerOver(socket: Socket): Peer {
  let text = '';
  const waiting: ((reply: string) => void)[] = [];
  const deliver = () => {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text)?.[0];
      const next = whole && waiting.shift();
      if (!whole || !next) return;
      text = text.slice(whole.length);
      next(whole.trim());
    }
  };
  socket.on('data', (data: Buffer) => {
    text += data.toString();
    deliver();
  });
  socket.on('close', () => {
    for (const next of waiting.splice(0)) next('closed');
  });
  socket.on('error', () => undefined);
  const reply = () =>
    new Promise<string>((resolve) => {
      waiting.push(resolve);
      deliver();
      if (socket.destroyed) for (const next of waiting.splice(0)) next('closed');
    });
  return {
    socket,
    reply,
    say(line) {
      socket.write(`${line}\r\n`);
      return reply();
    },
    end: () => socket.destroy(),
  };
}

export interface Sending {
  from?: string;
  to: string | string[];
  raw: string | Buffer;
}

/** The last reply: 250 if the message was accepted. */
export async function send(port: number, { from = 'ida@sender.example', to, raw }: Sending): Promise<string> {
  const peer = await smtpPeer(port);
  try {
    if (!peer.greeting.startsWith('220')) return peer.greeting;
    const lines = ['EHLO mx.sender.example', `MAIL FROM:<${from}>`, ...[to].flat().map((one) => `RCPT TO:<${one}>`)];
    for (const line of [...lines, 'DATA']) {
      const reply = await peer.say(line);
      if (!/^[23]/.test(reply)) return reply;
    }
    peer.socket.write(stuffed(Buffer.from(raw)));
    return await peer.say('\r\n.');
  } finally {
    peer.end();
  }
}

/** A line that begins with a dot gets another one (RFC 5321, 4.5.2). */
function stuffed(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replace(/^\./gm, '..'), 'latin1');
}

/** A message of headers and a text. */
export function message(headers: Record<string, string> = {}, body = 'The ferry is late today.'): string {
  const all = {
    From: 'Ida Holm <ida@sender.example>',
    To: 'desk@in.example',
    Subject: 'Late ferry',
    'Message-ID': `<${Math.random().toString(36).slice(2)}@sender.example>`,
    Date: 'Wed, 18 Nov 2026 10:00:00 +0000',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}`;
}

export interface Part {
  type: string;
  content: string | Buffer;
  headers?: Record<string, string>;
}

/** The body of a multipart message, whose boundary is `edge`. */
export function parts(...list: Part[]): string {
  const written = list.map(({ type, content, headers = {} }) => {
    const isText = typeof content === 'string';
    const all = { 'Content-Type': type, ...(isText ? {} : { 'Content-Transfer-Encoding': 'base64' }), ...headers };
    const text = isText ? content : content.toString('base64').replace(/.{76}/g, '$&\r\n');
    return `--edge\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n${text}\r\n`;
  });
  return `${written.join('')}--edge--\r\n`;
}
export const mixed = { 'Content-Type': 'multipart/mixed; boundary=edge' };
export const related = { 'Content-Type': 'multipart/related; boundary=edge' };

export async function newMailSource(
  app: TestApp,
  site: number,
  section: number,
  fields: object = {},
  email: object = {},
) {
  const source = {
    ...{ kind: 'email', name: 'Desk', section_id: section },
    email: { way: 'smtp', allow: [], unlisted: 'hold', ...email },
    ...fields,
  };
  const made = (await app.manage('POST', `/sites/${site}/sources`, { source })).source;
  return { id: made.id as number, address: made.email_address as string };
}
