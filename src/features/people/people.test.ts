import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addPerson, type Browser, browserOf, PASSWORD, signedIn, waitingFor } from '../../../test/people.ts';
import type { Role, SiteRole } from '../../core/rights.ts';
import { kysely } from '../../db/connect.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { setupCode } from '../setup/commands.ts';

let app: TestApp;
let site: number;
let other: number;
let boss: Browser;
beforeAll(async () => {
  app = await testApp();
  [site, other] = [await app.site(), await app.site()];
  boss = await signedIn(app, [{ site_id: null, role: 'owner' }]);
});

const NEXT = 'nine loud gulls at dawn';
const roles = (role: Role, site_id: number | null = site): SiteRole[] => [{ site_id, role }];
const status = async (browser: Browser, path = '/v1/manage/me') => (await browser.request('GET', path)).status;

describe('setup', () => {
  const first = { name: 'Ida', email: 'ida@example.com', password: NEXT };
  const codeOf = (one: TestApp) => setupCode(kysely(one.pool));

  it('adds the first owner with the code that is the same in every process, and closes', async () => {
    const fresh = await testApp();
    const code = await codeOf(fresh);
    expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/);
    expect(await codeOf(fresh)).toBe(code);
    const browser = browserOf(fresh);
    expect((await browser.manage('GET', '/setup')).setup).toEqual({
      is_open: true,
      has_demo: false,
      has_people: false,
    });
    await browser.manage('POST', '/setup', { setup: { ...first, code: 'AAAA-BBBB-CCCC' } }, 403);
    await browser.manage('POST', '/setup', { setup: { ...first, code, password: 'password1234' } }, 422);
    const { person } = await browser.manage('POST', '/setup', {
      setup: { ...first, code: code?.toLowerCase().replaceAll('-', ' ') },
    });
    expect(person.roles).toEqual([{ site_id: null, role: 'owner', site_name: null }]);
    await browser.manage('POST', '/sites', { site: { name: 'Mine', url: 'https://mine.example' } });
    expect((await browser.manage('GET', '/setup')).setup).toEqual({
      is_open: false,
      has_demo: false,
      has_people: true,
    });
    expect(await codeOf(fresh)).toBeNull();
    await browserOf(fresh).manage('POST', '/setup', { setup: { ...first, email: 'b@example.com', code } }, 409);
  });

  it('whose answer was lost is answered again, for ten minutes, to the person who sent it', async () => {
    const fresh = await testApp();
    const setup = { ...first, code: await codeOf(fresh) };
    const send = (change: object = {}) =>
      browserOf(fresh).request('POST', '/v1/manage/setup', { setup: { ...setup, ...change } });
    // A retry while the first request is still under way, and one afterwards.
    const replies = [...(await Promise.all([send(), send()])), await send()];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.person.id)).size).toBe(1);
    expect(new Set(replies.map(({ headers }) => headers.getSetCookie()[0])).size).toBe(3);
    expect((await send({ password: 'nine other herring boats' })).status).toBe(409);
    expect((await send({ email: 'other@example.com' })).status).toBe(409);
    await fresh.pool.query(`update person set created_at = now() - interval '11 minutes'`);
    expect((await send()).status).toBe(409);
    expect((await fresh.pool.query('select count(*)::int as n from person')).rows[0].n).toBe(1);
  });

  it('raced by many is won by exactly one', async () => {
    const fresh = await testApp();
    const code = await codeOf(fresh);
    const second = await testApp({}, { database: fresh.database });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        browserOf(n % 2 ? fresh : second).request('POST', '/v1/manage/setup', {
          setup: { ...first, email: `racer${n}@example.com`, code },
        }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await fresh.pool.query('select count(*)::int as n from person')).rows[0].n).toBe(1);
    // Their codes were right.
    expect((await fresh.pool.query('select count(*)::int as n from sign_in_attempt')).rows[0].n).toBe(0);
  });

  it('stays open for an installation with only demo people', async () => {
    const fresh = await testApp();
    await addPerson(fresh, roles('owner', null));
    await fresh.pool.query('update person set is_demo = true');
    await fresh.pool.query('delete from setup');
    expect((await fresh.get('/v1/manage/setup')).body.setup.is_open).toBe(true);
    expect(await codeOf(fresh)).not.toBeNull();
  });

  it('stays open until a person outside the demo owns all sites, also after colleagues were invited', async () => {
    const fresh = await testApp();
    const at = await fresh.site();
    const code = await codeOf(fresh);
    const demo = await signedIn(fresh, roles('owner', at));
    await fresh.pool.query('update person set is_demo = true');
    const { invitation } = await demo.manage('POST', '/invitations', {
      invitation: { email: 'colleague@example.com', roles: roles('owner', at) },
    });
    const acceptance = { name: 'Colleague', password: NEXT };
    await browserOf(fresh).manage('POST', `/invitations/${invitation.token}/acceptance`, { acceptance });
    const { id } = await addPerson(fresh, roles('editor', at));
    const isOpen = async () => (await fresh.get('/v1/manage/setup')).body.setup.is_open;
    expect([await isOpen(), await codeOf(fresh)]).toEqual([true, code]);
    await fresh.pool.query('delete from person where is_demo');
    expect([await isOpen(), await codeOf(fresh)]).toEqual([true, code]);
    // Every way to become an owner of all sites closes it.
    await fresh.manage('PATCH', `/people/${id}`, { person: { roles: roles('owner', null) } });
    expect([await isOpen(), await codeOf(fresh)]).toEqual([false, null]);
    expect((await fresh.pool.query('select from setup')).rows).toEqual([]);
    await browserOf(fresh).manage('POST', '/setup', { setup: { ...first, code } }, 409);
  });

  it('counts wrong codes against the network', async () => {
    const fresh = await testApp();
    await codeOf(fresh);
    const attempt = () =>
      browserOf(fresh).request('POST', '/v1/manage/setup', { setup: { ...first, code: 'AAAA-BBBB-CCCC' } });
    for (let n = 0; n < 10; n++) expect((await attempt()).status).toBe(403);
    expect((await attempt()).status).toBe(429);
  });
});

describe('an invitation', () => {
  const invite = async (by: Browser, body: object) =>
    (await by.manage('POST', '/invitations', { invitation: body })).invitation;
  const accept = (token: string, body: object = { name: 'New', password: NEXT }) =>
    browserOf(app).request('POST', `/v1/manage/invitations/${token}/acceptance`, { acceptance: body });

  it('is shown once, accepted once, and signs in', async () => {
    const { token, id } = await invite(boss, { email: 'Nora@Example.com', roles: roles('author') });
    expect((await boss.manage('GET', '/invitations')).invitations[0]).not.toHaveProperty('token');
    const { rows } = await app.pool.query(
      "select invitation::text || encode(token_hash, 'escape') as stored from invitation",
    );
    expect(rows.some(({ stored }) => stored.includes(token))).toBe(false);
    const browser = browserOf(app);
    const open = await browser.manage('GET', `/invitations/${token}/acceptance`);
    expect(open.invitation).toMatchObject({ email: 'nora@example.com', roles: roles('author'), has_account: false });
    const { person } = await browser.manage('POST', `/invitations/${token}/acceptance`, {
      acceptance: { name: 'Nora', password: NEXT },
    });
    expect(person).toMatchObject({ name: 'Nora', email: 'nora@example.com' });
    expect(await status(browser)).toBe(200);
    expect((await accept(token)).status).toBe(404);
    expect(app.log.join()).not.toContain(token);
    expect((await boss.manage('GET', '/invitations')).invitations.map((row: { id: number }) => row.id)).not.toContain(
      id,
    );
  });

  it('accepted by several at once adds one person', async () => {
    const { token } = await invite(boss, { email: 'race@example.com', roles: roles('editor') });
    const replies = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const found = await app.pool.query("select count(*)::int as n from person where email = 'race@example.com'");
    expect(found.rows[0].n).toBe(1);
  });

  it('adds roles to an existing person, who sends the current password', async () => {
    const known = await signedIn(app, roles('author', other));
    const { token } = await invite(boss, { email: known.email, roles: roles('editor') });
    expect((await accept(token, { name: 'Thief', password: NEXT })).status).toBe(401);
    const reply = await accept(token, { password: PASSWORD });
    expect([reply.status, reply.body.person.id]).toEqual([201, known.id]);
    expect(reply.body.person.roles).toHaveLength(2);
    expect(await status(known)).toBe(401);
  });

  it('gives neither who made it nor who has its link anything of the account of an existing person', async () => {
    const maker = await signedIn(app, roles('owner'));
    const known = await signedIn(app, roles('owner', other));
    const before = await known.manage('GET', '/me');
    const { token } = await invite(maker, { email: known.email.toUpperCase(), roles: roles('author') });
    const attempts = [{}, { name: 'Thief' }, { name: 'Thief', password: NEXT }, { password: NEXT }];
    for (const body of attempts) {
      expect((await accept(token, body)).status, JSON.stringify(body)).toBe(401);
      const own = await maker.request('POST', `/v1/manage/invitations/${token}/acceptance`, { acceptance: body });
      expect([own.status, own.headers.getSetCookie()]).toEqual([401, []]);
    }
    const isRefused = async (status: number) => {
      await maker.manage('PATCH', `/people/${known.id}`, { person: { email: 'thief@example.com' } }, status);
      await maker.manage('POST', `/people/${known.id}/password-reset`, undefined, status);
      await maker.manage('DELETE', `/people/${known.id}`, undefined, status);
    };
    await isRefused(404);
    expect(await known.manage('GET', '/me')).toEqual(before);
    // Who has accepted is still out of reach: there are roles on another site.
    expect((await accept(token, { password: PASSWORD })).status).toBe(201);
    await isRefused(403);
  });

  it('is invalid when it expires, is revoked, or its creator loses the right or is removed', async () => {
    const made = async (by: Browser) => invite(by, { email: 'late@example.com', roles: roles('editor') });
    const expired = await made(boss);
    await app.pool.query("update invitation set expires_at = now() - interval '1 s' where id = $1", [expired.id]);
    expect((await accept(expired.token)).status).toBe(404);
    const revoked = await made(boss);
    await boss.manage('DELETE', `/invitations/${revoked.id}`);
    expect((await accept(revoked.token)).status).toBe(404);
    const owner = await signedIn(app, roles('owner'));
    const demoted = await made(owner);
    await boss.manage('PATCH', `/people/${owner.id}`, { person: { roles: roles('editor') } });
    expect((await accept(demoted.token)).status).toBe(410);
    const leaving = await signedIn(app, roles('owner'));
    const orphaned = await made(leaving);
    await boss.manage('DELETE', `/people/${leaving.id}`);
    expect((await accept(orphaned.token)).status).toBe(404);
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['admin'] } });
    const keyed = await app.request('POST', '/v1/manage/invitations', {
      token: api_key.key,
      body: { invitation: { email: 'late@example.com', roles: roles('editor') } },
    });
    await app.manage('DELETE', `/api-keys/${api_key.id}`);
    expect((await accept(keyed.body.invitation.token)).status).toBe(404);
  });

  it('ends when an owner of its sites changes the roles of the person, and with the rights of a key', async () => {
    const person = await addPerson(app, roles('editor'));
    const here = await invite(boss, { email: person.email, roles: roles('owner') });
    const there = await invite(boss, { email: person.email, roles: roles('analyst', other) });
    const owner = await signedIn(app, roles('owner'));
    await owner.manage('PATCH', `/people/${person.id}`, { person: { roles: roles('author') } });
    expect((await accept(here.token, { password: PASSWORD })).status).toBe(404);
    expect((await accept(there.token, { password: PASSWORD })).status).toBe(201);
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['admin'] } });
    const keyed = await app.request('POST', '/v1/manage/invitations', {
      token: api_key.key,
      body: { invitation: { email: 'keyed@example.com', roles: roles('editor') } },
    });
    await app.pool.query("update api_key set expires_at = now() - interval '1 s' where id = $1", [api_key.id]);
    expect((await accept(keyed.body.invitation.token)).status).toBe(410);
  });

  it('gives roles only on sites that its creator owns', async () => {
    const owner = await signedIn(app, roles('owner'));
    for (const given of [
      roles('analyst', other),
      roles('analyst', null),
      [...roles('editor'), ...roles('editor', other)],
    ])
      await owner.manage('POST', '/invitations', { invitation: { email: 'x@example.com', roles: given } }, 403);
    await owner.manage('POST', '/invitations', { invitation: { email: 'x@example.com', roles: roles('owner') } });
    await boss.manage(
      'POST',
      '/invitations',
      { invitation: { email: 'x@example.com', roles: roles('editor', 987_654) } },
      422,
    );
    const everywhere = await invite(boss, { email: 'x@example.com', roles: roles('analyst', null) });
    await owner.manage('DELETE', `/invitations/${everywhere.id}`, undefined, 404);
  });
});

describe('people', () => {
  it('are listed to owners with the roles on their sites', async () => {
    const owner = await signedIn(app, roles('owner'));
    const both = await addPerson(app, [...roles('editor'), ...roles('author', other)]);
    const elsewhere = await addPerson(app, roles('editor', other));
    const { people } = await owner.manage('GET', '/people?count=100');
    const listed = new Map(people.map((row: { id: number; roles: object }) => [row.id, row.roles]));
    expect(listed.get(both.id)).toEqual(roles('editor'));
    expect(listed.has(elsewhere.id)).toBe(false);
    await owner.manage('GET', `/people/${elsewhere.id}`, undefined, 404);
    expect((await boss.manage('GET', `/people/${both.id}`)).person.roles).toHaveLength(2);
    expect(JSON.stringify(people)).not.toContain('argon2');
  });

  it('with roles on other sites too are changed by an owner only in the role on the own site', async () => {
    const owner = await signedIn(app, roles('owner'));
    const both = await signedIn(app, [...roles('editor'), ...roles('author', other)]);
    const change = (person: object, expected: number) =>
      owner.manage('PATCH', `/people/${both.id}`, { person }, expected);
    await change({ name: 'Mine now' }, 403);
    await change({ email: 'mine@example.com' }, 403);
    await change({ roles: roles('owner', other) }, 403);
    await change({ roles: roles('owner', null) }, 403);
    await owner.manage('DELETE', `/people/${both.id}`, undefined, 403);
    await owner.manage('POST', `/people/${both.id}/password-reset`, {}, 403);
    await change({ roles: roles('analyst') }, 200);
    expect((await boss.manage('GET', `/people/${both.id}`)).person.roles).toEqual([
      ...roles('analyst'),
      ...roles('author', other),
    ]);
    await change({ roles: [] }, 200);
    expect((await boss.manage('GET', `/people/${both.id}`)).person.roles).toEqual(roles('author', other));
  });

  it('who own all sites cannot be changed by an owner of one', async () => {
    const owner = await signedIn(app, roles('owner'));
    const target = await addPerson(app, [...roles('owner', null), ...roles('editor')]);
    await owner.manage('POST', `/people/${target.id}/password-reset`, {}, 403);
    await owner.manage('DELETE', `/people/${target.id}`, undefined, 403);
    await owner.manage('PATCH', `/people/${target.id}`, { person: { roles: [] } });
    expect((await boss.manage('GET', `/people/${target.id}`)).person.roles).toEqual(roles('owner', null));
  });

  it('lose their sessions with a change of roles, except the one that made it', async () => {
    const person = await signedIn(app, roles('editor'));
    await boss.manage('PATCH', `/people/${person.id}`, { person: { roles: roles('editor'), name: 'Same roles' } });
    expect(await status(person)).toBe(200);
    await boss.manage('PATCH', `/people/${person.id}`, { person: { roles: roles('author') } });
    expect(await status(person)).toBe(401);
    const self = await signedIn(app, roles('owner', null));
    await self.manage('PATCH', `/people/${self.id}`, { person: { roles: roles('editor') } });
    expect(await status(self)).toBe(200);
    expect(await status(self, '/v1/manage/people')).toBe(403);
  });

  it('keep an owner of all sites, also when two leave at once', async () => {
    const fresh = await testApp();
    const pair = [await signedIn(fresh, roles('owner', null)), await signedIn(fresh, roles('owner', null))];
    const replies = await waitingFor(fresh, 'lock table person_role in exclusive mode', ['advisory', 'relation'], () =>
      Promise.all(pair.map((one) => one.request('PATCH', `/v1/manage/people/${one.id}`, { person: { roles: [] } }))),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const last = pair[replies.findIndex((reply) => reply.status === 409)] as Browser;
    await last.manage('DELETE', `/people/${last.id}`, undefined, 409);
    await fresh.manage('DELETE', `/people/${last.id}`, undefined, 409);
  });

  it('honour If-Match, and keep addresses apart', async () => {
    const { id } = await addPerson(app, []);
    await boss.manage('PATCH', `/people/${id}`, { person: { email: boss.email.toUpperCase() } }, 409);
    const change = (tag: string) =>
      boss.request('PATCH', `/v1/manage/people/${id}`, { person: { name: 'Z' } }, { headers: { 'if-match': tag } });
    expect((await change('"9"')).status).toBe(409);
    const reply = await change('"1"');
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"2"']);
  });

  it.each(['Ida\nHolm', 'Ida\r', 'Ida\u0000', 'Ida\u0085Holm', 'Ida\u2028Holm', '\u202eadI', ' '])(
    'have names of one line: not %j',
    async (name) => {
      const { id } = await addPerson(app, []);
      await boss.manage('PATCH', `/people/${id}`, { person: { name } }, 422);
      await boss.manage('PATCH', '/me', { person: { name } }, 422);
    },
  );

  it.each([
    'ida\u200b@example.com',
    'ida@exam\u00adple.com',
    'ida\u0007@example.com',
    'ida\u3164@example.com',
    'ida@example.com.',
    'ida@example.com．',
    'ida@example＠com',
    'ida¨@example.com',
  ])('have addresses without invisible characters and without a full stop at the end: not %j', async (email) => {
    const { id } = await addPerson(app, []);
    await boss.manage('PATCH', `/people/${id}`, { person: { email } }, 422);
    await boss.manage('POST', '/invitations', { invitation: { email, roles: roles('author') } }, 422);
  });

  it('have one address in every width and case', async () => {
    const { id, email } = await addPerson(app, []);
    const wide = email.replace('person', 'ＰＥＲＳＯＮ');
    await browserOf(app).manage('POST', '/sessions', { session: { email: wide, password: PASSWORD } });
    const another = await addPerson(app, []);
    await boss.manage('PATCH', `/people/${another.id}`, { person: { email: wide } }, 409);
    expect((await boss.manage('PATCH', `/people/${id}`, { person: { email: wide } })).person.email).toBe(email);
  });

  it('leave their articles', async () => {
    const editor = await signedIn(app, roles('editor'));
    const section = (await editor.manage('POST', `/sites/${site}/sections`, { section: { name: 'S' } })).section.id;
    const { article } = await editor.manage('POST', `/sites/${site}/articles`, {
      article: { title: 'T', section_id: section },
    });
    await boss.manage('DELETE', `/people/${editor.id}`);
    expect(await status(editor)).toBe(401);
    await app.manage('GET', `/sites/${site}/articles/${article.uid}`);
  });
});

describe('a password reset', () => {
  const reset = async (by: Browser, id: number) =>
    (await by.manage('POST', `/people/${id}/password-reset`)).password_reset;
  const accept = (token: string, password = NEXT) =>
    browserOf(app).request('POST', `/v1/manage/password-resets/${token}`, { password_reset: { password } });

  it('sets a new password once, ends all sessions and signs in', async () => {
    const person = await signedIn(app, roles('editor'));
    const { token } = await reset(boss, person.id);
    expect((await app.get(`/v1/manage/password-resets/${token}`)).body.password_reset.email).toBe(person.email);
    expect((await accept(token, 'password1234')).status).toBe(422);
    const replies = await Promise.all([accept(token), accept(token)]);
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(await status(person)).toBe(401);
    await browserOf(app).manage('POST', '/sessions', { session: { email: person.email, password: NEXT } });
    expect((await accept(token)).status).toBe(404);
  });

  it('is replaced by a later one, ends with a change of password, and with the right of its creator', async () => {
    const person = await signedIn(app, roles('editor'));
    const first = await reset(boss, person.id);
    const second = await reset(boss, person.id);
    expect((await accept(first.token)).status).toBe(404);
    await person.manage('PUT', '/me/password', { password_change: { current_password: PASSWORD, password: NEXT } });
    expect((await accept(second.token)).status).toBe(404);
    const owner = await signedIn(app, roles('owner'));
    const third = await reset(owner, person.id);
    await boss.manage('PATCH', `/people/${person.id}`, { person: { roles: roles('editor', null) } });
    expect((await accept(third.token)).status).toBe(404);
    const editor = await addPerson(app, roles('editor'));
    const fourth = await reset(owner, editor.id);
    await boss.manage('PATCH', `/people/${owner.id}`, { person: { roles: roles('editor') } });
    for (const reply of [await app.get(`/v1/manage/password-resets/${fourth.token}`), await accept(fourth.token)])
      expect([reply.status, reply.body.error]).toEqual([410, expect.stringContaining('link is no longer valid')]);
  });

  it('of a key ends with a change of roles, and with the rights of the key', async () => {
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['admin'], site_ids: [site] },
    });
    const byKey = async (id: number) => {
      const reply = await app.request('POST', `/v1/manage/people/${id}/password-reset`, { token: api_key.key });
      expect(reply.status).toBe(201);
      return reply.body.password_reset.token;
    };
    const promoted = await addPerson(app, roles('author'));
    const token = await byKey(promoted.id);
    await boss.manage('PATCH', `/people/${promoted.id}`, { person: { roles: roles('owner', null) } });
    expect((await accept(token)).status).toBe(404);
    const invited = await addPerson(app, roles('author'));
    const second = await byKey(invited.id);
    const { invitation } = await boss.manage('POST', '/invitations', {
      invitation: { email: invited.email, roles: roles('owner', null) },
    });
    await browserOf(app).manage('POST', `/invitations/${invitation.token}/acceptance`, {
      acceptance: { password: PASSWORD },
    });
    expect((await accept(second)).status).toBe(404);
    const moved = await addPerson(app, roles('author'));
    const third = await byKey(moved.id);
    await app.pool.query("insert into person_role (person_id, site_id, role) values ($1, $2, 'editor')", [
      moved.id,
      other,
    ]);
    expect((await accept(third)).status).toBe(410);
    const late = await byKey((await addPerson(app, roles('author'))).id);
    await app.pool.query("update api_key set expires_at = now() - interval '1 s' where id = $1", [api_key.id]);
    expect((await accept(late)).status).toBe(410);
  });

  it('accepted while the roles change is refused', async () => {
    const { id } = await addPerson(app, roles('author'));
    const { token } = await reset(await signedIn(app, roles('owner')), id);
    const reply = await waitingFor(
      app,
      `delete from password_reset where person_id = ${id}; select from person where id = ${id} for update`,
      ['transactionid'],
      () => accept(token),
    );
    expect(reply.status).toBe(404);
  });
});

it('hashes of passwords are argon2id with the parameters of the design', async () => {
  expect(await createPasswords().hash(NEXT)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
