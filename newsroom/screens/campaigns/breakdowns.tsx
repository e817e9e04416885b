/** The same period by network, by hashtag, and by how much single posts achieved. */

import { memo } from 'react';
import { Link } from 'wouter';
import type {
  CampaignReport,
  Distribution as DistributionAnswer,
  Hashtag,
  NetworkFigures,
} from '../../../src/sdk/client.ts';
import { Choice } from '../articles/filters.tsx';
import { Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { type Column, Figure } from './data-table.tsx';
import { useDefinitions } from './queries.ts';
import { useAsked, useDashboardSearch, useFormats, useReader } from './reader.tsx';
import { optionsOf } from './search.ts';
import { useCampaignWords } from './words.ts';

/** Instagram and linkedin have no shares: that is not none. */
const HAS_SHARES = ['twitter', 'facebook'];

interface NetworksProps {
  networks: NetworkFigures[];
  report: CampaignReport;
}

export const Networks = memo(function Networks({ networks, report }: NetworksProps) {
  const words = useCampaignWords();
  const definitions = useDefinitions();
  const formats = useFormats();
  const { search, range, zone } = useAsked();
  const { address, siteId } = useReader();
  const shown = networks.filter(({ network, entries }) => entries > 0 || network === search.network);
  const number = (key: keyof NetworkFigures, label: string): Column<NetworkFigures> => ({
    key,
    label,
    isNumber: true,
    value: (row) => row[key],
  });
  const share = (key: 'entries_share' | 'engagement_share', label: string): Column<NetworkFigures> => ({
    key,
    label,
    isNumber: true,
    value: (row) => row[key],
    show: (row) => {
      const value = row[key];
      return value === null ? (
        <Figure formats={formats} value={null} />
      ) : (
        <data value={String(value)}>{formats.percent(value)}</data>
      );
    },
  });
  const spread = (stat: 'stat1' | 'stat2' | 'stat3', kind: 'median' | 'std_dev'): Column<NetworkFigures> => ({
    key: `${stat}_${kind}`,
    label: words.spreads[kind](words.stats[stat]),
    isNumber: true,
    value: ({ network }) => {
      const block = { ...report[network] } as Record<string, unknown>; // read by name
      const value = block[`${stat}_${kind}`];
      return typeof value === 'number' ? value : null;
    },
  });
  const entriesOf = (network: NetworkFigures['network']) => {
    const { start_date: start = '', end_date: end = '' } = range;
    return `${address}/entries?${new URLSearchParams({ ...(start && { start, end }), tz: zone, network })}`;
  };
  const columns: Column<NetworkFigures>[] = [
    {
      key: 'network',
      label: words.network,
      value: ({ network }) => network,
      show: ({ network }) =>
        siteId === null ? words.networks[network] : <Link href={entriesOf(network)}>{words.networks[network]}</Link>,
    },
    number('entries', words.figures.entries),
    share('entries_share', words.shares.entries),
    number('engagement', words.figures.engagement),
    share('engagement_share', words.shares.engagement),
    number('engagement_per_entry', words.perEntry),
    number('contributors', words.figures.contributors),
    number('new_contributors', words.figures.new_contributors),
    number('potential_reach', words.figures.potential_reach),
    number('stat1', words.stats.stat1),
    number('stat2', words.stats.stat2),
    {
      key: 'stat3',
      label: words.stats.stat3,
      isNumber: true,
      value: ({ network, stat3 }) => (HAS_SHARES.includes(network) ? stat3 : null),
    },
    spread('stat1', 'median'),
    spread('stat1', 'std_dev'),
    spread('stat2', 'median'),
    spread('stat2', 'std_dev'),
    spread('stat3', 'median'),
    spread('stat3', 'std_dev'),
  ];
  return (
    <ChartFrame
      formats={formats}
      name="networks"
      note={definitions.get('engagement')}
      table={{ title: words.networksTitle, columns, rows: shown, keyOf: ({ network }) => network, isTransposed: true }}
    >
      <div className="pair-of-charts">
        <Bars
          axis={words.figures.entries}
          bars={shown.map(({ network, entries }) => ({ name: words.networks[network], value: entries }))}
          formats={formats}
        />
        <Bars
          axis={words.figures.engagement}
          bars={shown.map(({ network, engagement }) => ({ name: words.networks[network], value: engagement }))}
          formats={formats}
        />
      </div>
    </ChartFrame>
  );
});

export const Hashtags = memo(function Hashtags({ hashtags }: { hashtags: Hashtag[] }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const definitions = useDefinitions();
  const formats = useFormats();
  const measure = search.tags ?? 'entries';
  const number = (key: 'entries' | 'engagement' | 'contributors'): Column<Hashtag> => ({
    key,
    label: words.figures[key],
    isNumber: true,
    value: (row) => row[key],
  });
  return (
    <ChartFrame
      controls={
        <Choice
          isOn={false}
          label={words.sortBy}
          onChange={(name) => change({ tags: optionsOf('tags').find((one) => one === name) })}
          value={measure}
        >
          {optionsOf('tags').map((name) => (
            <option key={name} value={name}>
              {words.figures[name]}
            </option>
          ))}
        </Choice>
      }
      formats={formats}
      name="hashtags"
      note={definitions.get('hashtag')}
      table={{
        title: words.hashtagsTitle(words.figures[measure]),
        columns: [
          {
            key: 'hashtag',
            label: words.hashtag,
            value: ({ hashtag }) => hashtag,
            show: ({ hashtag }) => `#${hashtag}`,
          },
          number('entries'),
          number('contributors'),
          number('engagement'),
        ],
        rows: hashtags,
        keyOf: ({ hashtag }) => hashtag,
      }}
    >
      <Bars
        axis={words.figures[measure]}
        bars={hashtags.map((row) => ({ name: `#${row.hashtag}`, value: row[measure] }))}
        formats={formats}
      />
    </ChartFrame>
  );
});

const PERCENTILES = ['p10', 'p25', 'median', 'p75', 'p90', 'p95', 'p99'] as const;

export const Distribution = memo(function Distribution({ distribution }: { distribution: DistributionAnswer }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const formats = useFormats();
  const figure = search.spread ?? 'engagement';
  const names = { engagement: words.figures.engagement, ...words.stats };
  const nameOf = ({ from, to }: { from: number; to: number }) =>
    to - from <= 1 ? formats.number(from) : `${formats.number(from)}–${formats.number(to - 1)}`;
  return (
    <ChartFrame
      controls={
        <Choice
          isOn={false}
          label={words.distribution.figure}
          onChange={(name) => change({ spread: optionsOf('spread').find((one) => one === name) })}
          value={figure}
        >
          {optionsOf('spread').map((name) => (
            <option key={name} value={name}>
              {names[name]}
            </option>
          ))}
        </Choice>
      }
      formats={formats}
      more={
        <dl className="percentiles">
          {(['entries', 'known', 'mean', 'std_dev', ...PERCENTILES] as const).map((name) => (
            <div key={name}>
              <dt>{words.distribution.values[name]}</dt>
              <dd data-figure={name}>
                <Figure formats={formats} value={distribution[name]} />
              </dd>
            </div>
          ))}
        </dl>
      }
      name="distribution"
      note={{ text: words.distribution.note }}
      table={{
        title: words.distribution.title(names[figure]),
        columns: [
          { key: 'from', label: words.distribution.from, isNumber: true, value: ({ from }) => from },
          { key: 'to', label: words.distribution.to, isNumber: true, value: ({ to }) => to },
          { key: 'entries', label: words.figures.entries, isNumber: true, value: ({ entries }) => entries },
        ],
        rows: distribution.bins,
        keyOf: ({ from }) => String(from),
      }}
    >
      <Bars
        axis={words.figures.entries}
        bars={distribution.bins.map((bin) => ({ name: nameOf(bin), value: bin.entries }))}
        formats={formats}
      />
    </ChartFrame>
  );
});
