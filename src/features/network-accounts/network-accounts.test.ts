/** Accounts in social networks: tokens that never come out, and budgets that nothing exceeds. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, webhookTools } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';
import { kysely } from '../../db/connect.ts';
import { imported, lines } from '../../transfer/testing/transfer.ts';
import { correct, exhaust, type Need, refund, reserve } from './budget.ts';

let app: TestApp;
let path: string;
beforeAll(async () => {
  app = await testApp();
  path = `/sites/${await app.site()}/network-accounts`;
});
const TOKEN = 'AAAA-secret-of-the-app';
const x = { network: 'x', name: 'Harbour Post', token: TOKEN, monthly_cap: 500 };
const create = async (fields: object = x, status = 201) =>
  app.manage('POST', path, { network_account: fields }, status);

describe('an account', () => {
  it('has a token that is stored encrypted and never shown', async () => {
    const { network_account: made } = await create();
    expect(made).toMatchObject({ network: 'x', has_token: true, state: 'ok', monthly_cap: 500, spent: 0, budgets: [] });
    const listed = await app.manage('GET', path);
    const { rows } = await app.pool.query('select * from network_account');
    const { rows: audited } = await app.pool.query("select * from audit_entry where noun = 'network_account'");
    expect(audited.length).toBeGreaterThan(0);
    for (const shown of [made, listed, rows, audited, app.log]) expect(JSON.stringify(shown)).not.toContain(TOKEN);
    expect(Buffer.from(rows[0].token).toString('latin1')).not.toContain(TOKEN);
  });

  it('keeps its site from being deleted', async () => {
    const site = await app.site();
    const body = { network_account: { network: 'mastodon', name: 'A', server: 'm.example' } };
    const { network_account } = await app.manage('POST', `/sites/${site}/network-accounts`, body);
    expect((await app.manage('DELETE', `/sites/${site}`, undefined, 409)).error).toContain('1 network account(s)');
    await app.manage('DELETE', `/sites/${site}/network-accounts/${network_account.id}`);
    await app.manage('DELETE', `/sites/${site}`);
  });

  it('is refused without what its network needs', async () => {
    const paths = async (fields: object) =>
      (await create(fields, 422)).problems.map(({ path: at }: { path: string }) => at);
    expect(await paths({ network: 'x', name: 'A' })).toEqual(['/token', '/monthly_cap']);
    expect(await paths({ network: 'mastodon', name: 'A', monthly_cap: 1 })).toEqual(['/monthly_cap', '/server']);
    expect(await paths({ ...x, server: 'm.example' })).toEqual(['/server']);
    expect(await paths({ network: 'mastodon', name: 'A', server: 'https://m.example' })).toEqual(['/server']);
    expect(await paths({ ...x, token: 'two words' })).toEqual(['/token']);
  });

  it('names no server of the own network', async () => {
    const strict = await testApp({ webhooks: webhookTools({ allowPrivate: false }) });
    const accounts = `/sites/${await strict.site()}/network-accounts`;
    const at = (server: string, status: number) =>
      strict.manage('POST', accounts, { network_account: { network: 'mastodon', name: 'A', server } }, status);
    for (const server of ['127.0.0.1', 'localhost', '169.254.169.254', '127.0.0.1:8080', 'db', 'x.internal', '0x7f.1'])
      expect((await at(server, 422)).problems[0], server).toMatchObject({ path: '/server' });
    const { network_account } = await at('m.example', 201);
    const change = { network_account: { server: '10.0.0.1' } };
    await strict.manage('PATCH', `${accounts}/${network_account.id}`, change, 422);
    const begun = { network: 'mastodon', name: 'A', server: 'localhost' };
    const editor = await signedIn(strict, [{ site_id: null, role: 'owner' }]);
    const body = { authorization: begun };
    const reply = await editor.request('POST', `/v1/manage${accounts}/authorizations`, body);
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([422, '/server']);
  });

  it('names a simulator of NETWORK_URLS, in the own network too, and no other port there', async () => {
    const networkUrls = { mastodon: 'http://127.0.0.1:9/mastodon' };
    const strict = await testApp({ webhooks: webhookTools({ allowPrivate: false }) }, { networkUrls });
    const accounts = `/sites/${await strict.site()}/network-accounts`;
    const at = (server: string, status: number) =>
      strict.manage('POST', accounts, { network_account: { network: 'mastodon', name: 'A', server } }, status);
    await at('127.0.0.1', 422);
    await at('127.0.0.1:10', 422);
    const { network_account } = await at('127.0.0.1:9', 201);
    await strict.manage('PATCH', `${accounts}/${network_account.id}`, { network_account: { server: '127.0.0.1:9' } });
  });

  it('sends its token to no other server: a change of the server needs one again', async () => {
    const bluesky = { network: 'bluesky', server: 'b.example', external_id: 'a.b', token: TOKEN };
    for (const fields of [bluesky, { network: 'mastodon', server: 'm.example', token: TOKEN }]) {
      const { network_account: made } = await create({ name: 'A', ...fields });
      const change = (changed: object, status = 200) =>
        app.manage('PATCH', `${path}/${made.id}`, { network_account: changed }, status);
      await app.pool.query("update network_account set session = 'sealed' where id = $1", [made.id]);
      const { problems } = await change({ server: 'other.example' }, 422);
      expect(problems).toEqual([{ path: '/token', message: 'is needed again for another server' }]);
      const stored = async () =>
        (await app.pool.query('select server, token, session from network_account where id = $1', [made.id])).rows[0];
      const before = await stored();
      expect(before.server).toBe(fields.server);
      await change({ name: 'B', server: fields.server });
      expect(await stored()).toEqual(before);
      await change({ server: 'other.example', token: 'of-the-other' });
      const after = await stored();
      expect(after).toMatchObject({ server: 'other.example', session: null });
      expect(after.token).not.toEqual(before.token);
    }
  });

  it('without a token may change its server', async () => {
    const { network_account: made } = await create({ network: 'mastodon', name: 'A', server: 'm.example' });
    const change = { network_account: { server: 'other.example' } };
    const { network_account: changed } = await app.manage('PATCH', `${path}/${made.id}`, change);
    expect(changed).toMatchObject({ server: 'other.example', has_token: false });
  });

  it('loses its token when an import names another server, and with nothing else', async () => {
    const site_id = Number(path.split('/')[2]);
    const bluesky = { network: 'bluesky', name: 'A', server: 'b.example', external_id: 'a.b' };
    const { network_account: made } = await create({ ...bluesky, token: TOKEN });
    await app.pool.query("update network_account set session = 'sealed' where id = $1", [made.id]);
    const bring = async (fields: object) => {
      const network_account = { ...bluesky, ...fields, site_id, id: made.id };
      const { refused } = await imported(app, lines({ network_account }));
      expect(refused).toEqual([]);
      return (await app.pool.query('select * from network_account where id = $1', [made.id])).rows[0];
    };
    expect(await bring({ name: 'B' })).toMatchObject({ name: 'B', token: expect.any(Buffer), state: 'ok' });
    const moved = { server: 'other.example', token: null, session: null, state: 'invalid' };
    expect(await bring({ server: 'other.example' })).toMatchObject(moved);
  });

  it('warns before its token expires, and a new token resets the date', async () => {
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const { network_account: made } = await create({ ...x, expires_at: soon(10) });
    expect(made.state).toBe('expiring');
    const change = async (fields: object) =>
      (await app.manage('PATCH', `${path}/${made.id}`, { network_account: fields })).network_account;
    expect((await change({ expires_at: soon(-1) })).state).toBe('expired');
    expect(await change({ token: 'another' })).toMatchObject({ state: 'ok', expires_at: null });
    await app.manage('PATCH', `${path}/${made.id}`, { network_account: { network: 'mastodon' } }, 422);
    await app.manage('DELETE', `${path}/${made.id}`);
    await app.manage('GET', `${path}/${made.id}`, undefined, 404);
  });
});

describe('a budget', () => {
  const at = (seconds: number) => sql`${new Date(Date.UTC(2026, 2, 31, 23, 0, seconds))}::timestamptz`;
  const need = (fields: Partial<Need>): Need => ({
    ...{ key: 'x:budget', bucket: 'search', amount: 1, ceiling: 5, window: 900 },
    ...fields,
  });
  const used = async (key: string) =>
    (await app.pool.query('select used from network_budget where key = $1', [key])).rows.map((row) => Number(row.used));

  it('is never exceeded by reservations at the same time, and begins again with its window', async () => {
    const db = kysely(app.pool);
    const tries = await Promise.all(Array.from({ length: 20 }, () => reserve(db, [need({})], at(0))));
    expect(tries.filter((spent) => spent === null)).toHaveLength(5);
    expect(tries.find((spent) => spent)?.resetsAt).toEqual(new Date(Date.UTC(2026, 2, 31, 23, 15, 20)));
    expect(await reserve(db, [need({})], at(919))).not.toBeNull();
    expect(await reserve(db, [need({})], at(920))).toBeNull();
    expect(await used('x:budget')).toEqual([1]);
  });

  it('reserves requests and money together or not at all, until the end of the month in UTC', async () => {
    const db = kysely(app.pool);
    const money = { key: 'account:1:1', bucket: 'money', amount: 600, ceiling: 1_000, window: 'month' as const };
    const both = [need({ key: 'x:both' }), need(money)];
    expect(await reserve(db, both, at(0))).toBeNull();
    expect(await reserve(db, both, at(1))).toEqual({ bucket: 'money', resetsAt: new Date(Date.UTC(2026, 3, 1)) });
    expect(await used('x:both')).toEqual([1]);
    expect(await reserve(db, [need({ ...money, amount: 400 })], at(2))).toBeNull();
    expect(await reserve(db, [need({ ...money, amount: 1, ceiling: 900 })], at(3))).not.toBeNull();
    expect(await reserve(db, [need({ ...money, amount: 1_001 })], at(3_601))).not.toBeNull();
    expect(await reserve(db, both, at(3_602))).toBeNull();
  });

  it('of a day ends at midnight in the time zone of the network, with a pause around it', async () => {
    const db = kysely(app.pool);
    const daily = need({ key: 'youtube:day', ceiling: 2, window: { dayIn: 'America/Los_Angeles' } });
    // 07:00 UTC in summer.
    const midnight = 8 * 3_600;
    const resetsAt = new Date(Date.UTC(2026, 3, 1, 7, 0, 20));
    expect(await reserve(db, [daily], at(0))).toBeNull();
    expect(await reserve(db, [daily], at(midnight - 20))).toEqual({ bucket: daily.bucket, resetsAt });
    expect(await reserve(db, [daily], at(midnight + 19))).toEqual({ bucket: daily.bucket, resetsAt });
    expect(await reserve(db, [{ ...daily, key: 'youtube:new' }], at(midnight + 5))).toEqual({
      ...{ bucket: daily.bucket, resetsAt },
    });
    expect(await reserve(db, [daily], at(midnight + 20))).toBeNull();
    expect(await used('youtube:day')).toEqual([1]);
    const next = new Date(Date.UTC(2026, 3, 2, 7, 0, 20));
    expect(await exhaust(db, daily, 0, at(midnight + 60))).toEqual(next);
    expect((await reserve(db, [daily], at(midnight + 61)))?.resetsAt).toEqual(next);
  });

  it('believes the network where it knows less, and gives back money that was not charged', async () => {
    const db = kysely(app.pool);
    const key = { key: 'x:told', bucket: 'search' };
    await reserve(db, [need(key)], at(0));
    const resetsAt = new Date(Date.UTC(2026, 2, 31, 23, 30));
    await correct(db, key, { limit: 3, remaining: 1, resetsAt }, at(1));
    expect(await reserve(db, [need(key)], at(2))).toBeNull();
    expect((await reserve(db, [need(key)], at(3)))?.resetsAt).toEqual(resetsAt);
    await exhaust(db, key, 3_600, at(4));
    expect(await reserve(db, [need(key)], at(1_900))).not.toBeNull();
    const money = need({ key: 'account:1:2', bucket: 'money', amount: 900, ceiling: 1_000, window: 'month' });
    expect(await reserve(db, [money])).toBeNull();
    await refund(db, money, 850);
    expect(await used(money.key)).toEqual([50]);
    expect(await reserve(db, [money])).toBeNull();
  });
});
