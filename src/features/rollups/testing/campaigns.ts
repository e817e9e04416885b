/** Helpers for tests of analytics: campaigns, entries, reports. */
import { expect } from 'vitest';
import { ADMIN, type TestApp } from '../../../../test/app.ts';
import { kysely } from '../../../db/connect.ts';
import { transaction } from '../../../db/transaction.ts';
import { rebuildSome } from '../commands.ts';
import { verifyCampaign } from '../verify.ts';

export function campaigns(app: () => TestApp) {
  const read = async (path: string) => {
    const reply = await app().get(`/v1/campaigns${path}`, { token: ADMIN });
    expect(reply.status, `${path}: ${reply.text}`).toBe(200);
    return reply.body;
  };
  return {
    read,
    campaign: async (fields: object = {}): Promise<number> => {
      const campaign = { name: 'Herring', service_site_id: await app().site(), ...fields };
      return (await app().manage('POST', '/campaigns', { campaign })).campaign.id;
    },
    write: (id: number, entries: object[]) => app().manage('POST', `/campaigns/${id}/entries`, { entries }, 200),
    report: async (id: number, query = '') => (await read(`/${id}/campaign_report?${query}`)).campaign_report,
    /** All pages of a list, by following `older`. */
    walk: async (id: number, list: 'entries' | 'users', query = '') => {
      // biome-ignore lint/suspicious/noExplicitAny: entries or users
      const items: any[] = [];
      let total: number | null = null;
      for (let next: string | null = `${app().url}/v1/campaigns/${id}/${list}?${query}`; next; ) {
        const page = await read(next.slice(`${app().url}/v1/campaigns`.length));
        items.push(...page[list]);
        total = page.meta.total_count;
        next = page.pagination.older;
      }
      return { items, total };
    },
    /** Differences between stored and computed figures. */
    differences: async (id: number) => (await verifyCampaign(kysely(app().pool), id)).differences,
    /** Rebuilds a batch of stale days now, without the delay of the job, and returns their number. */
    rebuild: async (id: number): Promise<number> => transaction(kysely(app().pool), (tx) => rebuildSome(tx, id, 'all')),
  };
}
