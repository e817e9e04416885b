/** The service is killed while it reads a mailbox of a real server over TLS: each message becomes one article. */
import { expect, it } from 'vitest';
import { message } from '../../src/intake/testing/mail.ts';
import { testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { hasDovecot, startDovecot } from '../dovecot.ts';
import { dataFolder, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 4;
const WAITING = 30;

if (!hasDovecot)
  console.warn(
    'Mailboxes are not tested with a real server: dovecot-imapd or openssl is missing, or this is not root.',
  );

it.skipIf(!hasDovecot)(
  `neither loses nor doubles a message of a mailbox over ${KILLS} kills (seed ${seed})`,
  async () => {
    const random = randomNumbers(seed);
    const dovecot = await startDovecot();
    const app = await testApp();
    const env = {
      ...{ DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent' },
      ...{ WEBHOOK_ALLOW_PRIVATE: '1', NODE_EXTRA_CA_CERTS: dovecot.certificate },
    };
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
    const sent: string[] = [];
    const deliver = (count: number) => {
      for (let number = 0; number < count; number++) {
        const Subject = `Message ${sent.length}`;
        dovecot.deliver(message({ Subject }, `Words of ${Subject}.`));
        sent.push(Subject);
      }
    };
    let service: Service = await startService(env);
    const manage = async (method: string, path: string, body?: object) => {
      const headers = { authorization: 'Bearer admin-token-for-tests', 'content-type': 'application/json' };
      const reply = await fetch(`${service.url}/v1/manage/sites/${site}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return JSON.parse((await reply.text()) || '{}');
    };
    const place = { server: 'localhost', port: dovecot.port, security: 'tls', user: 'desk', password: 'secret' };
    const email = { way: 'imap', allow: [], unlisted: 'hold', ...place, after: 'move' };
    const { source } = await manage('POST', '/sources', {
      source: { kind: 'email', name: 'Desk', section_id: section.id, email },
    });
    const rows = async (sql: string) => (await app.pool.query(sql)).rows;
    const state = async () => (await rows('select failures, last_error, last_success_at, cursor from source'))[0];
    // A host is claimed for a while after a kill, and otherwise polled every two minutes.
    const hurry = async () => {
      await rows("update source_host set busy_until = now() - interval '1 second'");
      await manage('POST', `/sources/${source.id}/poll`);
    };
    await expect.poll(async () => (await state()).last_success_at, { interval: 50 }).toBeTruthy();
    const known = async () => (await rows('select count(*)::int as total from inbound_message'))[0].total;
    for (let killed = 0; killed < KILLS; killed++) {
      if (killed === KILLS / 2) dovecot.renumber();
      const before = await known();
      deliver(WAITING);
      await hurry();
      await expect.poll(known, { interval: 5 }).toBeGreaterThan(before + Math.floor(random() * 20));
      kill(service.child.pid ?? 0, 'SIGKILL');
      await service.ended;
      service = await startService(env);
    }
    const titles = async () => (await rows('select title from article')).map(({ title }) => title).sort();
    const late = "select from job where kind = 'intake.poll' and run_at > now() + interval '5 seconds'";
    await expect
      .poll(
        async () => {
          const { length } = await titles();
          // The killed process has claimed the host for a while; the lane lets only one process read anyway.
          await rows("update source_host set busy_until = now() - interval '1 second'");
          if (length < sent.length && (await rows(late)).length > 0) await hurry();
          return length;
        },
        { interval: 500 },
      )
      .toBeGreaterThanOrEqual(sent.length);
    expect(await titles()).toEqual(sent.sort());
    expect(await rows("select from source_item where state <> 'held'")).toEqual([]);
    expect(await rows('select from failed_job')).toEqual([]);
    expect(await state()).toMatchObject({ failures: 0, last_error: null });
    console.log(`mailbox: seed ${seed}, ${KILLS} kills, ${sent.length} messages taken once, ${await known()} fetched`);
  },
);
