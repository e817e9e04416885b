/** Forms for readers: pages at `/forms`, and the requests of those pages at `/v1/forms`. Nothing of them is cached or indexed. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../core/errors.ts';
import { PICTURE_TYPES } from '../core/intake/submission.ts';
import type { Origin } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { formPage, messagePage, receiptPage } from '../features/forms/page.ts';
import { closedReason, formByToken, receiptRow } from '../features/forms/queries.ts';
import type { UploadedFile } from '../features/handler.ts';
import { readJson } from './body.ts';
import { OPEN_HEADERS } from './cors.ts';
import { NOT_INDEXED } from './default-headers.ts';
import { serve, staticFile } from './files.ts';
import type { Limits } from './limits.ts';
import { type OriginOptions, refuseForeignOrigin } from './origin.ts';
import { discardUpload, LARGEST_PICTURE, readForm, type UploadSpace } from './upload.ts';

/** What src/intake does for forms; the composition root passes it in. */
export interface FormHandlers {
  newChallenge(db: Db, token: string, client: Client): Promise<string>;
  /** Reserves room for a file of this size before it is read. Returns the id of the upload, which ends stored or refused. */
  admitFile(db: Db, token: string, sent: { solution: string; size: number }, client: Client): Promise<number>;
  storeFile(db: Db, token: string, upload: number, sent: { file: UploadedFile; from: Origin }): Promise<number>;
  refuseFile(db: Db, upload: number): Promise<void>;
  /** Returns the token of the receipt. */
  submit(db: Db, token: string, body: unknown, client: Client): Promise<string>;
  withdraw(db: Db, receipt: string, from: Origin): Promise<void>;
}

interface Client {
  address: string;
  now: Date;
}
export interface FormOptions extends OriginOptions {
  db: Db;
  limits: Limits;
  now: () => Date;
  uploads: UploadSpace;
  bodyTimeout: number;
  handlers: FormHandlers;
}

const FOLDER = '../../public/forms/';
const FILES = ['form.css', 'form.js', 'solver.js', 'receipt.js', 'size.js'];
const LARGEST_BODY = 128 * 1024;
/** Names the header with the solved challenge of an upload. */
const SOLUTION = 'x-form-solution';

export function mountForms(app: FastifyInstance, options: FormOptions): void {
  for (const name of FILES) serve(app, `/forms/${name}`, fileNamed(name), () => undefined);
  serve(app, '/forms/embed.js', fileNamed('embed.js'), (reply) => reply.headers(OPEN_HEADERS));
  mountPages(app, options);
  mountRequests(app, options);
}

const fileNamed = (name: string) => staticFile(fileURLToPath(new URL(FOLDER + name, import.meta.url)));

function mountPages(app: FastifyInstance, { db, limits, now }: FormOptions): void {
  const page = (url: string, title: string, made: (token: string) => Promise<{ html: string; origins?: string[] }>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        limits.countStranger(request, reply);
        reply.headers({
          'cache-control': 'no-store',
          'x-robots-tag': NOT_INDEXED,
          'content-security-policy': policy([]),
        });
        reply.type('text/html; charset=utf-8');
        try {
          const { html, origins = [] } = await made((request.params as { token: string }).token); // by its route
          return reply.header('content-security-policy', policy(origins)).send(html);
        } catch (error) {
          if (!(error instanceof RequestError && error.status === 404)) throw error;
          return reply.code(404).send(messagePage(title, error.message));
        }
      },
    });
  page('/forms/:token', 'Form', async (token) => {
    const form = await formByToken(db, token);
    const closed = closedReason(form, now());
    const html = closed ? messagePage(form.name, closed) : formPage(form);
    return { html, origins: form.settings.form.origins };
  });
  page('/forms/receipts/:token', 'Your submission', async (token) => ({
    html: receiptPage(await receiptRow(db, token)),
  }));
}

function policy(origins: string[]): string {
  return [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "connect-src 'self'", "worker-src 'self'", 'img-src data:'],
    ...["base-uri 'none'", "form-action 'none'", `frame-ancestors ${["'self'", ...origins].join(' ')}`],
  ].join('; ');
}

function mountRequests(app: FastifyInstance, options: FormOptions): void {
  const { db, limits, now, uploads, bodyTimeout, handlers } = options;
  const route = (
    method: 'POST' | 'DELETE',
    url: string,
    status: number,
    work: (token: string, request: FastifyRequest, reply: FastifyReply) => Promise<object | undefined>,
  ) =>
    app.route({
      ...{ method, url },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        limits.countStranger(request, reply);
        refuseForeignOrigin(request, options);
        const answer = await work((request.params as { token: string }).token, request, reply); // by its route
        return reply.code(status).header('cache-control', 'no-store').send(answer);
      },
    });
  const client = ({ ip }: FastifyRequest) => ({ address: ip, now: now() });
  const origin = ({ id }: FastifyRequest) => ({ address: null, requestId: id });
  route('POST', '/v1/forms/:token/challenge', 201, async (token, request) => ({
    challenge: await handlers.newChallenge(db, token, client(request)),
  }));
  route('POST', '/v1/forms/:token/files', 201, async (token, request, reply) => {
    const solution = String(request.headers[SOLUTION] ?? '');
    const upload = await handlers.admitFile(db, token, { solution, size: sizeOf(request) }, client(request));
    try {
      return { file: { id: await received(token, upload, request, reply) } };
    } catch (error) {
      await handlers.refuseFile(db, upload);
      throw error;
    }
  });
  async function received(token: string, upload: number, request: FastifyRequest, reply: FastifyReply) {
    const { upload: file } = await readForm(request, reply, {
      ...{ space: uploads, timeout: bodyTimeout, caller: request.ip, isPicture: true, pictureTypes: PICTURE_TYPES },
    });
    try {
      return await handlers.storeFile(db, token, upload, { file, from: origin(request) });
    } finally {
      await discardUpload(file);
    }
  }
  route('POST', '/v1/forms/:token/submissions', 201, async (token, request, reply) => {
    await formByToken(db, token);
    const body = await readJson(request, reply, { size: LARGEST_BODY, timeout: bodyTimeout });
    return { receipt: { token: await handlers.submit(db, token, body, client(request)) } };
  });
  route('DELETE', '/v1/forms/receipts/:token', 202, async (receipt, request) => {
    await handlers.withdraw(db, receipt, origin(request));
    return { receipt: { state: 'erased' } };
  });
}

/** As many bytes as the file may have. */
function sizeOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length']);
  return length > 0 ? Math.min(length, LARGEST_PICTURE) : LARGEST_PICTURE;
}
