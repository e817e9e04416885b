/** The receiver SDK, as its users call it. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { notificationJson } from '../../src/core/notification.ts';
import { signature, standardSignature } from '../../src/core/signature.ts';
import {
  explain,
  fastifyReceiver,
  fetchReceiver,
  inOrder,
  type Notification,
  nodeReceiver,
  verify,
} from '../../src/sdk/webhooks.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const url = 'https://receiver.example/hooks ';
const body = notificationJson({ action: 'publish', article: { id: 42, title: 'ÅLAND opens', tags: ['Sea'] } });
const NO_SECRET = 'The option `secret` must be the secret of the webhook, or a list of its secrets; none may be empty.';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function signedHeaders(changes: Partial<{ action: string; env: string; body: string; secret: string }> = {}) {
  const request = { method: 'POST', action: 'publish', env: 'production', url, body, ...changes };
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-service-action': request.action,
    'x-service-env': request.env,
    'x-service-signature': signature(request, changes.secret ?? secret),
    'x-service-delivery': '7',
    'x-service-attempt': '2',
    'x-service-version': '19',
  };
}

function standardHeaders(timestamp: number, signer = secret) {
  const { 'x-service-signature': _, ...headers } = signedHeaders();
  const value = standardSignature({ id: 'm1', timestamp, body }, ['another', signer]);
  return { ...headers, 'webhook-id': 'm1', 'webhook-timestamp': String(timestamp), 'webhook-signature': value };
}

describe('verify', () => {
  it('returns the notification of a genuine request', () => {
    expect(verify({ headers: signedHeaders(), body }, { secret, url })).toEqual({
      ok: true,
      notification: {
        action: 'publish',
        article: { id: 42, title: 'ÅLAND opens', tags: ['Sea'] },
        env: 'production',
        deliveryId: '7',
        attempt: 2,
        version: 19,
        isTest: false,
      },
    });
  });

  it('accepts raw bytes, Headers, several secrets, and a branded prefix', () => {
    const headers = new Headers(
      Object.entries(signedHeaders()).map(([name, value]) => [name.replace('service', 'acme'), value]),
    );
    const options = { secret: ['old', secret], url, wireWord: 'Acme' };
    expect(verify({ headers, body: Buffer.from(body) }, options).ok).toBe(true);
  });

  it.each([
    ['a body that was changed', { headers: signedHeaders(), body: body.replace('42', '43') }, 'signature'],
    [
      'a body that was written again',
      { headers: signedHeaders(), body: JSON.stringify(JSON.parse(body), null, 1) },
      'signature',
    ],
    ['another secret', { headers: signedHeaders({ secret: 'other' }), body }, 'signature'],
    [
      'another action in the header',
      { headers: { ...signedHeaders(), 'x-service-action': 'update' }, body },
      'signature',
    ],
    [
      'a signature of another length',
      { headers: { ...signedHeaders(), 'x-service-signature': 'ab' }, body },
      'signature',
    ],
    ['no signature', { headers: {}, body }, 'unsigned'],
    ['another environment', { headers: signedHeaders({ env: 'staging' }), body }, 'environment'],
    ['what is not a notification', { headers: signedHeaders({ body: '{}' }), body: '{}' }, 'body'],
    ['what is not UTF-8', { headers: signedHeaders(), body: new Uint8Array([0xff]) }, 'body'],
  ])('refuses %s', (_, received, reason) => {
    expect(verify(received, { secret, url })).toMatchObject({ ok: false, reason });
  });

  it('accepts the signature of Standard Webhooks, while it is fresh', () => {
    const now = () => 1_700_000_000_000;
    const fresh = { headers: standardHeaders(1_700_000_000 - 299), body };
    expect(verify(fresh, { secret, url, now }).ok).toBe(true);
    expect(verify(fresh, { secret: 'other', url, now })).toMatchObject({ reason: 'signature' });
    expect(verify(fresh, { secret, url, now, scheme: 'interface' })).toMatchObject({ reason: 'unsigned' });
    const old = { headers: standardHeaders(1_700_000_000 - 301), body };
    expect(verify(old, { secret, url, now })).toMatchObject({ reason: 'too old' });
    const another = { ...fresh, headers: { ...fresh.headers, 'x-service-action': 'update' } };
    expect(verify(another, { secret, url, now })).toMatchObject({ reason: 'body' });
  });
});

describe('in order', () => {
  const notification = (id: number, version: number | null): Notification =>
    ({
      action: 'update',
      article: { id },
      env: 'production',
      deliveryId: null,
      attempt: null,
      version,
    }) as Notification;

  it('handles one notification of an article at a time, and articles concurrently', async () => {
    const log: string[] = [];
    const gates: (() => void)[] = [];
    const handle = inOrder(async ({ article, version }) => {
      log.push(`begin ${article.id} ${version}`);
      await new Promise<void>((resolve) => gates.push(resolve));
      log.push(`end ${article.id} ${version}`);
    });
    const all = [handle(notification(1, 1)), handle(notification(1, 2)), handle(notification(2, 3))];
    await expect.poll(() => gates.length).toBe(2);
    expect(log).toEqual(['begin 1 1', 'begin 2 3']);
    gates[1]?.();
    gates[0]?.();
    await expect.poll(() => gates.length).toBe(3);
    gates[2]?.();
    expect(await Promise.all(all)).toEqual(['handled', 'handled', 'handled']);
    expect(log.slice(-2)).toEqual(['begin 1 2', 'end 1 2']);
  });

  it('skips older versions, handles repeats and failed ones again', async () => {
    const handled: (number | null)[] = [];
    let fails = true;
    const handle = inOrder(({ version }) => {
      if (version === 5 && fails) throw new Error('not yet');
      handled.push(version);
    });
    expect(await handle(notification(1, 4))).toBe('handled');
    await expect(handle(notification(1, 5))).rejects.toThrow('not yet');
    fails = false;
    expect(await handle(notification(1, 5))).toBe('handled');
    expect(await handle(notification(1, 5))).toBe('handled');
    expect(await handle(notification(1, 4))).toBe('older');
    expect(await handle(notification(1, null))).toBe('handled');
    expect(handled).toEqual([4, 5, 5, null]);
  });
});

describe('a receiver', () => {
  const seen: Notification[] = [];
  const errors: string[] = [];
  const options = { secret, url, onError: ({ message }: Error) => void errors.push(message) };
  const handle = (notification: Notification) => {
    if (notification.article.id === 13) throw new Error('unlucky');
    seen.push(notification);
  };
  const servers: Record<string, () => Promise<(init: RequestInit) => Promise<Response>>> = {
    'node:http': async () => over(createServer(nodeReceiver(options, handle))),
    express: async () => over(createServer(express().post('/hooks', nodeReceiver(options, handle)))),
    'express with express.raw': async () =>
      over(
        createServer(
          express()
            .use(express.raw({ type: '*/*' }))
            .post('/hooks', nodeReceiver(options, handle)),
        ),
      ),
    fastify: async () => {
      const app = fastify();
      app.register(fastifyReceiver('/hooks', options, handle));
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      closers.push(() => app.close());
      return (init) => fetch(`${address}/hooks`, init);
    },
    'Request and Response': async () => {
      const receive = fetchReceiver(options, handle);
      return (init) => receive(new Request('https://receiver.example/hooks', init));
    },
  };

  it.each(Object.entries(servers))('of %s handles genuine requests and refuses the rest', async (_, start) => {
    const send = await start();
    seen.length = 0;
    errors.length = 0;
    expect((await send({ method: 'POST', headers: signedHeaders(), body })).status).toBe(204);
    expect(seen.map(({ version }) => version)).toEqual([19]);
    const forged = await send({ method: 'POST', headers: signedHeaders(), body: body.replace('42', '43') });
    expect(forged.status).toBe(401);
    expect(await forged.json()).toEqual({ error: expect.stringContaining('verify --explain') });
    const unlucky = body.replace('42', '13');
    const failed = await send({ method: 'POST', headers: signedHeaders({ body: unlucky }), body: unlucky });
    expect(failed.status).toBe(500);
    expect(errors).toEqual([expect.stringContaining('Refused'), 'unlucky']);
    expect((await send({ method: 'POST', headers: signedHeaders({ body: '' }), body: '' })).status).toBe(401);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['no secret', undefined],
    ['an empty secret', ''],
    ['a blank secret', ' '],
    ['no secrets', []],
    ['an empty secret among others', [secret, '']],
    ['a secret that is not text', 7],
  ])('is not made with %s, and verify refuses every request', (_, given) => {
    const without = { ...options, secret: given as string };
    expect(() => nodeReceiver(without, handle)).toThrow(NO_SECRET);
    expect(() => fetchReceiver(without, handle)).toThrow(NO_SECRET);
    expect(() => fastifyReceiver('/hooks', without, handle)).toThrow(NO_SECRET);
    for (const headers of [signedHeaders(), standardHeaders(1_700_000_000), {}]) {
      const received = { headers, body };
      expect(verify(received, without)).toEqual({ ok: false, reason: 'options', message: NO_SECRET });
      expect(explain(received, without)).toMatchObject({ matches: false, causes: [NO_SECRET] });
    }
  });

  it('cannot be created without the registered address', () => {
    const without = { secret, url: undefined as unknown as string };
    expect(() => nodeReceiver(without, handle)).toThrow('`url`');
    expect(verify({ headers: signedHeaders(), body }, without)).toMatchObject({ ok: false, reason: 'options' });
  });

  it('reports a body that other code has parsed already', async () => {
    const send = over(createServer(express().use(express.json()).post('/hooks', nodeReceiver(options, handle))));
    const answer = await (await send)({ method: 'POST', headers: signedHeaders(), body });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('before express.json()') });
  });

  it('reads no more than its limit', async () => {
    const send = await over(createServer(nodeReceiver({ ...options, limit: 10 }, handle)));
    expect((await send({ method: 'POST', headers: signedHeaders(), body })).status).toBe(413);
    const receive = fetchReceiver({ ...options, limit: 10 }, handle);
    expect((await receive(new Request(url, { method: 'POST', headers: signedHeaders(), body }))).status).toBe(413);
  });

  async function over(server: ReturnType<typeof createServer>) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    return (init: RequestInit) => fetch(`http://127.0.0.1:${port}/hooks`, init);
  }
});

it('a test is answered when its signature is right, and not handled', async () => {
  const handled: Notification[] = [];
  const receive = fetchReceiver({ secret, url }, (notification) => void handled.push(notification));
  const test = notificationJson({ action: 'publish', article: { id: 0, title: 'Test' } });
  const send = (headers: Record<string, string>) =>
    receive(new Request('https://receiver.example/hooks', { method: 'POST', headers, body: test }));
  expect((await send(signedHeaders({ body: test }))).status).toBe(204);
  expect((await send(signedHeaders())).status).toBe(401);
  expect(handled).toEqual([]);
});

describe('explain', () => {
  const told = (changes: object = {}, given: object = {}) =>
    explain({ headers: signedHeaders(), body, ...changes }, { secret, url, ...given });

  it('finds nothing wrong with a valid request', () => {
    expect(told()).toMatchObject({ matches: true, causes: [] });
  });

  it.each([
    ['no whitespace', {}, { url: url.trim() }, ['ends in a space']],
    ['another scheme', {}, { url: url.replace('https', 'http') }, ['begins with https:']],
    [
      'another scheme and no whitespace',
      {},
      { url: 'http://receiver.example/hooks' },
      ['begins with https:, not http: (a proxy that ends TLS?). The registered address ends in a space'],
    ],
    ['a body written again', { body: JSON.stringify(JSON.parse(body), null, 2) }, {}, ['serialised again']],
    ['a body in other escapes', { body: JSON.stringify(JSON.parse(body)) }, {}, ['serialised again']],
    ['a line break at the end', { body: `${body}\n` }, {}, ['line break']],
    [
      'another environment in the header',
      { headers: { ...signedHeaders(), 'x-service-env': 'staging' } },
      {},
      ['“production”'],
    ],
    ['another environment accepted', {}, { env: 'staging' }, ['only staging']],
    ['another method', { method: 'PUT' }, {}, ['sent by POST']],
    ['an old secret', {}, { secret: ['new', secret] }, ['number 2']],
    ['a secret with whitespace', {}, { secret: ` ${secret}\n` }, ['whitespace around it']],
    ['a secret without its beginning', {}, { secret: secret.slice(6) }, ['“whsec_”']],
    [
      'two mistakes',
      { body: JSON.stringify(JSON.parse(body)) },
      { url: url.trim() },
      ['ends in a space', 'serialised again'],
    ],
    ['no headers', { headers: {} }, {}, ['X-Service-Action is missing', 'Env', 'Signature']],
    ['something else', { body: '{}' }, {}, []],
  ])('names %s', (_, changes, given, causes) => {
    const explanation = told(changes, given);
    expect(explanation.matches).toBe(false);
    expect(explanation.causes).toEqual(causes.map((cause) => expect.stringContaining(cause)));
  });

  it.each([
    ['computed it rightly', signature({ method: 'POST', action: 'publish', env: 'production', url, body }, secret), []],
    [
      'signs the body alone',
      createHmac('sha256', secret).update(body).digest('hex'),
      ['Your code signs the body alone.'],
    ],
    [
      'trims the address',
      signature({ method: 'POST', action: 'publish', env: 'production', url: url.trim(), body }, secret),
      ['Your code trims the address.'],
    ],
    [
      'writes the body again',
      signature(
        { method: 'POST', action: 'publish', env: 'production', url, body: JSON.stringify(JSON.parse(body)) },
        secret,
      ),
      ['Your code parses the body and serialises it again.'],
    ],
    ['computed something else', '00', [expect.stringContaining('no common mistake')]],
  ])('of a genuine request tells a receiver that %s', (_, computed, causes) => {
    expect(explain({ headers: signedHeaders(), body, computed }, { secret, url })).toMatchObject({
      matches: true,
      causes,
    });
  });

  it('finds the mistake in the signature that the receiver computed', () => {
    const mine = {
      headers: { ...signedHeaders(), 'x-service-signature': '00' },
      body,
      computed: signature({ method: '', action: 'publish', env: 'production', url, body }, secret),
    };
    expect(explain(mine, { secret, url }).causes).toEqual(['Your code omits the method.']);
  });
});
