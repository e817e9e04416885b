/** Cached reads while PostgreSQL is frozen or killed under writes: none fails, none is older than an unpublish, none is stale afterwards. */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN } from './app.ts';
import { childrenOf, dataFolder, kill, postmaster, type Service, startService } from './process.ts';

const POLL = { timeout: 120_000, interval: 50 };
const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'error', DEMO: '0' };
let service: Service;

const ask = async (method: string, path: string, body?: object) =>
  fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const read = (path: string) => fetch(`${service.url}/v1/sites/1${path}`);
const publish = async (title: string) => {
  const response = await ask('POST', '/manage/sites/1/articles', {
    article: { title, section_id: 1, state: 'published' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return { status: response.status, article: ((await response.json()) as any).article };
};
const servers = () => {
  const main = postmaster(env.DATA_DIR) ?? 0;
  return [main, ...childrenOf(main)];
};
const signal = (name: NodeJS.Signals) => {
  for (const pid of servers()) kill(pid, name);
};

beforeAll(async () => {
  service = await startService(env);
  await ask('POST', '/manage/sites', { site: { id: 1, name: 'P', url: 'https://p.example' } });
  await ask('POST', '/manage/sites/1/sections', { section: { id: 1, name: 'News' } });
});

/** Writers and readers go on until `work` ends; every read must be 200. Returns what was acknowledged. */
async function underLoad(work: (hasWarning: () => boolean) => Promise<unknown>): Promise<string[]> {
  const acknowledged: string[] = [];
  const reads = new Set<number>();
  let [isDone, isWarned] = [false, false];
  const writer = async (n: number) => {
    for (let i = 0; !isDone; i++) {
      const { status, article } = await publish(`w${n} ${i}`).catch(() => ({ status: 0, article: null }));
      if (status === 201) acknowledged.push(article.title);
    }
  };
  const reader = async () => {
    while (!isDone) {
      const response = await read('/articles?count=50&fields=title');
      reads.add(response.status);
      isWarned = response.headers.get('warning') !== null;
      if (isWarned) expect(response.headers.get('age')).toMatch(/^\d+$/);
      await response.text();
    }
  };
  const going = [writer(1), writer(2), reader(), reader()];
  await work(() => isWarned).finally(() => {
    isDone = true;
  });
  await Promise.all(going);
  expect([...reads]).toEqual([200]);
  return acknowledged;
}

const titles = async () => {
  const response = await read('/articles?count=50&fields=title');
  expect([response.status, response.headers.get('warning')]).toEqual([200, null]);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return ((await response.json()) as any).articles.map(({ title }: { title: string }) => title) as string[];
};

it.each<[string, NodeJS.Signals, NodeJS.Signals | null]>([
  ['frozen', 'SIGSTOP', 'SIGCONT'],
  ['killed', 'SIGKILL', null],
])('go on while it is %s, marked as stale', async (_, stop, resume) => {
  await publish('first');
  await (await read('/articles?count=50&fields=title')).text();
  const acknowledged = await underLoad(async (hasWarning) => {
    signal(stop);
    if (resume) {
      await expect.poll(hasWarning, POLL).toBe(true);
      // A load balancer that asks the second keeps the process, which serves what it has cached.
      const ready = ['/readyz', '/readyz?exclude=database'].map((path) => fetch(service.url + path));
      expect((await Promise.all(ready)).map(({ status }) => status)).toEqual([503, 200]);
    }
    if (resume) signal(resume);
    // Writes work again.
    await expect.poll(async () => (await publish('after')).status, POLL).toBe(201);
  });
  await expect
    .poll(async () => (await read('/articles?count=50&fields=title')).headers.get('warning'), POLL)
    .toBe(null);
  const now = await titles();
  for (const title of acknowledged.slice(-40)) expect(now).toContain(title);
});

it('are 503 rather than older than an unpublish', async () => {
  const { article } = await publish('secret');
  const paths = ['/articles?count=50&fields=title', `/articles/${article.id}`];
  for (const path of paths) expect((await read(path)).status).toBe(200);
  expect((await ask('DELETE', `/manage/sites/1/articles/${article.uid}/publication`)).ok).toBe(true);
  signal('SIGSTOP');
  try {
    const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(statuses).toEqual([503, 503]);
    await expect.poll(async () => (await read('/sections')).status, POLL).toBe(503);
    expect((await read(paths[0] ?? '')).status).toBe(503);
  } finally {
    signal('SIGCONT');
  }
  const fresh = async () => {
    const { status, headers } = await read(paths[0] ?? '');
    return [status, headers.get('warning')];
  };
  await expect.poll(fresh, POLL).toEqual([200, null]);
  expect(await titles()).not.toContain('secret');
  expect((await read(paths[1] ?? '')).status).toBe(404);
});
