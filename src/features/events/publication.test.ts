/** When events are served: from `published_at` on, by the timer of the queue, which raises the site's version. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANE_TABLES, type TestApp, testApp } from '../../../test/app.ts';
import { kysely } from '../../db/connect.ts';
import { openListener } from '../../db/listener.ts';
import { startWorker } from '../../jobs/worker.ts';
import { serveDueEvents } from './jobs.ts';

/** Far enough ahead that the test's earlier steps are done. */
const SOON_MS = 700;

let app: TestApp;
let site: number;
/** No worker runs unless a test starts one, as if the service were down. */
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  site = await app.site();
});

const soon = () => new Date(Date.now() + SOON_MS).toISOString();
const add = async (published_at: string | null): Promise<number> => {
  const event = { name: 'Event', start_date: '2026-01-01', published_at };
  return (await app.manage('POST', `/sites/${site}/events`, { event })).event.id;
};
const change = (id: number, event: object) => app.manage('PATCH', `/sites/${site}/events/${id}`, { event });
const status = async (id: number): Promise<number> => (await app.get(`/v1/sites/${site}/events/${id}`)).status;
const listed = async () =>
  (await app.get(`/v1/sites/${site}/events`)).body.events.map(({ id }: { id: number }) => id) as number[];
const version = async (): Promise<number> =>
  (await app.pool.query('select content_version from site where id = $1', [site])).rows[0].content_version;
const jobs = async (): Promise<Date[]> =>
  (
    await app.pool.query("select run_at from job where kind = 'events.publish' and payload->>'site_id' = $1", [
      String(site),
    ])
  ).rows.map(({ run_at }) => run_at);

async function whileWorking(work: () => Promise<void>): Promise<void> {
  const { pool } = app;
  const listener = openListener(pool);
  const worker = startWorker({
    db: kysely(pool),
    pool,
    listener,
    laneTables: LANE_TABLES,
    log: () => {},
    handlers: [serveDueEvents],
  });
  try {
    await work();
  } finally {
    await worker.stop();
    await listener.stop();
  }
}

describe('an event', () => {
  it('is served at once when its time has come, and never without one', async () => {
    const [past, never] = [await add('2020-01-01T00:00:00Z'), await add(null)];
    expect([await status(past), await status(never), await listed()]).toEqual([200, 404, [past]]);
    expect(await jobs()).toEqual([]);
  });

  it('of the future is served when it falls due, not before, and the version is raised with it', async () => {
    await whileWorking(async () => {
      const at = soon();
      const [id, later] = [await add(at), await add('2999-01-01T00:00:00Z')];
      const before = await version();
      const { rows } = await app.pool.query('select is_served, now() < $2 as early from event where id = $1', [id, at]);
      if (rows[0].early) expect(rows[0].is_served).toBe(false);
      await expect.poll(() => status(id)).toBe(200);
      const served = await app.pool.query('select now() >= $1::timestamptz as is_due', [at]);
      expect([served.rows[0].is_due, await version(), await status(later)]).toEqual([true, before + 1, 404]);
      expect(await listed()).toEqual([id]);
    });
  });

  it('that fell due during downtime is served once a worker runs', async () => {
    const at = soon();
    const id = await add(at);
    const isOver = async () => (await app.pool.query('select now() > $1::timestamptz as over', [at])).rows[0].over;
    await expect.poll(isOver).toBe(true);
    expect(await status(id)).toBe(404);
    await whileWorking(() => expect.poll(() => status(id)).toBe(200));
    expect(await jobs()).toEqual([]);
  });

  it('moves its timer with its time; clearing the time or deleting the event cancels it', async () => {
    const id = await add('2998-01-01T00:00:00Z');
    await change(id, { published_at: '2999-01-01T00:00:00Z' });
    expect(await jobs()).toEqual([new Date('2999-01-01T00:00:00Z')]);
    await change(id, { name: 'Renamed' });
    expect(await jobs()).toHaveLength(1);
    await change(id, { published_at: null });
    expect([await jobs(), await status(id)]).toEqual([[], 404]);
    await change(id, { published_at: '2999-01-01T00:00:00Z' });
    await change(id, { published_at: '2020-01-01T00:00:00Z' });
    expect([await jobs(), await status(id)]).toEqual([[], 200]);
    const before = await version();
    await change(id, { published_at: '2999-01-01T00:00:00Z' });
    expect([await status(id), await listed(), await version()]).toEqual([404, [], before + 1]);
    await app.manage('DELETE', `/sites/${site}/events/${id}`);
    expect(await jobs()).toEqual([]);
    await app.manage('DELETE', `/sites/${site}`);
  });
});
