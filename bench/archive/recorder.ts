/** Records the service's SQL: a proxy in front of PostgreSQL that parses what passes through. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Bench } from '../case.ts';
import type { DataSet } from './sets.ts';
import { readStatements, type Statement } from './wire.ts';

export interface Recorder {
  /** The database's URL through the recorder. */
  data: DataSet;
  /** Every statement made during the work, in order. */
  statementsDuring(work: () => Promise<unknown>): Promise<Statement[]>;
}

/** A connection that LISTENs serves the process itself, not its requests. */
const LISTENING = /^\s*listen\b/i;

export async function startRecorder(bench: Bench, data: DataSet): Promise<Recorder> {
  const noted: { from: Socket; statement: Statement }[] = [];
  const apart = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(socketPath(data));
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => client.destroy()).on('close', () => database.destroy());
    }
    const read = readStatements((statement) => {
      if (LISTENING.test(statement.text)) apart.add(client);
      noted.push({ from: client, statement });
    });
    client.on('data', read).pipe(database).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  bench.defer(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  return {
    data: { ...data, url: data.url.replace(/@localhost:\d+(\/\w+).*$/, `@127.0.0.1:${port}$1`) },
    async statementsDuring(work) {
      noted.length = 0;
      await work();
      return noted.filter(({ from }) => !apart.has(from)).map(({ statement }) => statement);
    },
  };
}

function socketPath({ url }: DataSet): string {
  const { searchParams, port } = new URL(url);
  return `${searchParams.get('host')}/.s.PGSQL.${port}`;
}
