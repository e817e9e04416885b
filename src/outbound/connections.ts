/**
 * Connections that stay open between requests. Each carries one request at a time; those of the same group are reused.
 * undici closes a connection that is idle for too long, or that receives bytes without a request.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import {
  type AddressGuard,
  type ByteCount,
  CONNECT_TIMEOUTS,
  type ConnectStep,
  limitBytes,
  openSocket,
  type Target,
} from './connect.ts';
import { OutboundError } from './errors.ts';

export interface Connection {
  client: Client;
  group: string;
  isReused: boolean;
  /** Empty until it is connected. */
  remoteAddress: string;
  /** Of the current request. */
  count: ByteCount;
  onStep(step: ConnectStep): void;
}

export interface Connections {
  /** An idle connection of the group, or else a new one; with `isNew` always a new one. */
  take(target: Target, group: string, isNew: boolean): Connection;
  /** Its request has ended, and another may follow. */
  release(connection: Connection): void;
  close(connection: Connection): void;
  stop(): void;
}

/** All bytes of a response count: interim responses, headers, the framing of chunks, trailers. */
export const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_SESSIONS = 1_000;
const HTTP_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: 0, // the time limit of the request covers both
  bodyTimeout: 0,
  // Many servers close idle connections after five seconds.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  // Before the end that a receiver announces: a request may be on its way.
  keepAliveTimeoutThreshold: 1_000,
};

export function newConnections(guard: AddressGuard, timeouts: typeof CONNECT_TIMEOUTS = CONNECT_TIMEOUTS): Connections {
  const open = new Set<Connection>();
  const idle = new Map<string, Connection[]>();
  /** TLS sessions by group: a new connection to a known receiver needs half a handshake. */
  const sessions = new Map<string, Buffer>();

  function connect(target: Target, group: string): Connection {
    const client = new Client(target.url.origin, {
      ...HTTP_OPTIONS,
      connect(_, callback) {
        const opening = openSocket(target, guard, (step) => connection.onStep(step), timeouts, sessions.get(group));
        opening.then(
          (socket) => {
            onOpened(connection, socket);
            callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
      },
    });
    const connection = {
      client,
      group,
      isReused: false,
      remoteAddress: '',
      count: { received: 0, line: 0, matched: 0 },
      onStep: () => {},
    } as Connection; // the caller sets `onStep`
    open.add(connection);
    return connection;
  }

  function onOpened(connection: Connection, socket: Socket) {
    connection.remoteAddress = socket.remoteAddress ?? '';
    connection.count = limitBytes(socket, MAX_RESPONSE_BYTES, tooLarge);
    socket.once('close', () => close(connection));
    if (!(socket instanceof TLSSocket)) return;
    const { group } = connection;
    // TLS 1.2 has its session now, TLS 1.3 sends it later. The certificate was checked: else there is no socket.
    remember(group, socket.getSession());
    socket.on('session', (session: Buffer) => remember(group, session));
  }

  function remember(group: string, session: Buffer | undefined) {
    if (!session) return;
    if (sessions.size >= MAX_SESSIONS) sessions.clear();
    sessions.set(group, session);
  }

  function close(connection: Connection, error: Error | null = null) {
    if (!open.delete(connection)) return;
    connection.client.destroy(error).catch(() => {});
    const left = idle.get(connection.group)?.filter((other) => other !== connection) ?? [];
    if (left.length > 0) idle.set(connection.group, left);
    else idle.delete(connection.group);
  }

  return {
    take(target, group, isNew) {
      const kept = isNew ? undefined : idle.get(group)?.pop();
      if (!kept) return connect(target, group);
      kept.isReused = true;
      Object.assign(kept.count, { received: 0, line: 0 });
      return kept;
    },
    release(connection) {
      const { group } = connection;
      if (!open.has(connection)) return;
      const its = idle.get(group);
      if (its) its.push(connection);
      else idle.set(group, [connection]);
    },
    close,
    stop() {
      for (const connection of open) close(connection, new Error('The sender is stopping.'));
    },
  };
}

function tooLarge(): OutboundError {
  return new OutboundError('too_large', `The response is larger than ${MAX_RESPONSE_BYTES} bytes.`);
}
