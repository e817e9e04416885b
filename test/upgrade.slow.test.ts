/** The release before fills a database with its own program; this one starts on it and serves the same. */
import { expect, it } from 'vitest';
import { ADMIN } from './app.ts';
import { programOf } from './former-program.ts';
import { dataFolder, freePort, launch, type Service, startService } from './process.ts';
import { releaseBefore } from './release-before.ts';

const release = releaseBefore();
if (!release)
  process.stderr.write('Skipped: the upgrade from the release before, because this clone has no history.\n');

async function stopped({ child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

const headers = { Authorization: `Bearer ${ADMIN}`, 'Content-Type': 'application/json' };

async function send(url: string, method: string, path: string, body: object): Promise<void> {
  const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  expect(reply.ok, `${method} ${path}: ${await reply.text()}`).toBe(true);
}

/** A position in a list, whose form is the release's own. */
const CURSOR = /&after=[\w-]+/g;
/** Cursors of the change feed since got the time of their change. */
const FEED_CURSOR = /("cursor":"\d+\.\d+)\.\d+"/g;

/** What readers, editors and analysts get. */
async function everyRead(url: string): Promise<Record<string, unknown>> {
  // biome-ignore lint/suspicious/noExplicitAny: whatever comes is compared
  const read = async (path: string): Promise<any> =>
    JSON.parse((await (await fetch(url + path, { headers })).text()).replace(CURSOR, '').replace(FEED_CURSOR, '$1"'));
  const { sites } = await read('/v1/manage/sites');
  const { campaigns } = await read('/v1/manage/campaigns');
  const ofSite = [
    '',
    '/articles?count=50',
    '/sections',
    '/authors',
    '/pages',
    '/issues',
    '/events',
    '/likes',
    '/search?q=a',
  ];
  const managed = ['/articles?count=50', '/webhooks', '/webhooks/1/deliveries', '/changes?count=100'];
  const ofCampaign = [
    '/campaign_report',
    '/entries?count=20',
    '/users?count=20',
    '/timeseries',
    '/hashtags',
    '/networks',
  ];
  const paths = [
    ...sites.flatMap(({ id }: { id: number }) => [
      ...ofSite.map((path) => `/v1/sites/${id}${path}`),
      ...managed.map((path) => `/v1/manage/sites/${id}${path}`),
    ]),
    ...campaigns.flatMap(({ id }: { id: number }) => ofCampaign.map((path) => `/v1/campaigns/${id}${path}`)),
  ];
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = await read(path);
  return answers;
}

it.skipIf(!release)('keeps all data of the release before (skipped without history)', async () => {
  const former = programOf(release ?? '');
  const env = {
    DATA_DIR: dataFolder(),
    DEMO: '1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_PRIVATE: '1',
  };
  const old = await startService(env, former);
  const { sites } = (await (await fetch(`${old.url}/v1/manage/sites`, { headers })).json()) as {
    sites: { id: number }[];
  };
  const site = `/v1/manage/sites/${sites[0]?.id}`;
  await send(old.url, 'POST', `${site}/webhooks`, { webhook: { url: 'http://127.0.0.1:9/', active: false } });
  // Its delivery waits for the paused webhook.
  const article = { section_id: 1, title: 'Waits', state: 'published' };
  await send(old.url, 'POST', `${site}/articles`, { article });
  const before = await everyRead(old.url);
  await stopped(old);

  const now = await startService(env);
  // A release may add fields.
  expect(await everyRead(now.url)).toMatchObject(before);
  // A reader of the feed goes on with the cursor of the release before.
  const { cursor } = before[`${site}/changes?count=100`] as { cursor: string };
  expect((await fetch(`${now.url}${site}/changes?cursor=${cursor}`, { headers })).status).toBe(200);
  await send(now.url, 'POST', `${site}/sections`, { section: { name: 'Written after the upgrade' } });
  await stopped(now);

  const again = launch(['start'], env, former);
  expect(await again.ended).toMatchObject({ code: 69, err: expect.stringContaining('written by a newer one') });
});
