/** A server of the S3 protocol on this machine, behind a proxy that fails on request. For tests and fault tests. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { S3Options } from '../../src/storage/s3.ts';

/** `refuse`: connections are closed; `hang`: nothing is answered; `cut`: they break after the first bytes of the answer. */
export type Fault = 'none' | 'refuse' | 'hang' | 'cut';

export interface S3Server {
  options: S3Options;
  fail(fault: Fault): void;
}

interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  store: Store;
}

interface Store {
  putObject(object: { bucket: string; key: string }): Promise<{ size: number }>;
  getResourcePath(bucket: string, key: string, resource: string): string;
}

/** As far from the root here as in the bundle of the fault tests. */
const TOOLS = fileURLToPath(new URL('../../scripts/test-tools/', import.meta.url));
/** Ends what hangs; a busy machine may need seconds for a part. */
const TIMEOUT = 60_000;

export async function startS3(): Promise<S3Server & { stop(): void }> {
  const S3rver = createRequire(join(TOOLS, 'package.json'))('s3rver') as new (options: object) => Server; // it has no types
  const directory = mkdtempSync(join(tmpdir(), 'masthead-s3-'));
  const bucket = { name: 'media', configs: [] };
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [bucket] });
  answerWhenWritten(server.store);
  const { port } = await server.run();
  const proxy = await faultProxy(port);
  const url = `http://127.0.0.1:${proxy.port}/media`;
  return {
    options: { url, key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1', timeout: TIMEOUT },
    fail: proxy.fail,
    stop() {
      proxy.stop();
      // Not waited for: it waits for connections that clients keep.
      void server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** s3rver answers when it has read an object, and its file may still be being written. S3 has it by then. */
function answerWhenWritten(store: Store): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const result = await put(object);
    const file = store.getResourcePath(object.bucket, object.key, 'object');
    while (statSync(file, { throwIfNoEntry: false })?.size !== result.size) await sleep(1);
    return result;
  };
}

async function faultProxy(target: number) {
  let fault: Fault = 'none';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
    if (fault === 'refuse') return void socket.destroy();
    if (fault === 'hang') return void socket.resume();
    const onward = connect(target, '127.0.0.1').on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).on('close', () => socket.destroy());
    if (fault === 'none') onward.pipe(socket);
    else onward.once('data', (part) => socket.write(part.subarray(0, 20), () => socket.destroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address
    fail(next: Fault) {
      fault = next;
      // Connections that are kept would not notice.
      for (const socket of sockets) socket.destroy();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
