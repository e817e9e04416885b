/** The application in this process: what fills a database and what is looked at from within, not what is measured. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { kysely, openPool } from '../../src/db/connect.ts';
import { openListener } from '../../src/db/listener.ts';
import { followSites } from '../../src/db/site-versions.ts';
import { secretsWith } from '../../src/features/webhooks/secrets.ts';
import { createApp } from '../../src/http/app.ts';
import { WrongAnswer } from '../case.ts';

export const ADMIN_TOKEN = 'admin-token-of-the-benchmark';

export interface App {
  pool: pg.Pool;
  /** With every right; the answer must be a good one. */
  // biome-ignore lint/suspicious/noExplicitAny: callers know what they asked for
  call(request: InjectOptions): Promise<any>;
  close(): Promise<void>;
}

/** For `command` no statement has a time limit. */
export function openApp(where: pg.PoolConfig, purpose: 'serve' | 'command'): App {
  const pool = openPool(where, purpose, () => {});
  // What the process itself wants to know is asked elsewhere, so that the pool sees what requests ask alone.
  const aside = openPool(where, purpose, () => {});
  const listener = openListener(aside);
  const versions = followSites(kysely(aside), listener);
  const app = createApp({
    db: kysely(pool),
    pool,
    versions,
    log: pino({ level: 'silent' }),
    trustProxy: [],
    version: 'bench',
    publicUrl: () => 'http://localhost',
    now: () => new Date(),
    wireWord: 'service',
    adminToken: ADMIN_TOKEN,
    rateLimit: 0,
    webhooks: { secrets: secretsWith(Buffer.alloc(32)), resolve: async () => [], allowPrivate: false },
  });
  return {
    pool,
    call: (request) => call(app, request),
    async close() {
      await app.close();
      await versions.stop();
      await listener.stop();
      await Promise.all([pool.end(), aside.end()]);
    },
  };
}

async function call(app: FastifyInstance, request: InjectOptions): Promise<unknown> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, ...request.headers };
  const { statusCode, body } = await app.inject({ ...request, headers });
  if (statusCode >= 300) throw new WrongAnswer(`${request.url} was answered with ${statusCode}: ${body}`);
  return JSON.parse(body);
}
