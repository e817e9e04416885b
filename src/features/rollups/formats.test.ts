/** Rows that another version packed differently are rejected wherever they are read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { createCaches } from '../../http/cache/caches.ts';
import { campaigns } from './testing/campaigns.ts';

let app: TestApp;
const { campaign, write, rebuild, differences, report } = campaigns(() => app);
beforeAll(async () => {
  app = await testApp({ caches: createCaches(0) });
});

const post = (item_id: string, at: string) => ({
  ...{ item_type: 'instagram', item_id, published_at: at, stat1: 1, stat2: 2, text: '#herring' },
  user: { user_id: item_id, followers: 10 },
});
const WHOLE = 'start_date=2026-02-01T00:00:00Z&end_date=2026-03-03T00:00:00Z';
const PART = 'start_date=2026-03-02T06:00:00Z&end_date=2026-03-02T18:00:00Z';

async function written(): Promise<number> {
  const id = await campaign();
  await write(id, [post('a', '2026-02-03T12:00:00Z'), post('b', '2026-03-02T12:00:00Z')]);
  await rebuild(id);
  return id;
}

describe('packed rows', () => {
  it.each([
    ['campaign_day', `campaign_report?${WHOLE}`],
    ['campaign_day', `hashtags?${PART}`],
    ['campaign_day', `timeseries?${PART}`],
    ['campaign_month', `campaign_report?${WHOLE}`],
    ['campaign_followers', `campaign_report?${WHOLE}`],
  ])('of another format in %s are not read for %s', async (table, path) => {
    const id = await written();
    const read = () => app.get(`/v1/campaigns/${id}/${path}`, { token: ADMIN });
    expect((await read()).status).toBe(200);
    await app.pool.query(`update ${table} set format = 2 where campaign_id = $1`, [id]);
    const { status, body } = await read();
    expect([status, body.error]).toEqual([503, expect.stringContaining('stored in format 2')]);
  });

  it('of another format are not changed by a write', async () => {
    const id = await written();
    await app.pool.query('update campaign_followers set format = 2 where campaign_id = $1', [id]);
    const entry = { ...post('c', '2026-03-02T13:00:00Z'), user: { user_id: 'a', followers: 11 } };
    const reply = await app.manage('POST', `/campaigns/${id}/entries`, { entries: [entry] }, 503);
    expect(reply.error).toContain('stored in format 2');
  });

  it('of another format are reported by the verification, and are right after a rebuild', async () => {
    const id = await written();
    const before = await report(id, WHOLE);
    await app.pool.query("update campaign_day set format = 2, stat1 = '', entries = '' where campaign_id = $1", [id]);
    expect(await differences(id)).toHaveLength(2);
    await app.pool.query(
      'insert into campaign_stale_day (campaign_id, network, day) select campaign_id, network, day from campaign_day where campaign_id = $1',
      [id],
    );
    expect(await report(id, WHOLE)).toEqual(before);
    await rebuild(id);
    expect(await differences(id)).toEqual([]);
    expect(await report(id, WHOLE)).toEqual(before);
  });
});
