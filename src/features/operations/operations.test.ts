/** The figures of the installation, and what of them is a problem. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/people.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
});

const operations = async () => (await app.manage('GET', '/operations')).operations;
const codes = async () => (await operations()).problems.map(({ code }: { code: string }) => code);

it('has versions, sizes and times, and no problems when nothing is wrong', async () => {
  const found = await operations();
  expect(found).toMatchObject({
    version: '0.0.0-test',
    node: process.versions.node,
    postgresql: expect.stringMatching(/^\d+\.\d+/),
    jobs: { waiting: expect.any(Number), failed: 0 },
    backups: { is_scheduled: false, newest_at: null, newest_verified_at: null },
    problems: [],
  });
  expect(found.database_bytes).toBeGreaterThan(1_000_000);
  expect(found.disk.total_bytes).toBeGreaterThan(found.disk.free_bytes);
  expect(Date.parse(found.started_at)).toBeLessThan(Date.now());
});

it('names failed jobs, late ones, and receivers that fail or were paused', async () => {
  await app.pool.query(`insert into failed_job (kind, key, id, payload, tries, last_error, created_at)
    values ('x', '', 1, '{}', 10, 'x', now())`);
  await app.pool.query("insert into job_lane (kind, key, next_at) values ('x', '', now() - interval '2 minutes')");
  for (const name of ['gone', 'failing'])
    await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: `https://${name}.example` } });
  await app.pool.query(`update webhook set active = false, pause_reason = 'gone', paused_at = now()
    where url = 'https://gone.example'`);
  await app.pool.query("update webhook set probe_at = now() where url = 'https://failing.example'");
  expect(await codes()).toEqual(['jobs_late', 'jobs_failed', 'receivers_failing', 'receivers_paused']);
  const { jobs, deliveries } = await operations();
  expect(jobs).toMatchObject({ failed: 1 });
  expect(jobs.late_seconds).toBeGreaterThanOrEqual(120);
  expect(deliveries).toMatchObject({ failing: 1, paused: 1 });
});

it('is for owners of all sites', async () => {
  const statusFor = async (roles: Parameters<typeof signedIn>[1]) =>
    (await (await signedIn(app, roles)).request('GET', '/v1/manage/operations')).status;
  expect(await statusFor([{ site_id: null, role: 'owner' }])).toBe(200);
  expect(await statusFor([{ site_id: site, role: 'owner' }])).toBe(403);
  expect(await statusFor([{ site_id: null, role: 'editor' }])).toBe(403);
});
