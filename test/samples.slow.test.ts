/** The samples of the reference, run as a reader would: each sends exactly the request of its example. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationOf } from '../src/contract/reference/operations.ts';
import { exampleRequest } from '../src/contract/reference/request.ts';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import { rowsOf } from '../src/http/bind.ts';
import { samplesOf } from '../src/http/samples.ts';
import { createClient } from '../src/sdk/client.ts';
import { atFileEnd } from './at-file-end.ts';
import { missing } from './interpreters.ts';

interface Sent {
  request: string;
  key: string | undefined;
  visitor: string | undefined;
  body: unknown;
}

const KEY = 'your key';
const STREAM_ENDED = 'The key was revoked.';
const hasCurl = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
/** Milliseconds after which a program is ended. */
const HANGS = 60_000;
/** The first command that fails ends the script. */
const STRICT = 'set -e\n';
/** Runs every program of a JSON list; their output is discarded. */
const RUN_ALL = 'import json, sys\nfor source in json.load(sys.stdin): exec(source, {})';

let url: string;
const received: Sent[] = [];
beforeAll(async () => {
  const server = createServer(async (request, reply) => {
    received.push(await sentBy(request));
    const [type, body] = answerTo(request.url ?? '');
    reply.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

/** A stream of events ends with `end`: after a stream that merely breaks off, the client connects again. */
function answerTo(path: string): [type: string, body: string] {
  if (path.includes('/export')) return ['application/x-ndjson', ''];
  if (path.includes('/live')) return ['text/event-stream', `event: end\ndata: {"error":"${STREAM_ENDED}"}\n\n`];
  return ['application/json', '{}'];
}

async function sentBy(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  const text = Buffer.concat(chunks).toString();
  const { authorization, 'x-visitor': visitor } = request.headers;
  return {
    request: `${request.method} ${inOrder(request.url ?? '')}`,
    key: authorization?.replace('Bearer ', ''),
    visitor: visitor as string | undefined, // sent once
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** The client asks for exports as NDJSON, follows a stream of events, and has an order of its own. */
function inOrder(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://host');
  searchParams.delete('format');
  searchParams.delete('once');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

const rows = [...rowsOf(contentApi), ...rowsOf(analyticsApi), ...rowsOf(manageApi)];
const samples = (label: string): string[] =>
  rows.flatMap(({ name, row }) => {
    const operation = operationOf(row.api, name);
    if (!operation) return [];
    const found = samplesOf(name, row, operation, exampleRequest(row, operation), url);
    return found.filter((sample) => sample.label === label).map(({ source }) => source);
  });
const expected = (): Sent[] =>
  rows.flatMap(({ name, row }) => {
    const operation = operationOf(row.api, name);
    if (!operation) return [];
    const { method, path, headers, body, needsKey } = exampleRequest(row, operation);
    const request = `${method} ${inOrder(path)}`;
    return { request, key: needsKey ? KEY : undefined, visitor: headers['X-Visitor'], body };
  });

describe('every sample sends the request of its example', () => {
  it('in JavaScript, with the client', async () => {
    received.length = 0;
    const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...given: unknown[]) => unknown;
    for (const source of samples('JavaScript')) {
      const program = source.replace("import { createClient } from 'masthead-client';", '');
      const running = new AsyncFunction('createClient', 'console', program)(createClient, { log() {} });
      if (program.includes('live.read(')) await expect(running).rejects.toThrow(STREAM_ENDED);
      else await running;
    }
    expect(received).toEqual(expected());
  });

  it.skipIf(!hasCurl)('in a shell', async () => {
    received.length = 0;
    await run('sh', [], STRICT + samples('curl').join('\n'));
    expect(received).toEqual(expected());
  });

  it.skipIf(missing('python') !== null)('in Python', async () => {
    received.length = 0;
    await run('python3', ['-c', RUN_ALL], JSON.stringify(samples('Python')));
    expect(received).toEqual(expected());
  });
});

/** Samples with a session write their cookies beside them. */
const cwd = mkdtempSync(join(tmpdir(), 'masthead-samples-'));
atFileEnd(() => rmSync(cwd, { recursive: true, force: true }));

/** Not synchronous: the server that they speak to is in this process. */
function run(program: string, options: string[], input: string): Promise<void> {
  return new Promise((done, failed) => {
    const env = { ...process.env, MASTHEAD_KEY: KEY, MASTHEAD_COOKIE: 'a session', no_proxy: '*' };
    const child = execFile(program, options, { env, cwd, maxBuffer: 1e8, timeout: HANGS }, (error, _, stderr) => {
      if (error) failed(new Error(`${program}: ${stderr}`));
      else done();
    });
    child.stdin?.end(input);
  });
}
