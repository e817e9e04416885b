import type { Static } from 'typebox';
import type { CampaignReport, Network, NetworkBlock, SharingNetworkBlock } from '../../contract/analytics.ts';
import type { NetworkFigures } from '../../contract/insights.ts';
import { figuresOf, type Histogram } from '../../core/histogram.ts';
import { sizeOf } from '../../core/id-set.ts';
import { newTotals, type Totals } from '../../core/rollup.ts';
import type { ReportFigures } from './queries.ts';

export function campaignReport(campaignId: number, figures: ReportFigures): Static<typeof CampaignReport> {
  const of = (network: Network) => figures.totals.get(network) ?? newTotals(0);
  const all = [...figures.totals.values()];
  const blocks = {
    instagram: block(campaignId, 'instagram', of('instagram')),
    twitter: sharingBlock(campaignId, 'twitter', of('twitter')),
    facebook: sharingBlock(campaignId, 'facebook', of('facebook')),
    linkedin: block(campaignId, 'linkedin', of('linkedin')),
  };
  return {
    id: String(campaignId),
    entries: sumOf(all, ({ posts }) => posts),
    contributors: sumOf(all, ({ contributors }) => sizeOf(contributors)),
    new_contributors: sumOf(all, ({ newContributors }) => newContributors),
    engagement: sumOf(Object.values(blocks), engagementOf),
    potential_reach: sumOf([...figures.potentialReach.values()], (reach) => reach),
    ...blocks,
  };
}

/** One item per network. */
export function networkFigures(figures: ReportFigures): Static<typeof NetworkFigures>[] {
  const networks = [...figures.totals].map(([network, { posts, contributors, newContributors, stats }]) => {
    const [stat1, stat2, stat3] = stats.map((histogram) => Number(figuresOf(histogram).sum)) as [
      number,
      number,
      number,
    ]; // three in, three out
    return {
      network,
      entries: posts,
      contributors: sizeOf(contributors),
      new_contributors: newContributors,
      engagement: stat1 + stat2 + stat3,
      potential_reach: figures.potentialReach.get(network) ?? 0,
      stat1,
      stat2,
      stat3,
    };
  });
  const [entries, engagement] = [sumOf(networks, (of) => of.entries), sumOf(networks, (of) => of.engagement)];
  return networks.map((of) => ({
    ...of,
    entries_share: share(of.entries, entries),
    engagement_share: share(of.engagement, engagement),
    engagement_per_entry: share(of.engagement, of.entries),
  }));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function block(campaignId: number, network: Network, { posts, stats }: Totals): Static<typeof NetworkBlock> {
  return { posts, id: `${campaignId}-${network}`, ...measured('stat1', stats[0]), ...measured('stat2', stats[1]) };
}

function sharingBlock(campaignId: number, network: Network, totals: Totals): Static<typeof SharingNetworkBlock> {
  return { ...block(campaignId, network, totals), ...measured('stat3', totals.stats[2]) };
}

function measured<const Name extends string>(name: Name, histogram: Histogram) {
  const { sum, median, standardDeviation } = figuresOf(histogram);
  return {
    [name]: Number(sum),
    [`${name}_median`]: median,
    [`${name}_std_dev`]: standardDeviation,
  } as Record<Name, number> & Record<`${Name}_median` | `${Name}_std_dev`, number | null>; // computed keys are typed as any string
}

function engagementOf(of: Static<typeof NetworkBlock> | Static<typeof SharingNetworkBlock>): number {
  return of.stat1 + of.stat2 + ('stat3' in of ? of.stat3 : 0);
}

function sumOf<Item>(items: Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
