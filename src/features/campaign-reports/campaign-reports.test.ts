import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
});

const campaign = async (): Promise<number> =>
  (await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } })).campaign.id;
const write = (id: number, entries: object[]) => app.manage('POST', `/campaigns/${id}/entries`, { entries }, 200);
const report = async (id: number, query = '') =>
  (await app.get(`/v1/campaigns/${id}/campaign_report?${query}`, { token: ADMIN })).body.campaign_report;

describe('the worked example', () => {
  it('has the figures that the definitions describe', async () => {
    const id = await campaign();
    const post = (item_id: string, day: string, user: object, stat1: number, stat2: number, stat3: number) => ({
      item_type: 'twitter',
      item_id,
      published_at: `${day}T12:00:00Z`,
      user,
      stat1,
      stat2,
      stat3,
    });
    const [a, b, c] = [{ user_id: 'a', followers: 100 }, { user_id: 'b', followers: 50 }, { user_id: 'c' }];
    await write(id, [
      post('0', '2026-02-01', a, 7, 7, 7),
      post('1', '2026-03-01', a, 0, 0, 0),
      post('2', '2026-03-02', a, 1, 0, 3),
      post('3', '2026-03-03', b, 4, 2, 0),
      post('4', '2026-03-31', c, 10, 1, 1),
    ]);
    const figures = await report(id, 'start_date=2026-03-01&end_date=2026-04-01');
    expect(figures).toMatchObject({
      id: String(id),
      entries: 4,
      contributors: 3,
      new_contributors: 2,
      engagement: 22,
      potential_reach: 150,
    });
    const { stat1_std_dev, stat2_std_dev, stat3_std_dev, ...twitter } = figures.twitter;
    expect(twitter).toEqual({
      posts: 4,
      id: `${id}-twitter`,
      stat1: 15,
      stat1_median: 2.5,
      stat2: 3,
      stat2_median: 0.5,
      stat3: 4,
      stat3_median: 0.5,
    });
    expect([stat1_std_dev, stat2_std_dev, stat3_std_dev].map((value) => value.toFixed(4))).toEqual([
      '3.8971',
      '0.8292',
      '1.2247',
    ]);
  });
});
