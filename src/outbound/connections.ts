/**
 * Connections to receivers. The address is resolved, checked and pinned for each of them; they carry one request after the
 * other, and are kept for a while in between. Requests could go through `node:http`, and did: it took 350 µs of
 * CPU for each, where this takes 130.
 */
import net, { isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import type { Receiver } from '../core/addresses.ts';
import { checkedAddresses, type Resolve } from './resolve.ts';

export interface Reach {
  resolve: Resolve;
  allowPrivate: boolean;
}

/** Where requests go. */
export interface Target {
  isSecure: boolean;
  hostHeader: string;
  hostname: string;
  port: number;
  path: string;
  /** What TLS asks for; empty for an address. */
  servername: string;
}

/** What a request hears of the connection that it has. */
export interface Exchange {
  onStep(step: 'dns' | 'connect'): void;
  /** There is a connection, and nothing was sent yet. */
  onReady(): void;
  onData(bytes: Buffer): void;
  /** There is none any more. */
  onClosed(error: Error | null): void;
}

export interface Connection {
  socket: Socket;
  remoteAddress: string;
  isReused: boolean;
  /** Null while it is kept for the next one. */
  exchange: Exchange | null;
  keptUntil: number;
}

export interface Connections {
  /** One that was kept for `group`, or a new one; with `isNew` always that. `onReady` comes later in any case. */
  open(target: Target, group: string, exchange: Exchange, isNew: boolean): Connection;
  /** The exchange is over, and another may follow. `hintMs`: for how long the receiver says that it keeps it. */
  keep(connection: Connection, group: string, hintMs: number): void;
  stop(): void;
}

/** Connections are kept for this long without a request; many servers close theirs after five seconds. */
const IDLE_MS = 4_000;
/** Before the receiver's own end, by as much as a request may be on its way. */
const MARGIN_MS = 1_000;
const SWEEP_MS = 1_000;
const MOST_SESSIONS = 1_000;

export function targetFor({ url, host }: Receiver): Target {
  const isSecure = url.protocol === 'https:';
  return {
    isSecure,
    hostHeader: url.host,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    servername: isIP(host) ? '' : host,
  };
}

export function newConnections(reach: Reach): Connections {
  const kept = new Map<string, Connection[]>();
  const open = new Set<Connection>();
  /** Of TLS, so that a new connection to a receiver need not begin from the beginning. */
  const sessions = new Map<string, Buffer>();

  function connect(target: Target, group: string, exchange: Exchange): Connection {
    const { isSecure, hostname: host, port, servername } = target;
    const lookup = pinned(reach, () => connection.exchange?.onStep('dns'));
    const session = sessions.get(group);
    const socket = isSecure
      ? tls.connect({ host, port, lookup, servername, ALPNProtocols: ['http/1.1'], ...(session ? { session } : {}) })
      : net.connect({ host, port, lookup });
    const connection: Connection = { socket, remoteAddress: '', isReused: false, exchange, keptUntil: 0 };
    open.add(connection);
    socket.setNoDelay(true);
    socket.on('connect', () => {
      connection.remoteAddress = socket.remoteAddress ?? '';
      if (isSecure) connection.exchange?.onStep('connect');
      else connection.exchange?.onReady();
    });
    if (socket instanceof tls.TLSSocket) rememberSession(socket, group);
    socket.on('secureConnect', () => connection.exchange?.onReady());
    // Whoever speaks without being asked is not to be relied on.
    socket.on('data', (bytes) => (connection.exchange ? connection.exchange.onData(bytes) : socket.destroy()));
    socket.on('end', () => close(connection, null));
    socket.on('error', (error) => close(connection, error));
    socket.on('close', () => close(connection, null));
    return connection;
  }

  /** Only of a receiver that has shown who it is: whoever resumes a session is not asked for the name again. */
  function rememberSession(socket: tls.TLSSocket, group: string) {
    let latest: Buffer | undefined;
    const remember = () => {
      if (!latest || !socket.authorized) return;
      if (sessions.size >= MOST_SESSIONS) sessions.clear();
      sessions.set(group, latest);
    };
    socket.on('session', (session: Buffer) => {
      latest = session;
      remember();
    });
    socket.on('secureConnect', remember);
  }

  function close(connection: Connection, error: Error | null) {
    const { exchange } = connection;
    connection.exchange = null;
    open.delete(connection);
    connection.socket.destroy();
    exchange?.onClosed(error);
  }

  function takeKept(group: string): Connection | undefined {
    const its = kept.get(group);
    for (let last = its?.pop(); last; last = its?.pop()) {
      if (last.socket.writable && last.keptUntil > performance.now()) return last;
      last.socket.destroy();
    }
    return undefined;
  }

  const sweeping = setInterval(() => {
    const now = performance.now();
    for (const [group, all] of kept) {
      for (const { socket, keptUntil } of all) if (keptUntil <= now) socket.destroy();
      const left = all.filter(({ socket }) => socket.writable);
      if (left.length > 0) kept.set(group, left);
      else kept.delete(group);
    }
  }, SWEEP_MS).unref();

  return {
    open(target, group, exchange, isNew) {
      const connection = isNew ? undefined : takeKept(group);
      if (!connection) return connect(target, group, exchange);
      connection.exchange = exchange;
      connection.isReused = true;
      queueMicrotask(() => connection.exchange === exchange && exchange.onReady());
      return connection;
    },
    keep(connection, group, hintMs) {
      connection.exchange = null;
      const idleMs = Math.min(IDLE_MS, hintMs - MARGIN_MS);
      if (idleMs <= 0 || !open.has(connection)) return void connection.socket.destroy();
      connection.keptUntil = performance.now() + idleMs;
      const its = kept.get(group);
      if (its) its.push(connection);
      else kept.set(group, [connection]);
    },
    stop() {
      clearInterval(sweeping);
      for (const connection of open) close(connection, new Error('The sender is stopping.'));
    },
  };
}

/** Resolves and checks for this one connection: what a name leads to later does not matter to it. */
function pinned({ resolve, allowPrivate }: Reach, onResolved: () => void): LookupFunction {
  return (host, options, callback) => {
    checkedAddresses(host, resolve, allowPrivate).then(
      (addresses) => {
        onResolved();
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
