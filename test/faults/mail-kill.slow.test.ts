/** The service is killed while other servers send mail, and send again until they read 250: each message becomes one article. */
import { expect, it } from 'vitest';
import { message, newMailSource, send } from '../../src/intake/testing/mail.ts';
import { testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, freePort, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 10;
const SERVERS = 3;

it(`neither loses nor doubles a message over ${KILLS} kills (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const app = await testApp({}, { mailDomain: 'in.example' });
  const smtpPort = await freePort();
  const env = {
    ...{ DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent' },
    ...{ MAIL_DOMAIN: 'in.example', SMTP_PORT: String(smtpPort) },
  };
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const { address } = await newMailSource(app, site, section.id);
  let service: Service = await startService(env);
  const accepted: string[] = [];
  let isOver = false;

  async function server(name: string): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const Subject = `Message ${name}-${number}`;
      const raw = message({ Subject }, `Words of ${name}-${number}.`);
      for (;;) {
        const reply = await send(smtpPort, { to: address, raw }).catch(() => 'refused');
        if (reply.startsWith('250')) break;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      accepted.push(Subject);
    }
  }

  const servers = Array.from({ length: SERVERS }, (_, n) => server(`s${n}`));
  for (let killed = 0; killed < KILLS; killed++) {
    const before = accepted.length;
    await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(before + 1);
    await new Promise((resolve) => setTimeout(resolve, random() * 200));
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
    service = await startService(env);
  }
  isOver = true;
  await Promise.all(servers);
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  await expect.poll(() => rows("select from inbound_message where state = 'new'"), { interval: 100 }).toEqual([]);
  expect((await rows('select title from article')).map(({ title }) => title).sort()).toEqual(accepted.sort());
  expect(await rows("select from source_item where state <> 'held'")).toEqual([]);
  expect(await rows('select from failed_job')).toEqual([]);
  const stored = (await rows('select count(*)::int as total from inbound_message'))[0].total;
  console.log(`mail: seed ${seed}, ${KILLS} kills, ${accepted.length} messages taken once, ${stored} stored`);
});
