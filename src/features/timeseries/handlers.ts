import { MOST_BUCKETS } from '../../contract/insights.ts';
import type { analyticsApi } from '../../contract/routes.ts';
import { bucketsOf, comparedRange, roundedOut, type Unit } from '../../core/buckets.ts';
import { badParameter } from '../../core/errors.ts';
import { type Interval, rangeOf } from '../../core/spans.ts';
import { snapshot } from '../../db/transaction.ts';
import { campaignRow } from '../campaigns/queries.ts';
import { askedNetworks } from '../entries/queries.ts';
import type { Handlers } from '../handler.ts';
import { entrySpan } from '../rollups/queries.ts';
import { stretch, timeseries } from './present.ts';
import { seriesOf } from './queries.ts';

export const analyticsTimeseries: Handlers<Pick<typeof analyticsApi, 'readTimeseries'>> = {
  async readTimeseries(db, { params, sites, query, rollupCache }) {
    const { unit = 'day', time_zone: timeZone = 'UTC', compare } = query;
    const { start, end } = rangeOf(query, timeZone);
    const campaign = await campaignRow(db, params.campaign_id, sites);
    const networks = askedNetworks(query.item_type);
    return snapshot(db, async (tx) => {
      const span = start && end ? { from: start, to: end } : await entrySpan(tx, campaign.id, networks);
      const whole = span && roundedOut(span, unit, timeZone);
      const [from, to] = [start ?? whole?.from, end ?? whole?.to];
      const range = from && to && from < to ? { from, to } : null;
      const series = async (of: Interval<Date>) => {
        const buckets = pieces(of, unit, timeZone);
        return stretch(of, buckets, await seriesOf(tx, rollupCache, { campaign, networks }, buckets), timeZone);
      };
      const asked = range ? await series(range) : null;
      const compared = range && compare ? await series(comparedRange(range, compare, timeZone)) : null;
      return { timeseries: timeseries(unit, timeZone, asked, compared) };
    });
  },
};

function pieces(range: Interval<Date>, unit: Unit, timeZone: string): Interval<Date>[] {
  const buckets = bucketsOf(range, unit, timeZone, MOST_BUCKETS);
  if (buckets) return buckets;
  throw badParameter(
    'unit',
    `The range has more than ${MOST_BUCKETS} buckets; request a shorter one or a larger unit.`,
  );
}
