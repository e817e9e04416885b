/**
 * The SMTP port. It takes messages to the addresses of sources and nothing else: it relays nothing, and nobody signs in. It says 250 only
 * after the message and its job are committed; until then the sending server keeps the message and tries again.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { clientNetwork } from '../core/addresses.ts';
import type { Db } from '../db/connect.ts';
import { LARGEST_MESSAGE } from '../features/mail/messages.ts';
import { hasRoom, sourceHasRoom } from '../features/mail/room.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { sourceOfMailName } from '../features/sources/mail-name.ts';
import { createLimiter, type Limiter } from '../http/rate-limit.ts';
import type { MailCounts } from '../http/source-metrics.ts';
import { acceptMessage } from './inbound.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  domain: string;
  /** Null: without STARTTLS. */
  tls: { cert: string; key: string } | null;
  mailDays: number;
}

export interface SmtpPort {
  port: number;
  counts(): MailCounts;
  stop(): Promise<void>;
}

export interface SmtpTools {
  media: MediaTools;
  log(message: string): void;
  now?: () => number;
}

/** The parts of the library that are used. It is loaded only where the port is open. */
interface Session {
  id: string;
  remoteAddress: string;
  hostNameAppearsAs: string | false;
  envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
}
type Done = (error?: Error | null, message?: string) => void;
interface Library {
  SMTPServer: new (
    options: object,
  ) => {
    server: { address(): AddressInfo };
    listen(port: number, host: string, done: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    close(done: () => void): void;
    connections: Set<{ id: string; close(): void }>;
  };
}

const MOST_CONNECTIONS = 50;
const MOST_OF_AN_ADDRESS = 5;
const MOST_RECIPIENTS = 5;
/** A minute, for each network. */
const CONNECTIONS_A_MINUTE = 60;
const MESSAGES_A_MINUTE = 60;
const UNKNOWN_A_MINUTE = 20;
const SILENCE_MS = 60_000;
const LONGEST_SESSION_MS = 15 * 60_000;
const CLOSING_MS = 5_000;

export class Refusal extends Error {
  readonly responseCode: number;

  constructor(code: number, message: string) {
    super(message);
    this.responseCode = code;
  }
}

const REFUSALS = {
  busy: [421, 'Too many connections or messages from your network; try again later'],
  unknown: [550, 'There is no such address here'],
  paused: [450, 'This address takes no messages at present; try again later'],
  failed: [451, 'The message could not be stored; try again later'],
  full: [452, 'There has been too much mail today; try again later'],
  report: [550, 'Reports about other messages are not taken'],
} as const;
const refused = (why: keyof typeof REFUSALS): Refusal => new Refusal(REFUSALS[why][0], REFUSALS[why][1]);

export async function openSmtp(db: Db, settings: SmtpSettings, tools: SmtpTools): Promise<SmtpPort> {
  const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as Library; // described above
  const counts: MailCounts = { connections: 0, accepted: 0, refused: {} };
  const server = new SMTPServer({
    ...optionsOf(settings),
    ...handlersOf(db, settings, tools, counts, (id) => {
      for (const one of server.connections) if (one.id === id) one.close();
    }),
  });
  // Broken connections are no concern of ours.
  server.on('error', (error) => tools.log(`SMTP: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return {
    port: server.server.address().port,
    counts: () => counts,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function optionsOf({ domain, tls }: SmtpSettings) {
  return {
    name: domain,
    banner: 'Masthead',
    size: LARGEST_MESSAGE,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    ...(tls ?? {}),
    ...{ hideDSN: true, hideREQUIRETLS: true, disableReverseLookup: true, logger: false },
    ...{ maxClients: MOST_CONNECTIONS, maxRecipients: MOST_RECIPIENTS },
    ...{ socketTimeout: SILENCE_MS, closeTimeout: CLOSING_MS },
  };
}

function handlersOf(db: Db, settings: SmtpSettings, tools: SmtpTools, counts: MailCounts, cut: (id: string) => void) {
  const gate = createGate(tools.now ?? Date.now, cut);
  const answered = (work: Promise<string | undefined>, done: Done) =>
    work.then(
      (message) => done(null, message),
      (error: unknown) => {
        if (!(error instanceof Refusal)) tools.log(`SMTP: ${(error as Error).message}`);
        const refusal = error instanceof Refusal ? error : refused('failed');
        counts.refused[refusal.responseCode] = (counts.refused[refusal.responseCode] ?? 0) + 1;
        done(refusal);
      },
    );
  return {
    onConnect(session: Session, done: Done) {
      counts.connections += 1;
      void answered(gate.enter(session), done);
    },
    onClose: (session: Session) => gate.leave(session),
    /** Before the message, which the server has to read to its end before it can answer. */
    onMailFrom({ address }: { address: string }, session: Session, done: Done) {
      void answered(sender(db, settings, { address, session }, gate.messages), done);
    },
    onRcptTo({ address }: { address: string }, session: Session, done: Done) {
      void answered(recipient(db, settings, { address, session }, gate.unknown), done);
    },
    onData(stream: Readable, session: Session, done: Done) {
      const work = async () => {
        const { envelope } = session;
        const isTaken = await acceptMessage(db, tools.media, stream, {
          names: envelope.rcptTo.map((one) => nameOf(one.address, settings.domain) ?? ''),
          envelope: {
            address: session.remoteAddress,
            network: networkOf(session),
            helo: session.hostNameAppearsAs || '',
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
          },
          mailDays: settings.mailDays,
          onFlood: () => cut(session.id),
        });
        if (!isTaken) throw refused('failed');
        counts.accepted += 1;
        return 'The message is stored';
      };
      void answered(work(), done);
    },
  };
}

interface Named {
  address: string;
  session: Session;
}

async function sender(
  db: Db,
  { mailDays }: SmtpSettings,
  { address, session }: Named,
  messages: Limiter,
): Promise<undefined> {
  const network = networkOf(session);
  if (address === '') throw refused('report');
  if (messages.take(network).isExceeded) throw refused('busy');
  if (!(await hasRoom(db, { network, mailDays }))) throw refused('full');
}

async function recipient(
  db: Db,
  { domain, mailDays }: SmtpSettings,
  { address, session }: Named,
  unknown: Limiter,
): Promise<undefined> {
  const network = networkOf(session);
  // Guesses cost nothing more than this.
  if (unknown.look(network).isExceeded) throw refused('busy');
  const name = nameOf(address, domain);
  const source = name === null ? undefined : await sourceOfMailName(db, name);
  if (!source) {
    unknown.take(network);
    throw refused('unknown');
  }
  if (!source.active) throw refused('paused');
  if (!(await sourceHasRoom(db, source, mailDays))) throw refused('full');
}

const networkOf = ({ remoteAddress }: Session) => clientNetwork(remoteAddress);

/** The part before the @ if the address is at our domain. */
function nameOf(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@');
  return at > 0 && address.slice(at + 1).toLowerCase() === domain ? address.slice(0, at).toLowerCase() : null;
}

/** Who may connect, before any work is done. */
function createGate(now: () => number, cut: (id: string) => void) {
  const open = new Map<string, string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const connections = createLimiter(CONNECTIONS_A_MINUTE, now);
  return {
    messages: createLimiter(MESSAGES_A_MINUTE, now),
    unknown: createLimiter(UNKNOWN_A_MINUTE, now),
    async enter(session: Session): Promise<undefined> {
      const network = networkOf(session);
      const others = [...open.values()].filter((one) => one === network).length;
      if (connections.take(network).isExceeded || others >= MOST_OF_AN_ADDRESS) throw refused('busy');
      open.set(session.id, network);
      timers.set(session.id, setTimeout(() => cut(session.id), LONGEST_SESSION_MS).unref());
    },
    leave({ id }: Session): void {
      open.delete(id);
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
  };
}
