/** Tokens that are renewed before they end: once, over all processes, and what happens when a network refuses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type ConsentDesk, consentDesk } from './testing/consent.ts';
import { simulatedUrls } from './testing/networks.ts';

let desk: ConsentDesk;
beforeAll(async () => {
  desk = await consentDesk();
});

const query = (text: string, values: unknown[] = []) => desk.app.pool.query(text, values);
const connected = async (network: string, as?: string) => {
  const cap = network === 'x' ? { monthly_cap: 50_000 } : {};
  return Number((await desk.connect({ network, name: 'A', ...cap }, as)).get('connected'));
};
/** As the timer does every minute. */
async function sweep(): Promise<void> {
  await query(
    `insert into job_lane (kind, key, next_at) values ('network.renew-sweep', 'test', now()) on conflict do nothing`,
  );
  await query(`insert into job (kind, key, payload, run_at) values ('network.renew-sweep', 'test', '{}', now())`);
  const left = async () => (await query("select from job where kind like 'network.renew%'")).rowCount;
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
}
const makeDue = (id: number) =>
  query("update network_account set renew_at = now() - interval '1 second' where id = $1", [id]);
/** The token has ended, for us and for the network. */
async function end(id: number): Promise<void> {
  await query("update network_account set token_until = now() - interval '1 second' where id = $1", [id]);
  await desk.control('clock', { ahead: 7_201 });
}
const requests = async (part: string) =>
  ((await (await fetch(`${desk.url}/_sim/requests`)).json()) as { requests: { path: string }[] }).requests.filter(
    ({ path }) => path.includes(part),
  ).length;
const add = (account_id: number) => desk.add({ account_id, targets: [{ type: 'hashtag', value: 'harbour' }] });

describe('a token', () => {
  it.each(['x', 'tiktok', 'youtube'])('of %s is renewed when it is due, with its refresh token', async (network) => {
    const id = await connected(network);
    const before = await desk.stored(id);
    await sweep();
    expect((await desk.stored(id)).token).toBe(before.token);
    await makeDue(id);
    await sweep();
    const after = await desk.stored(id);
    expect(after.token).not.toBe(before.token);
    // Google gives its refresh token once.
    expect(after.refresh_token === before.refresh_token).toBe(network === 'youtube');
    expect(after.renew_at.getTime()).toBeGreaterThan(Date.now());
    expect(after).toMatchObject({ caller: before.caller, version: before.version, renew_failures: 0 });
    expect((await desk.readAccount(id)).state).toBe('ok');
  });

  it('of Instagram is exchanged for one that lives longer, and nobody is warned meanwhile', async () => {
    const id = await connected('instagram', 'pilot_matti');
    await query("update network_account set expires_at = now() + interval '13 days' where id = $1", [id]);
    await query('update network_account set token_until = expires_at where id = $1', [id]);
    expect((await desk.readAccount(id)).state).toBe('ok');
    await desk.control('instagram/fault', { match: '/oauth/', kind: 'unavailable' });
    await makeDue(id);
    await sweep();
    const warned = await desk.readAccount(id);
    expect(warned).toMatchObject({ state: 'expiring', last_error: { code: 'network_unavailable' } });
    expect(warned.last_error.message).toContain('tried again');
    await makeDue(id);
    await sweep();
    const { state, expires_at, last_error } = await desk.readAccount(id);
    expect([state, last_error]).toEqual(['ok', null]);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(59 * 86_400_000);
  });

  it('of LinkedIn is renewed where the network gives a refresh token, until that ends', async () => {
    await desk.control('linkedin/seed', { switches: { refresh_tokens: true } });
    const id = await connected('linkedin');
    await desk.control('linkedin/seed', { switches: { refresh_tokens: false } });
    const before = await desk.readAccount(id);
    expect(Date.parse(before.expires_at) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    await makeDue(id);
    await sweep();
    expect(await desk.readAccount(id)).toMatchObject({ state: 'ok', expires_at: before.expires_at });
    await query("update network_account set expires_at = now() + interval '10 days' where id = $1", [id]);
    expect((await desk.readAccount(id)).state).toBe('expiring');
  });

  it('that has ended is renewed before the next request, and one that the network refuses too', async () => {
    const id = await connected('x');
    const source = await add(id);
    await end(id);
    expect((await desk.poll(source.id)).last_error).toBeNull();
    const { token } = await desk.stored(id);
    await desk.control('x/fault', { match: '/2/tweets/search', kind: 'unauthorized' });
    expect((await desk.poll(source.id)).last_error).toBeNull();
    expect((await desk.stored(id)).token).not.toBe(token);
    expect((await desk.readAccount(id)).state).toBe('ok');
  });

  it('keeps the budget of its user through renewals', async () => {
    const id = await connected('x', 'seal_watch');
    const source = await add(id);
    await makeDue(id);
    await sweep();
    await desk.poll(source.id);
    const { budgets } = await desk.readAccount(id);
    expect(budgets.find(({ bucket }: { bucket: string }) => bucket === 'search')).toMatchObject({
      used: 2,
      ceiling: 300,
    });
    // The same person on another site shares it.
    const other = await desk.readAccount(await connected('x', 'seal_watch'));
    expect(other.budgets).toEqual(budgets);
  });

  it('is renewed once, also when many processes need it at once', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(() =>
        testApp({}, { isWorking: true, database: desk.app.database, networkUrls: simulatedUrls(desk.url) }),
      ),
    );
    const id = await connected('x', 'kaisa_k');
    const sources = [await add(id), await add(id), await add(id), await add(id)];
    const before = await requests('/x/2/oauth2/token');
    await end(id);
    await makeDue(id);
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'slow' });
    const polls = sources.map((source) => desk.poll(source.id));
    await Promise.all([sweep(), ...polls]);
    for (const poll of polls) expect((await poll).last_error).toBeNull();
    expect((await requests('/x/2/oauth2/token')) - before).toBe(1);
    await Promise.all(others.map((other) => other.stop()));
  });

  it('that a process was renewing when it died is renewed by another one, after its lease', async () => {
    const id = await connected('x', 'harbour_office');
    await makeDue(id);
    await query("update network_account set renewing_until = now() + interval '2 seconds' where id = $1", [id]);
    const { token } = await desk.stored(id);
    await sweep();
    expect((await desk.stored(id)).token).not.toBe(token);
  });

  it('that a killed process has renewed, without storing what came, says that the account must be connected again', async () => {
    const id = await connected('x', 'seal_watch');
    const { refresh_token } = await desk.stored(id);
    // As the kill left it: the refresh token is used up there, and the claim is here.
    const form = { grant_type: 'refresh_token', refresh_token, client_id: 'simulated' };
    const authorization = `Basic ${Buffer.from('simulated:simulated').toString('base64')}`;
    const renewal = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) };
    expect((await fetch(`${desk.url}/x/2/oauth2/token`, renewal)).status).toBe(200);
    await query("update network_account set renewing_until = now() - interval '1 second' where id = $1", [id]);
    // It is still known after an outage of the network.
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'unavailable' });
    await makeDue(id);
    await sweep();
    expect((await desk.readAccount(id)).last_error.message).toContain('It is tried again.');
    // X names it by a vague word, which counts when it is repeated.
    for (let times = 0; times < 2; times += 1) {
      await makeDue(id);
      await sweep();
      await query("update network_account set renew_doubted_at = now() - interval '6 minutes' where id = $1", [id]);
    }
    const account = await desk.readAccount(id);
    expect(account).toMatchObject({ has_token: false, last_error: { code: 'token_invalid' } });
    expect(account.last_error.message).toMatch(/interrupted, .* lost\..* connect the account again\.$/);
    await desk.connect({ network: 'x', account_id: id }, 'seal_watch');
    expect(await desk.stored(id)).toMatchObject({ state: 'ok', renewing_until: null });
  });

  it('is not renewed in a restored copy, which would take it from the original, but while intake is held', async () => {
    const id = await connected('x', 'pilot_matti');
    const { token } = await desk.stored(id);
    await makeDue(id);
    await desk.app.manage('PUT', '/intake/hold', {});
    await query('update intake_hold set collects = false');
    await sweep();
    expect((await desk.stored(id)).token).toEqual(token);
    await query('update intake_hold set collects = true');
    await sweep();
    expect((await desk.stored(id)).token).not.toEqual(token);
    expect((await desk.readAccount(id)).state).toBe('ok');
    await desk.app.manage('DELETE', '/intake/hold');
  });
});

describe('a refused renewal', () => {
  const campaignOf = async (id: number) =>
    (await desk.app.get(`/v1/campaigns/${id}`, { token: 'admin-token-for-tests' })).body.campaign;

  it('that is final changes the state, sets the flags of campaigns, says so, and stops', async () => {
    const campaign_id = await desk.campaign();
    const id = await connected('tiktok');
    await desk.control('tiktok/seed', { revoked: ['ida_holm'] });
    await makeDue(id);
    await sweep();
    const account = await desk.readAccount(id);
    expect(account).toMatchObject({ state: 'invalid', has_token: false, last_error: { code: 'token_invalid' } });
    expect(account.last_error.message).toBe(
      'The token was not renewed: The network refused (invalid_grant). Connect the account again.',
    );
    expect(await desk.stored(id)).toMatchObject({ token: null, refresh_token: null, renew_at: null });
    const { rows } = await query(
      "select * from audit_entry where noun = 'network_account' and noun_id = $1 and action = 'fail'",
      [String(id)],
    );
    expect(rows).toHaveLength(1);
    expect(await campaignOf(campaign_id)).toMatchObject({ twitter_access_token_invalid: false });
    expect((await desk.connect({ account_id: id })).get('connected')).toBe(String(id));
    expect(await desk.readAccount(id)).toMatchObject({ state: 'ok', last_error: null });
  });

  it('that X names by a vague word counts when it is repeated after five minutes, whatever polls find meanwhile', async () => {
    const campaign_id = await desk.campaign();
    const id = await connected('x', 'seal_watch');
    const source = await desk.add({ account_id: id, campaign_id, targets: [{ type: 'hashtag', value: 'harbour' }] });
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'unauthorized', count: 2 });
    await makeDue(id);
    await sweep();
    expect(await desk.readAccount(id)).toMatchObject({ state: 'ok', has_token: true });
    expect((await desk.poll(source.id)).last_error).toBeNull();
    await query("update network_account set renew_doubted_at = now() - interval '6 minutes' where id = $1", [id]);
    await makeDue(id);
    await sweep();
    expect(await desk.readAccount(id)).toMatchObject({ state: 'invalid', has_token: false });
    expect(await campaignOf(campaign_id)).toMatchObject({ twitter_access_token_invalid: true });
    expect((await desk.poll(source.id)).last_error).toMatchObject({ code: 'token_invalid' });
    expect((await desk.connect({ account_id: id }, 'seal_watch')).get('connected')).toBe(String(id));
    expect((await desk.poll(source.id)).last_error).toBeNull();
    expect(await campaignOf(campaign_id)).toMatchObject({ twitter_access_token_invalid: false });
  });

  it('that says nothing about the account keeps the tokens, and is tried again later and later', async () => {
    const id = await connected('tiktok', 'harbour_office');
    const { token } = await desk.stored(id);
    const waits: number[] = [];
    for (const kind of ['unavailable', 'html', 'rate_limited', 'forbidden']) {
      await desk.control('tiktok/fault', { match: '/oauth/token', kind });
      await makeDue(id);
      await sweep();
      waits.push(Math.round(((await desk.stored(id)).renew_at.getTime() - Date.now()) / 60_000));
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    expect(await desk.stored(id)).toMatchObject({ token, renew_failures: 4, state: 'ok' });
    expect((await desk.readAccount(id)).last_error.code).toBe('forbidden');
    await makeDue(id);
    await sweep();
    expect(await desk.stored(id)).toMatchObject({ renew_failures: 0 });
    expect((await desk.readAccount(id)).last_error).toBeNull();
  });

  it('of a token that a person has replaced meanwhile says nothing about the new one', async () => {
    const id = await connected('x', 'harbour_office');
    const path = `/sites/${desk.site}/network-accounts/${id}`;
    await desk.app.manage('PATCH', path, { network_account: { token: 'pasted' } });
    expect(await desk.stored(id)).toMatchObject({ token: 'pasted', way: 'token', refresh_token: null, caller: null });
    await sweep();
    expect(await desk.readAccount(id)).toMatchObject({ way: 'token', connected_as: null, state: 'ok' });
  });
});
