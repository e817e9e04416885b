/** Reads on a replica are never older than what the process has acknowledged, however far behind it is, and need no replica that works. */
import { expect, it } from 'vitest';
import { ADMIN } from './app.ts';
import { debianPostgres, primaryServer } from './debian-postgres.ts';
import { dataFolder, type Service, startService } from './process.ts';

const POLL = { timeout: 60_000, interval: 50 };
const WRITES = 15;

async function ask({ url }: Service, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${ADMIN}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path} ${response.status} ${text.slice(0, 200)}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return response.headers.get('content-type')?.includes('json') && text ? (JSON.parse(text) as any) : text;
}

/** Who has answered reads so far. */
async function reads(service: Service): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = [...text.matchAll(/^masthead_replica_reads\{from="(\w+)"\} (\d+)/gm)];
  return Object.fromEntries(found.map(([, from, count]) => [from, Number(count)]));
}

it.skipIf(!debianPostgres)('reads on replicas (skipped without Debian’s PostgreSQL)', async () => {
  const primary = await primaryServer();
  const replica = await primary.replica();
  const service = await startService({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: replica.url,
    DATA_DIR: dataFolder(),
    CACHE_BYTES: '0',
    LOG_LEVEL: 'warn',
  });
  const manage = '/manage/sites/1';
  await ask(service, 'POST', '/manage/sites', { site: { id: 1, name: 'P', url: 'https://p.example' } });
  await ask(service, 'POST', `${manage}/sections`, { section: { id: 1, name: 'News' } });
  await ask(service, 'POST', '/manage/campaigns', { campaign: { id: 1, service_site_id: 1, name: 'C' } });
  const list = () => ask(service, 'GET', '/sites/1/articles?count=100&fields=id,title');

  /** Writes one after the other; each must be in the next read. */
  const writeAndRead = async (name: string) => {
    for (let n = 0; n < WRITES; n++) {
      const article = { title: `${name} ${n}`, section_id: 1, state: 'published' };
      const made = (await ask(service, 'POST', `${manage}/articles`, { article })).article;
      expect((await list()).articles[0].title).toBe(article.title);
      await ask(service, 'DELETE', `${manage}/articles/${made.uid}/publication`);
      expect((await list()).articles.map(({ id }: { id: number }) => id)).not.toContain(made.id);
      const id = `${name}-${n}`;
      const entries = [{ item_type: 'twitter', item_id: id, published_at: '2026-03-01T00:00:00Z' }];
      await ask(service, 'POST', '/manage/campaigns/1/entries', { entries });
      expect(JSON.stringify(await ask(service, 'GET', '/campaigns/1/entries?count=100'))).toContain(id);
    }
    const lines = (await ask(service, 'GET', '/campaigns/1/export')).trim().split('\n');
    expect(lines.filter((line: string) => line.includes(`${name}-`))).toHaveLength(WRITES);
  };

  await writeAndRead('near');
  await expect.poll(async () => list().then(() => reads(service)), POLL).toMatchObject({ replica: expect.any(Number) });
  const near = await reads(service);
  expect(near.replica, JSON.stringify(near)).toBeGreaterThan(0);

  // Half a minute behind.
  replica.set("recovery_min_apply_delay = '30s'");
  await writeAndRead('far');
  const far = await reads(service);
  expect(far.primary_behind).toBeGreaterThan(near.primary_behind ?? 0);
  expect(far.primary_failed).toBe(near.primary_failed);

  // Frozen, then gone: the primary answers.
  replica.signal('SIGSTOP');
  for (let n = 0; n < 10; n++) expect((await list()).articles).toBeDefined();
  replica.signal('SIGCONT');
  replica.signal('SIGKILL');
  await writeAndRead('gone');
  expect((await reads(service)).primary_failed).toBeGreaterThan(far.primary_failed ?? 0);
  expect(service.output()).toContain('does not answer');
  expect(service.output()).not.toContain('Writes fail');
  console.info(`reads near, far and in all: ${JSON.stringify([near, far, await reads(service)])}`);
});
