/** A campaign on one page: figures, charts, posts and people. Whoever has its address sees the same. */
import { type ReactNode, useEffect } from 'react';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { Distribution, Hashtags, Networks } from './breakdowns.tsx';
import { Part } from './chart-frame.tsx';
import { Controls } from './controls.tsx';
import { Figures } from './figures.tsx';
import { Heatmap } from './heatmap.tsx';
import {
  useCampaign,
  useDefinitions,
  useDistribution,
  useHashtags,
  useHeatmap,
  useNetworks,
  useReport,
  useSeries,
  useTopPeople,
  useTopPosts,
} from './queries.ts';
import { useAsked, useDashboardSearch, useFormats } from './reader.tsx';
import { Series } from './series.tsx';
import { TopPeople, TopPosts } from './top.tsx';
import { usePeriodText } from './use-period-text.ts';
import { useCampaignWords } from './words.ts';

interface DashboardProps {
  /** Beside the name. */
  actions?: ReactNode;
  /** What to do while the campaign has no posts. */
  start?: ReactNode;
  /** Below the name. */
  children?: ReactNode;
}

export function Dashboard({ actions, start, children }: DashboardProps) {
  const words = useCampaignWords();
  const { data: campaign, error, isPending, refetch } = useCampaign();
  const period = usePeriodText();
  const { days, search } = useAsked();
  const formats = useFormats();
  useZoneInAddress();
  useDefinitions(); // asked for with the figures, not once the first of them are there
  const queries = {
    series: useSeries(),
    heatmap: useHeatmap(),
    networks: useNetworks(),
    report: useReport(),
    hashtags: useHashtags(),
    distribution: useDistribution(),
    posts: useTopPosts(),
    people: useTopPeople(),
  };
  if (isPending) return <Waiting />;
  if (!campaign) return <Failure error={error} onRetry={refetch} />;
  const titles = words.parts;
  const isWhole = days === null && search.network === undefined;
  const hasNoPosts = isWhole && queries.series.data?.total.entries === 0;
  return (
    <article className="dashboard">
      <header className="dashboard-head">
        <h1>{campaign.name}</h1>
        <div className="dashboard-actions">
          {actions}
          <button className="button" onClick={() => window.print()} type="button">
            {words.print}
          </button>
        </div>
        <p className="dashboard-period">
          {campaign.site_name} · {period}
        </p>
      </header>
      {children}
      {hasNoPosts ? (
        <Notice hint={words.noPosts.hint} title={words.noPosts.title}>
          {start}
        </Notice>
      ) : (
        <>
          <Controls />
          <Part query={queries.series} title={titles.figures}>
            {(series) => (
              <>
                <Figures series={series} />
                <Series series={series} />
              </>
            )}
          </Part>
          <Part query={queries.networks} title={titles.networks}>
            {(networks) => (
              <Part query={queries.report} title={titles.networks}>
                {(report) => <Networks networks={networks} report={report} />}
              </Part>
            )}
          </Part>
          <Part query={queries.posts} title={titles.posts}>
            {(entries) => <TopPosts entries={entries} />}
          </Part>
          <Part query={queries.people} title={titles.people}>
            {(users) => <TopPeople users={users} />}
          </Part>
          <Part query={queries.heatmap} title={titles.heatmap}>
            {(heatmap) => <Heatmap heatmap={heatmap} />}
          </Part>
          <Part query={queries.hashtags} title={titles.hashtags}>
            {(hashtags) => <Hashtags hashtags={hashtags} />}
          </Part>
          <Part query={queries.distribution} title={titles.distribution}>
            {(distribution) => <Distribution distribution={distribution} />}
          </Part>
          <p className="note dashboard-foot">{words.updated(formats.moment(campaign.last_update_at))}</p>
        </>
      )}
    </article>
  );
}

/** So that the address shows the same to a reader elsewhere. */
function useZoneInAddress(): void {
  const [search, change] = useDashboardSearch();
  const { zone } = useAsked();
  useEffect(() => {
    if (search.tz === undefined) change({ tz: zone });
  });
}
