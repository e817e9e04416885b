/**
 * The receiver process: every request becomes a line in a file, synced to disk before it is
 * answered. Arguments: the journal file and a seed. The parent controls it over IPC.
 */
import { fsync, openSync, writeSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { verify } from '../../src/sdk/webhooks.ts';
import { randomNumbers } from '../../test/random.ts';
import type { Arrival, FromReceiver, Plan, ToReceiver } from '../wire.ts';

const [file = '', seed = '0'] = process.argv.slice(2);
const journal = openSync(file, 'a');
const random = randomNumbers(Number(seed));
const plans = new Map<string, Plan>();
const WELL: Plan = { kind: 'status', code: 204 };
const PART = Buffer.alloc(65_536, 'x');
let isTelling = false;

const server = http.createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const arrival = arrivalOf(request, Buffer.concat(parts).toString('utf8'));
    const plan = plans.get(arrival.path) ?? WELL;
    const code = codeOf(plan, arrival);
    keep({ ...arrival, code }, () => answer(plan, code, response));
  });
});
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port })); // a TCP server's address
process.on('message', (message: ToReceiver) => {
  if ('plan' in message) plans.set(message.path, message.plan);
  else isTelling = message.isTelling;
});
process.on('disconnect', () => process.exit(0));

function arrivalOf({ url = '', headers }: http.IncomingMessage, body: string): Omit<Arrival, 'code'> {
  return {
    at: performance.timeOrigin + performance.now(),
    path: url,
    headers: headers as Record<string, string>,
    body,
  };
}

interface Unwritten {
  arrival: Arrival;
  then: () => void;
}
let waiting: Unwritten[] = [];
let isWriting = false;

/** Lines that arrive during a sync are written together in the next one. */
function keep(arrival: Arrival, then: () => void): void {
  waiting.push({ arrival, then });
  if (!isWriting) write();
}

function write(): void {
  isWriting = waiting.length > 0;
  if (!isWriting) return;
  const batch = waiting;
  waiting = [];
  writeSync(journal, batch.map(({ arrival }) => `${JSON.stringify(arrival)}\n`).join(''));
  fsync(journal, () => {
    for (const { arrival, then } of batch) {
      if (isTelling) tell({ arrived: arrival.path });
      then();
    }
    write();
  });
}

function codeOf(plan: Plan, { headers, body }: Omit<Arrival, 'code'>): number | null {
  if (plan.kind === 'status') return plan.code;
  if (plan.kind === 'failing') return random() < plan.share ? 500 : 204;
  if (plan.kind === 'signed') {
    const options = { secret: plan.secrets, url: plan.url, env: 'development', scheme: 'interface' } as const;
    return verify({ headers, body }, options).ok ? 204 : 401;
  }
  // The sender has already read a 200 status line.
  return plan.kind === 'endless' || plan.kind === 'long' ? 200 : null;
}

function answer(plan: Plan, code: number | null, response: http.ServerResponse): void {
  response.on('error', () => {});
  switch (plan.kind) {
    case 'hang':
      break;
    case 'reset':
      response.socket?.resetAndDestroy();
      break;
    case 'raw':
      response.socket?.end(plan.text);
      break;
    case 'drip':
      drip(response);
      break;
    case 'endless':
      pour(response.writeHead(200), Number.POSITIVE_INFINITY);
      break;
    case 'long':
      if (plan.isCompressed)
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(plan.bytes)));
      else pour(response.writeHead(200, { 'content-length': plan.bytes }), plan.bytes);
      break;
    case 'status':
      setTimeout(() => response.writeHead(plan.code, plan.headers).end(), plan.afterMs ?? 0);
      break;
    default:
      response.writeHead(code ?? 500).end();
  }
}

function drip(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' });
  const dripping = setInterval(() => {
    if (response.destroyed) clearInterval(dripping);
    else response.write('x');
  }, 1_000);
}

function pour(response: http.ServerResponse, bytes: number): void {
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= PART.length;
      if (response.write(PART)) continue;
      response.once('drain', more);
      return;
    }
    response.end();
  };
  more();
}

function tell(message: FromReceiver): void {
  process.send?.(message);
}
