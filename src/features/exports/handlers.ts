import { AnalyticsUser, Entry } from '../../contract/analytics.ts';
import type { analyticsApi } from '../../contract/routes.ts';
import { rangeOf } from '../../core/spans.ts';
import { user } from '../campaign-users/present.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { entry } from '../entries/present.ts';
import { askedNetworks } from '../entries/queries.ts';
import { type Handlers, Streamed } from '../handler.ts';
import { entryPages, userPages } from './queries.ts';

export const analyticsExports: Handlers<Pick<typeof analyticsApi, 'exportCampaign'>> = {
  async exportCampaign(db, { params, sites, query }) {
    const { what = 'entries', format = 'csv', item_type } = query;
    const range = rangeOf(query);
    const { id } = await campaignRow(db, params.campaign_id, sites);
    const asked = { campaignId: id, networks: askedNetworks(item_type), range };
    return new Streamed({
      name: `campaign-${id}-${what}.${format}`,
      format,
      columns: Object.keys(what === 'users' ? AnalyticsUser.properties : Entry.properties),
      pages: what === 'users' ? presented(userPages(db, asked), user) : presented(entryPages(db, asked), entry),
    });
  },
};

async function* presented<Row, Wire extends object>(
  pages: AsyncIterable<Row[]>,
  present: (row: Row) => Wire,
): AsyncIterable<Wire[]> {
  for await (const page of pages) yield page.map(present);
}
