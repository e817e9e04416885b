/**
 * Opens connections to other servers. The host is resolved and checked once per connection, and the socket connects only to
 * an address that passed: later results of the name do not matter.
 */
import net, { isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import { ALLOW_PRIVATE_HINT, isPublicAddress, receiverOf } from '../core/addresses.ts';
import { OutboundError } from './errors.ts';
import { checkedAddresses, type Resolve } from './resolve.ts';

/** Decides which servers may be reached. */
export interface AddressGuard {
  resolve: Resolve;
  /** Also allows loopback and private addresses; for development. */
  allowPrivate: boolean;
  /** Origins (`http://localhost:4100`) that are exempt from the check: local simulators of networks, never in production. */
  allowedOrigins?: ReadonlySet<string>;
}

/** A URL that the guard let through, in the parts that a connection needs. */
export interface Target {
  url: URL;
  isSecure: boolean;
  isPrivateAllowed: boolean;
  /** Without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  /** For TLS; empty for a numeric address. */
  servername: string;
}

export type ConnectStep = 'dns' | 'connect' | 'tls';

/** In milliseconds; name resolution has its own limit of two seconds (resolve.ts). */
export const CONNECT_TIMEOUTS = { connect: 3_000, tls: 5_000 };
const LF = 10;
const CONTINUE = Buffer.from('HTTP/1.1 100');

/** Checks a URL before anything is resolved. Node never calls `lookup` for numeric hosts, so this is their only check. */
export function targetOf(address: string, guard: AddressGuard): Target {
  const isPrivateAllowed = guard.allowPrivate || isAllowedOrigin(address, guard);
  const receiver = receiverOf(address, isPrivateAllowed);
  if (typeof receiver === 'string') throw new OutboundError('address', `The address ${receiver}.`);
  const { url, host } = receiver;
  const isSecure = url.protocol === 'https:';
  return {
    url,
    isSecure,
    isPrivateAllowed,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 443 : 80),
    servername: isIP(host) ? '' : host,
  };
}

function isAllowedOrigin(address: string, { allowedOrigins }: AddressGuard): boolean {
  return allowedOrigins !== undefined && URL.canParse(address) && allowedOrigins.has(new URL(address).origin);
}

/** A connected socket, after the TLS handshake for https. Nothing has been sent over plain HTTP. */
export async function openSocket(
  target: Target,
  guard: AddressGuard,
  onStep: (step: ConnectStep) => void,
  timeouts: typeof CONNECT_TIMEOUTS = CONNECT_TIMEOUTS,
  session?: Buffer,
): Promise<Socket> {
  const addresses = await checkedAddresses(target.hostname, guard.resolve, target.isPrivateAllowed);
  onStep('dns');
  const { hostname: host, port, servername } = target;
  const socket = net.connect({ host, port, lookup: pinned(addresses), noDelay: true });
  await event(socket, 'connect', timeouts.connect, 'Connecting');
  refusePrivate(socket, target);
  onStep('connect');
  if (!target.isSecure) return socket;
  // Without a server name the certificate must name `host`; without either, Node expects `localhost`.
  const secure = tls.connect({
    socket,
    host,
    servername,
    ALPNProtocols: ['http/1.1'],
    ...(session ? { session } : {}),
  });
  await event(secure, 'secureConnect', timeouts.tls, 'The TLS handshake');
  onStep('tls');
  return secure;
}

export interface ByteCount {
  /** Set to 0 to restart. */
  received: number;
  /** Since the last line feed. Set to 0 when the bytes turn out to be body, which has no lines. */
  line: number;
  /** How much of the response's start equals `CONTINUE`. */
  matched: number;
}

/**
 * Destroys the socket once it has delivered more than `most` bytes of any kind: undici limits headers and bodies,
 * but reads interim responses, empty lines, chunk extensions and trailers without end.
 */
export function limitBytes(socket: Socket, most: number, tooLarge: () => Error): ByteCount {
  const count: ByteCount = { received: 0, line: 0, matched: 0 };
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const bytes: Buffer | null = read(size);
    if (bytes === null) return null;
    acceptContinue(bytes, count);
    count.received += bytes.length;
    if (count.received > most) {
      socket.destroy(tooLarge());
      return null;
    }
    const lineFeed = bytes.lastIndexOf(LF);
    count.line = lineFeed === -1 ? count.line + bytes.length : bytes.length - lineFeed - 1;
    return bytes;
  };
  return count;
}

/** A server may send 100 unasked (RFC 9110, 15.2). undici treats it as an error, but accepts 102: the last digit is changed. */
function acceptContinue(bytes: Buffer, count: ByteCount): void {
  if (count.received === 0) count.matched = 0;
  for (let at = 0; at < bytes.length && count.received + at === count.matched; at += 1) {
    if (count.matched === CONTINUE.length || bytes[at] !== CONTINUE[count.matched]) return;
    count.matched += 1;
    if (count.matched === CONTINUE.length) bytes.write('2', at, 'latin1');
  }
}

function pinned(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

/** The last check: the address that the socket is connected to. */
function refusePrivate(socket: Socket, { isPrivateAllowed }: Target): void {
  const address = socket.remoteAddress ?? '';
  if (isPrivateAllowed || isPublicAddress(address)) return;
  socket.destroy();
  throw new OutboundError('address', `${address} is not on the internet; ${ALLOW_PRIVATE_HINT}.`);
}

function event(socket: Socket, name: 'connect' | 'secureConnect', ms: number, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(new OutboundError('timeout', `${what} took longer than ${ms / 1_000} s.`));
    const timer = setTimeout(late, ms);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('The connection was closed before it was usable.')));
    socket.once(name, () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve();
    });
  });
}
