/** Backups that the service makes by itself, their copies in a bucket, and what was erased after one was made. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ADMIN } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { dataFolder, masthead, type Service, startService } from '../../test/process.ts';
import { startS3 } from '../../test/s3/start.ts';

const POLL = { timeout: 400_000, interval: 200 };

async function ask(at: Service, method: string, path: string, body?: unknown, token = ADMIN) {
  const response = await fetch(`${at.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return (await response.json()) as any;
}

/** A site whose partner has sent two articles. */
async function partnerSite(service: Service): Promise<{ items: { id: number; article_uid: string }[] }> {
  await ask(service, 'POST', '/manage/sites', { site: { id: 1, name: 'Posten', url: 'https://p.example' } });
  const { section } = await ask(service, 'POST', '/manage/sites/1/sections', { section: { name: 'News' } });
  const { source } = await ask(service, 'POST', '/manage/sites/1/sources', {
    source: { kind: 'guest_api', name: 'Partner', section_id: section.id },
  });
  const { api_key } = await ask(service, 'POST', '/manage/api-keys', {
    api_key: { name: 'Partner', scopes: ['guest:write'], site_ids: [1], source_id: source.id },
  });
  for (const [external_id, author] of [
    ['one', 'Ida Holm'],
    ['two', 'Per Berg'],
  ])
    await ask(
      ...([service, 'POST', '/guest/articles', { article: { external_id, author, title: `By ${author}` } }] as const),
      api_key.key,
    );
  return { items: (await ask(service, 'GET', '/manage/sites/1/source-items')).source_items };
}

const states = async (service: Service): Promise<string[]> =>
  (await ask(service, 'GET', '/manage/sites/1/source-items')).source_items.map(({ state }: { state: string }) => state);

const stopped = async (service: Service) => {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
};

it('are made, verified, copied to a bucket and thinned out, and a restore erases what was erased since', async () => {
  const s3 = await startS3();
  atFileEnd(async () => s3.stop());
  const { url, key, secret, region } = s3.options;
  const place = 's3://media/some/backups';
  const env = {
    ...{ DATA_DIR: dataFolder(), LOG_LEVEL: 'warn', DEMO: '0', MEDIA_STORAGE: 'disk' },
    ...{ S3_URL: url, S3_KEY: key, S3_SECRET: secret, S3_REGION: region },
    ...{ BACKUP_EVERY: '1s', BACKUP_KEEP: '1d,0w', BACKUP_TO: place },
  };
  const run = async (args: string[], more: Record<string, string> = {}) => {
    const { code, out, err } = await masthead(args, { ...env, BACKUP_EVERY: '0', ...more });
    expect(code, out + err).toBe(0);
    return out;
  };
  const folder = join(env.DATA_DIR, 'backups');
  const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}-/.test(name)) : []);
  const service = await startService(env);
  const { items } = await partnerSite(service);
  expect(items).toHaveLength(2);
  await expect.poll(names, POLL).not.toEqual([]);
  const [first = ''] = names();
  await expect
    .poll(async () => (await (await fetch(`${service.url}/metrics`)).text()).match(/what="verified"} (\d+)/)?.[1], POLL)
    .not.toBe('0');
  await stopped(service);
  await run(['backup', 'run'], { BACKUP_EVERY: '1d' });
  // Thinned out: of one day only the newest remains.
  expect(names()).toHaveLength(1);
  expect(names()).not.toContain(first);
  expect(JSON.parse(readFileSync(join(folder, names()[0] ?? '', 'check.json'), 'utf8')).fault).toBe(null);
  expect((await run(['backup', 'list', place])).trim().split('\n')).toEqual([
    expect.stringContaining('BACKUP'),
    expect.stringMatching(new RegExp(`^${names()[0]} .* yes$`)),
  ]);
  const kept = `${place}/${names()[0]}`;
  expect(await run(['backup', 'verify', kept])).toContain('is good');

  // One item and one person are erased after the last backup; the log in the folder and in the bucket says so.
  const again = await startService({ ...env, BACKUP_EVERY: '1d', BACKUP_TO: folder });
  await ask(again, 'POST', '/manage/sites/1/erasures', { erasure: { item_id: items[0]?.id } });
  await ask(again, 'POST', '/manage/sites/1/erasures', { erasure: { person: items[1] ? 'Ida Holm' : '' } });
  const log = () => readFileSync(join(folder, 'erasures.ndjson'), 'utf8');
  await expect.poll(() => states(again), POLL).toEqual(['erased', 'erased']);
  await stopped(again);
  expect(log().match(/"item"/g)).toHaveLength(2);
  await run(['backup', place]);

  const other = { DATA_DIR: join(dataFolder(), 'new') };
  const words = await run(['restore', kept], other);
  expect(words).toContain('The erasure log names 2 item(s) of it');
  expect(readFileSync(join(other.DATA_DIR, 'backups', 'erasures.ndjson'), 'utf8').match(/"item"/g)).toHaveLength(2);
  const restored = await startService({ ...env, ...other, BACKUP_EVERY: '0' });
  await expect.poll(() => states(restored), POLL).toEqual(['erased', 'erased']);
  await stopped(restored);

  // A backup that was found bad, and none for two intervals, are problems.
  const doctor = async (more: Record<string, string>) => masthead(['doctor'], { ...env, BACKUP_TO: folder, ...more });
  const newest = names().sort().at(-1) ?? '';
  writeFileSync(join(folder, newest, 'check.json'), '{"at":"2026-01-01T00:00:00Z","fault":"A page is damaged."}');
  expect((await doctor({})).out).toContain('is not good: A page is damaged.');
  writeFileSync(join(folder, newest, 'check.json'), '{"at":"2026-01-01T00:00:00Z","fault":null}');
  expect((await doctor({})).out).toContain('older than two intervals');
  expect((await doctor({ BACKUP_EVERY: '1d' })).out).toContain('the newest is');
});
