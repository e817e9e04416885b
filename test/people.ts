/** People for tests: inserted into the database, signed in over HTTP. */
import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import type { SiteRole } from '../src/core/rights.ts';
import type { Reply, RequestOptions, TestApp } from './app.ts';
import { withClient } from './database.ts';

export const PASSWORD = 'seven quiet herring boats';
/** Cheap to make; verified with the parameters that it names. */
const stored = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
let people = 0;

export interface Browser {
  id: number;
  email: string;
  /** The header `Cookie`; empty when signed out. */
  cookie: string;
  /** A request of a page of the service: with the cookie and its Origin. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  /** Fails the test unless the status is the expected one. */
  manage(method: string, path: string, body?: unknown, status?: number): Promise<Reply['body']>;
}

export async function addPerson(app: TestApp, roles: SiteRole[], email = `person${++people}@example.com`) {
  const { rows } = await app.pool.query(
    'insert into person (email, name, password_hash) values ($1, $2, $3) returning id',
    [email, `Person ${people}`, await stored],
  );
  const id: number = rows[0].id;
  for (const { site_id, role } of roles)
    await app.pool.query('insert into person_role (person_id, site_id, role) values ($1, $2, $3)', [id, site_id, role]);
  return { id, email };
}

export async function signedIn(app: TestApp, roles: SiteRole[], address?: string): Promise<Browser> {
  const { id, email } = await addPerson(app, roles, address);
  const browser = browserOf(app, id, email);
  await browser.manage('POST', '/sessions', { session: { email, password: PASSWORD } });
  return browser;
}

/** An attempt to sign in, with its status. */
export async function signIn(app: TestApp, email: string, password: string) {
  const browser = browserOf(app);
  const { status } = await browser.request('POST', '/v1/manage/sessions', { session: { email, password } });
  return { browser, status };
}

/** Runs requests while a transaction holds the locks of `statement`; it ends when they wait for what `events` names. */
export async function waitingFor<T>(
  app: TestApp,
  statement: string,
  events: string[],
  requests: () => Promise<T>,
): Promise<T> {
  return withClient(app.database, async (client) => {
    await client.query(`begin; ${statement}`);
    const replies = requests();
    const blocked = `select wait_event from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by 1`;
    const waiting = async () => (await app.pool.query(blocked)).rows.map(({ wait_event }) => wait_event);
    await expect.poll(waiting, { timeout: 60_000 }).toEqual(events);
    await client.query('commit');
    return replies;
  });
}

const DONE: Record<string, number> = { GET: 200, POST: 201, PATCH: 200, PUT: 200, DELETE: 204 };

/** Stores the cookie of an answer. */
export function browserOf(app: TestApp, id = 0, email = ''): Browser {
  const browser: Browser = {
    id,
    email,
    cookie: '',
    async request(method, path, body, options = {}) {
      const headers = { origin: app.url, ...(browser.cookie ? { cookie: browser.cookie } : {}), ...options.headers };
      const reply = await app.request(method, path, { ...options, body, headers });
      const [set] = reply.headers.getSetCookie();
      if (set !== undefined) browser.cookie = /=;/.test(set) ? '' : (set.split(';')[0] ?? '');
      return reply;
    },
    async manage(method, path, body, status = DONE[method]) {
      const reply = await browser.request(method, `/v1/manage${path}`, body);
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(status);
      return reply.body;
    },
  };
  return browser;
}
