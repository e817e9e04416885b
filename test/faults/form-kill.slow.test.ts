/** The service is killed while readers send forms, and send again until they get a receipt: each becomes one article. */
import { expect, it } from 'vitest';
import { type Challenge, hashOf } from '../../src/core/intake/challenge.ts';
import { newForm } from '../../src/intake/testing/forms.ts';
import { testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, freePort, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 8;
const READERS = 3;

it(`neither loses nor doubles a submission over ${KILLS} kills (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const app = await testApp();
  const PORT = String(await freePort());
  const env = { DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', PORT };
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { api } = await newForm(app, site, section.id, { approval: 'auto' });
  let service: Service = await startService(env);
  const receipts = new Map<string, Set<string>>();
  let isOver = false;

  /** The answer, or null if there was none. */
  const post = async (path: string, body?: unknown) => {
    try {
      const response = await fetch(`${service.url}${api}${path}`, {
        method: 'POST',
        headers: { origin: service.url, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const answer = (await response.json()) as { challenge: string; receipt: { token: string } };
      return response.status === 201 ? answer : null;
    } catch {
      return null;
    }
  };
  const until = async <T>(work: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const made = await work();
      if (made !== null) return made;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  };
  const solved = (challenge: string) => {
    const payload = Buffer.from(challenge.split('.')[0] ?? '', 'base64url').toString();
    const { salt, hash, max } = JSON.parse(payload) as Challenge;
    for (let number = 0; number < max; number++) if (hashOf(salt, number) === hash) return `${challenge}.${number}`;
    throw new Error('The challenge has no solution.');
  };
  /** Tests do not wait out the limits of a network. */
  const forgetNetworks = () => app.pool.query('update form_submission set network_hash = null');

  async function reader(name: string): Promise<void> {
    for (let number = 0; !isOver; number++) {
      await forgetNetworks();
      const solution = solved((await until(() => post('/challenge'))).challenge);
      const text = `Submission ${name}-${number}`;
      const body = { solution, text, name: '', email: '', consents: [true, false], files: [] };
      // Refused until the challenge is three seconds old. Every submission is sent twice.
      for (let time = 0; time < 2; time++) {
        const { receipt } = await until(() => post('/submissions', body));
        receipts.set(text, (receipts.get(text) ?? new Set()).add(receipt.token));
      }
    }
  }

  const readers = Array.from({ length: READERS }, (_, n) => reader(`r${n}`));
  for (let killed = 0; killed < KILLS; killed++) {
    const before = receipts.size;
    await expect.poll(() => receipts.size, { interval: 5 }).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, random() * 100));
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
    service = await startService(env);
  }
  isOver = true;
  await Promise.all(readers);
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  const expected = [...receipts.keys()].sort();
  expect([...receipts.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect((await rows('select title from article')).map(({ title }) => title).sort()).toEqual(expected);
  expect((await rows('select from form_submission')).length).toBe(expected.length);
  expect(await rows("select from source_item where state <> 'published'")).toEqual([]);
  console.log(`forms: seed ${seed}, ${KILLS} kills, ${expected.length} submissions taken once`);
});
