import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addPerson, PASSWORD } from '../../../test/people.ts';
import { kysely } from '../../db/connect.ts';
import { createSignInGate, knowNetworks, type SignInGate } from './gate.ts';
import { createPasswords } from './passwords.ts';

/** More than unknown networks may try at once. */
const MANY = 60;

describe('the gate', () => {
  const statuses = (gate: SignInGate, count: number, network = (n: number) => `203.0.113.${n}`) =>
    Array.from({ length: count }, (_, n) => {
      try {
        gate.admit(network(n), 'ida@example.com');
        return 200;
      } catch (error) {
        return (error as { status: number }).status;
      }
    });
  const admitted = (gate: SignInGate, count: number) => statuses(gate, count).filter((status) => status === 200).length;

  it('lets few unknown networks in at once, and then a few a second', () => {
    let now = 0;
    const gate = createSignInGate(() => now);
    expect([admitted(gate, MANY), gate.closedFor('198.51.100.1')]).toEqual([20, 2]);
    now += 1_000;
    expect([gate.closedFor('198.51.100.1'), admitted(gate, MANY)]).toEqual([null, 3]);
    now += 3_600_000;
    expect(admitted(gate, MANY)).toBe(20);
  });

  it('stays open for networks from which people have signed in', () => {
    const gate = createSignInGate(() => 0);
    gate.know('198.51.100.1');
    admitted(gate, MANY);
    expect([gate.closedFor('198.51.100.1'), gate.closedFor('198.51.100.2')]).toEqual([null, 2]);
    expect(statuses(gate, MANY, () => '198.51.100.1')).toEqual(Array(MANY).fill(200));
  });

  it('remembers who is over a limit, even where people have signed in', () => {
    const gate = createSignInGate(() => 0);
    gate.know('198.51.100.1');
    gate.note('198.51.100.1', 'ida@example.com', 900);
    expect(() => gate.admit('198.51.100.1', 'ida@example.com')).toThrow('900');
    expect(() => gate.admit('198.51.100.1', 'max@example.com')).not.toThrow();
    expect(gate.closedFor('198.51.100.1')).toBeNull();
    gate.note('198.51.100.1', null, 3_600);
    expect(gate.closedFor('198.51.100.1')).toBe(3_600);
  });
});

describe('a flood of attempts from many networks', () => {
  const home = '198.51.100.7';
  let app: TestApp;
  beforeAll(async () => {
    // With a clock that stands still, no more attempts are admitted.
    const passwords = { ...createPasswords(true, 60_000), gate: createSignInGate(() => 0) };
    app = await testApp({ passwords, trustProxy: ['127.0.0.1'] });
  });
  const attempt = (from: string, session: object, path = '/v1/manage/sessions') =>
    app.request('POST', path, { headers: { origin: app.url, 'x-forwarded-for': from }, body: { session } });
  const flood = async (path?: string) => {
    const wrong = { email: 'someone@example.com', password: 'wrong' };
    return Promise.all(Array.from({ length: MANY }, (_, n) => attempt(`203.0.113.${n}`, wrong, path)));
  };
  const numbered = async () =>
    (await app.pool.query(`select last_value from pg_sequences where sequencename = 'sign_in_attempt_id_seq'`)).rows;

  it('is refused in a sentence, without a query, and people get in where they have been before', async () => {
    const { email } = await addPerson(app, []);
    const signedIn = await attempt(home, { email, password: PASSWORD });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await app.get('/v1/manage/me', { headers: { cookie, 'x-forwarded-for': home } });
    await flood();
    const before = await numbered();
    const [reply] = await flood();
    expect([reply?.status, reply?.body]).toEqual([429, { error: 'Too many requests; try again in 2 s.' }]);
    expect(Object.fromEntries(reply?.headers ?? [])).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{16}-/),
    });
    expect(await numbered()).toEqual(before);
    expect((await attempt(home, { email, password: PASSWORD })).status).toBe(201);
    const { text } = await app.get('/metrics');
    expect(text).toMatch(
      /masthead_http_requests_total\{route="\/v1\/manage\/sessions",method="POST",status="429"\} \d+/,
    );
  });

  it.each(['/v1/manage/sessions/', '/v1/manage/sessions?x=1', '/v1/manage/%73essions'])(
    'goes through the same gate at %s',
    async (path) => {
      await flood();
      expect((await flood(path)).map(({ status }) => status)).toEqual(Array(MANY).fill(429));
    },
  );

  it('finds the networks of earlier sign-ins after a restart', async () => {
    const gate = createSignInGate(() => 0);
    await knowNetworks(kysely(app.pool), gate);
    for (let n = 0; n < MANY; n++) if (gate.closedFor('203.0.113.1') === null) gate.admit('203.0.113.1', `${n}`);
    expect([gate.closedFor(home), gate.closedFor('203.0.113.1')]).toEqual([null, 2]);
  });
});
