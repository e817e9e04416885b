/** Accounts that are connected at simulated networks: codes, tokens, choices, and everything that must not work. */
import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../../test/people.ts';
import type { Network } from '../core/intake/networks/networks.ts';
import { type ConsentDesk, consentDesk } from './testing/consent.ts';

let desk: ConsentDesk;
beforeAll(async () => {
  desk = await consentDesk();
});

const FIELDS: Record<string, object> = {
  x: { monthly_cap: 500 },
  mastodon: { server: 'social.example' },
};
const wanted = (network: string) => ({ network, name: `Our ${network}`, ...FIELDS[network] });
const MINUTE = 60_000;
const minutesUntil = (at: string | Date | null) => at && Math.round((new Date(at).getTime() - Date.now()) / MINUTE);

/** What each network gives: minutes until the token ends and is renewed, and who it says the account is. */
const GIVEN: [Network, number | null, number | null, string | null][] = [
  ['x', 120, 96, '@ida_holm'],
  ['mastodon', null, null, '@ida_holm'],
  ['linkedin', null, null, null],
  ['youtube', 60, 48, expect.stringMatching(/^UC/) as never],
  ['tiktok', 1_440, 1_152, 'ida_holm (simulated)'],
];

describe('an account', () => {
  it.each(GIVEN)('of %s is connected by the consent of a person', async (network, ends, renewal, as) => {
    const back = await desk.connect(wanted(network));
    expect(Object.fromEntries(back)).toEqual({ a: '1', connected: expect.stringMatching(/^\d+$/) });
    const account = await desk.readAccount(Number(back.get('connected')));
    expect(account).toMatchObject({ network, name: `Our ${network}`, way: 'oauth', connected_as: as, has_token: true });
    expect(account).toMatchObject({ state: 'ok', sources: [] });
    const row = await desk.stored(account.id);
    expect(row.token).toMatch(/^sim~access~/);
    expect([minutesUntil(row.token_until), minutesUntil(row.renew_at)]).toEqual([ends, renewal]);
    expect(row.refresh_token === null).toBe(renewal === null);
  });

  it('of Instagram has the account of the only page, and a token for 60 days that is exchanged', async () => {
    const back = await desk.connect(wanted('instagram'), 'pilot_matti');
    const account = await desk.readAccount(Number(back.get('connected')));
    expect(account).toMatchObject({ connected_as: '@harbour_office', state: 'ok' });
    expect(minutesUntil(account.expires_at)).toBe(60 * 1_440);
    const row = await desk.stored(account.id);
    expect(row.external_id).toMatch(/^\d+$/);
    expect(row.refresh_token).toBe(row.token);
    expect(minutesUntil(row.renew_at)).toBe(48 * 1_440);
  });

  it('of a page of Facebook is chosen among several, with the token of the page, once', async () => {
    const back = await desk.connect(wanted('facebook'));
    const token = back.get('choice') ?? '';
    const path = `/sites/${desk.site}/network-accounts/authorizations/${token}`;
    const { authorization } = await desk.owner.manage('GET', path);
    expect(authorization).toMatchObject({ network: 'facebook', name: 'Our facebook' });
    const [, second] = authorization.choices;
    expect(second.name).toBe('seal_watch (simulated)');
    expect(JSON.stringify(authorization)).not.toContain('sim~');
    const other = await signedIn(desk.app, [{ site_id: desk.site, role: 'owner' }]);
    await other.manage('GET', path, undefined, 404);
    await other.manage('PUT', path, { choice: { external_id: second.external_id } }, 404);
    await desk.owner.manage('PUT', path, { choice: { external_id: '1' } }, 404);
    const { network_account } = await desk.owner.manage('PUT', path, { choice: { external_id: second.external_id } });
    expect(network_account).toMatchObject({
      external_id: second.external_id,
      connected_as: second.name,
      expires_at: null,
    });
    const row = await desk.stored(network_account.id);
    expect(row.token).toMatch(/^sim~access~facebook~seal_watch~0~/);
    expect(row.renew_at).toBeNull();
    await desk.owner.manage('PUT', path, { choice: { external_id: second.external_id } }, 404);
  });

  it('reads with what it was given', async () => {
    const back = await desk.connect(wanted('x'), 'seal_watch');
    const account_id = Number(back.get('connected'));
    const source = await desk.add({ account_id, targets: [{ type: 'hashtag', value: 'harbour' }] });
    expect(source.last_error).toBeNull();
    expect((await desk.items(source.id)).length).toBeGreaterThan(0);
    const account = await desk.readAccount(account_id);
    // The token of a user has other quotas than that of an app, and a cent was paid for the name.
    expect(account.budgets).toMatchObject([{ bucket: 'search', ceiling: 300 }]);
    expect(account.spent).toBeGreaterThanOrEqual(1);
    expect(account.sources).toEqual([{ id: source.id, name: 'Tracker', active: true }]);
    expect(account.last_ok_at).not.toBeNull();
  });

  it('is connected again with the same person alone, and reads at once', async () => {
    const first = await desk.connect(wanted('x'), 'harbour_office');
    const id = Number(first.get('connected'));
    const source = await desk.add({ account_id: id, targets: [{ type: 'hashtag', value: 'harbour' }] });
    await desk.app.pool.query("update network_account set state = 'invalid', token = null where id = $1", [id]);
    const other = await desk.connect({ account_id: id }, 'kaisa_k');
    expect(other.get('connect_error')).toBe('other');
    expect(await desk.readAccount(id)).toMatchObject({ state: 'invalid', has_token: false });
    const { last_poll_at } = source;
    expect((await desk.connect({ account_id: id }, 'harbour_office')).get('connected')).toBe(String(id));
    expect(await desk.readAccount(id)).toMatchObject({ state: 'ok', has_token: true, name: 'Our x', monthly_cap: 500 });
    const read = async () => (await desk.app.manage('GET', `/sites/${desk.site}/sources/${source.id}`)).source;
    await expect.poll(async () => (await read()).last_poll_at).not.toBe(last_poll_at);
  });

  it('of Mastodon is connected again for another server, and never with what another server gave', async () => {
    const id = Number((await desk.connect(wanted('mastodon'))).get('connected'));
    const path = `/sites/${desk.site}/network-accounts/${id}`;
    const change = (fields: object, status = 200) =>
      desk.app.manage('PATCH', path, { network_account: fields }, status);
    const { problems } = await change({ server: 'other.example' }, 422);
    expect(problems).toEqual([{ path: '/token', message: expect.stringContaining('connect the account again') }]);
    // The consent began at the server of before.
    const late = await desk.consent(await desk.begin({ account_id: id }));
    await change({ server: 'other.example', token: null });
    expect((await desk.back(late)).get('connect_error')).toBe('other');
    const gone = { token: null, caller: null, connected_as: null, server: 'other.example' };
    expect(await desk.stored(id)).toMatchObject(gone);
    expect((await desk.connect({ account_id: id }, 'kaisa_k')).get('connected')).toBe(String(id));
    expect(await desk.readAccount(id)).toMatchObject({ way: 'oauth', server: 'other.example', has_token: true });
  });

  it('of Mastodon that was disconnected is connected at another server as someone else', async () => {
    const id = Number((await desk.connect(wanted('mastodon'))).get('connected'));
    const path = `/sites/${desk.site}/network-accounts/${id}`;
    await desk.owner.manage('DELETE', `${path}/token`);
    await desk.app.manage('PATCH', path, { network_account: { server: 'other.example' } });
    expect((await desk.connect({ account_id: id }, 'kaisa_k')).get('connected')).toBe(String(id));
  });

  it('is disconnected: its tokens are gone, its sources are paused, and what they collected stays', async () => {
    const id = Number((await desk.connect(wanted('x'))).get('connected'));
    const source = await desk.add({ account_id: id, targets: [{ type: 'hashtag', value: 'harbour' }] });
    const items = await desk.items(source.id);
    const path = `/sites/${desk.site}/network-accounts/${id}`;
    await desk.owner.manage('DELETE', `${path}/token`);
    expect(await desk.readAccount(id)).toMatchObject({
      ...{ has_token: false, state: 'ok', sources: [{ id: source.id, active: false }] },
    });
    expect(await desk.stored(id)).toMatchObject({ token: null, refresh_token: null, renew_at: null });
    expect(await desk.items(source.id)).toEqual(items);
    await desk.owner.manage('DELETE', path, undefined, 409);
    // Someone who resumes the source before the account is connected reads why it fails, and the network is not asked.
    await desk.app.manage('PATCH', `/sites/${desk.site}/sources/${source.id}`, { source: { active: true } });
    const read = async () => (await desk.app.manage('GET', `/sites/${desk.site}/sources/${source.id}`)).source;
    await expect.poll(async () => (await read()).last_error?.code).toBe('token_invalid');
    expect(await desk.readAccount(id)).toMatchObject({ state: 'invalid' });
  });
});

describe('a consent', () => {
  it('counts once, soon, and for the session that began it', async () => {
    const back = await desk.consent(await desk.begin(wanted('x')));
    const other = await signedIn(desk.app, [{ site_id: desk.site, role: 'owner' }]);
    expect((await desk.back(back, other)).get('connect_error')).toBe('expired');
    // It was used up by the attempt.
    expect((await desk.back(back)).get('connect_error')).toBe('expired');
    const late = await desk.consent(await desk.begin(wanted('x')));
    await desk.app.pool.query("update network_authorization set created_at = now() - interval '11 minutes'");
    expect((await desk.back(late)).get('connect_error')).toBe('expired');
    const twice = await desk.consent(await desk.begin(wanted('x')));
    expect((await desk.back(twice)).get('connected')).not.toBeNull();
    expect((await desk.back(twice)).get('connect_error')).toBe('expired');
    const invented = new URL(twice);
    invented.searchParams.set('state', 'x'.repeat(43));
    expect((await desk.back(invented)).get('connect_error')).toBe('expired');
  });

  it('ends with the session, and with the role of its person', async () => {
    const owner = await signedIn(desk.app, [{ site_id: desk.site, role: 'owner' }]);
    const signedOut = await desk.consent(await desk.begin(wanted('x'), 201, owner));
    const { cookie } = owner;
    await owner.manage('DELETE', '/sessions/current');
    owner.cookie = cookie;
    expect((await desk.back(signedOut, owner)).get('connect_error')).toBe('expired');
    const demoted = await signedIn(desk.app, [{ site_id: desk.site, role: 'owner' }]);
    const back = await desk.consent(await desk.begin(wanted('x'), 201, demoted));
    await desk.app.pool.query("update person_role set role = 'editor' where person_id = $1", [demoted.id]);
    expect((await desk.back(back, demoted)).get('connect_error')).toBe('forbidden');
    await desk.begin(wanted('x'), 403, demoted);
  });

  it('is refused by the person, or by the network, and leaves no account', async () => {
    const count = async () => (await desk.app.manage('GET', `/sites/${desk.site}/network-accounts`)).meta.total_count;
    const before = await count();
    expect((await desk.connect(wanted('x'), '')).get('connect_error')).toBe('denied');
    // Codes of X live for 30 seconds.
    const slow = await desk.consent(await desk.begin(wanted('x')));
    await desk.control('clock', { ahead: 31 });
    expect((await desk.back(slow)).get('connect_error')).toBe('refused');
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'unavailable' });
    expect((await desk.connect(wanted('x'))).get('connect_error')).toBe('unavailable');
    await desk.control('x/fault', { match: '/2/oauth2/token', kind: 'html' });
    expect((await desk.connect(wanted('x'))).get('connect_error')).toBe('unavailable');
    await desk.control('x/fault', { match: '/2/users/me', kind: 'unauthorized' });
    expect((await desk.connect(wanted('x'))).get('connect_error')).toBe('refused');
    expect((await desk.connect(wanted('facebook'), 'kaisa_k')).get('connect_error')).toBe('nothing');
    expect(await count()).toBe(before);
    // A network that does not say who it is keeps nobody from connecting.
    await desk.control('x/fault', { match: '/2/users/me', kind: 'unavailable' });
    const id = Number((await desk.connect(wanted('x'))).get('connected'));
    expect(await desk.stored(id)).toMatchObject({ connected_as: null, caller: `account:${desk.site}:${id}` });
  });

  it('needs a person, and what the network needs', async () => {
    const path = `/sites/${desk.site}/network-accounts/authorizations`;
    const authorization = wanted('x');
    await desk.app.manage('POST', path, { authorization }, 403);
    const paths = async (fields: object) =>
      ((await desk.begin(fields, 422)) as never as { problems: { path: string }[] }).problems.map(({ path: at }) => at);
    expect(await paths({})).toEqual(['/network']);
    expect(await paths({ network: 'x' })).toEqual(['/name', '/monthly_cap']);
    expect(await paths({ network: 'mastodon', name: 'A' })).toEqual(['/server']);
    expect(await paths({ network: 'bluesky', name: 'A' })).toEqual(['/network']);
    expect(await paths({ ...wanted('x'), return_to: '//evil.example' })).toEqual(['/return_to']);
    await desk.begin({ account_id: 999_999 }, 404);
    const { id } = await desk.account({ network: 'bluesky', server: 'b.example', external_id: 'a.b', token: 'p' });
    await desk.begin({ account_id: id }, 409);
  });

  it('appears in no log, no audit entry and no answer', async () => {
    const address = await desk.begin(wanted('x'));
    const back = await desk.consent(address);
    const id = Number((await desk.back(back)).get('connected'));
    const { token, refresh_token } = await desk.stored(id);
    const { rows } = await desk.app.pool.query('select * from audit_entry');
    const listed = await desk.app.manage('GET', `/sites/${desk.site}/network-accounts`);
    const secrets = [token, refresh_token, back.searchParams.get('code'), new URL(address).searchParams.get('state')];
    for (const shown of [rows, listed, desk.app.log])
      for (const secret of secrets) expect(JSON.stringify(shown)).not.toContain(secret);
    const { rows: created } = await desk.app.pool.query(
      "select actor_kind, actor_id from audit_entry where noun = 'network_account' and noun_id = $1",
      [String(id)],
    );
    expect(created).toEqual([{ actor_kind: 'person', actor_id: desk.owner.id }]);
  });
});

describe('networks', () => {
  it('say whether accounts can be connected, and what the operator must set', async () => {
    const { networks } = await desk.app.manage('GET', `/sites/${desk.site}/network-accounts/networks`);
    const x = networks.find(({ network }: { network: string }) => network === 'x');
    expect(x).toEqual({
      ...{ network: 'x', is_ready: true, is_simulated: true, settings: ['X_CLIENT_ID', 'X_CLIENT_SECRET'] },
      redirect_uri: `${desk.app.url}/v1/manage/network-accounts/callback`,
    });
    const real = await consentDesk({ networkUrls: {} });
    const { networks: bare } = await real.app.manage('GET', `/sites/${real.site}/network-accounts/networks`);
    const ready = bare.filter(({ is_ready }: { is_ready: boolean }) => is_ready);
    expect(ready.map(({ network }: { network: string }) => network)).toEqual(['mastodon']);
    const refused = (await real.begin(wanted('x'), 409)) as never as { error: string };
    expect(refused.error).toContain('X_CLIENT_ID');
  });

  it('send a client that the settings name', async () => {
    const other = await consentDesk({ networkClients: { x: { id: 'ours', secret: 'wrong' } } });
    const address = await other.begin(wanted('x'));
    expect(new URL(address).searchParams.get('client_id')).toBe('ours');
    expect((await other.back(await other.consent(address))).get('connect_error')).toBe('refused');
  });
});
