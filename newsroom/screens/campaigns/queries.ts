/** The requests of a dashboard: one for each part, however large the campaign is. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { type Defined, definedIn } from './definitions.ts';
import { useAsked, useReader } from './reader.tsx';

export const TOP = 10;
export const MOST_TAGS = 20;

type Reading<T> = (of: { campaign_id: number }, options: { signal: AbortSignal }) => PromiseLike<T>;

/** The key has everything that the answer depends on. Earlier figures stay until the new ones are there. */
function useFigures<T>(name: string, parameters: object, read: Reading<T>) {
  const { campaignId } = useReader();
  return useQuery({
    queryKey: ['campaign', campaignId, name, parameters],
    queryFn: async ({ signal }) => await read({ campaign_id: campaignId }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

export function useCampaign() {
  const { analytics } = useReader();
  return useFigures('campaign', {}, async (of, options) => (await analytics.readCampaign(of, options)).campaign);
}

/** By the name of the figure. */
export function useDefinitions(): Map<string, Defined> {
  const { analytics } = useReader();
  const language = useLanguage();
  const { data } = useFigures(
    'definitions',
    {},
    async (of, options) => (await analytics.listDefinitions(of, options)).definitions,
  );
  return useMemo(() => definedIn(language, data ?? []), [language, data]);
}

export function useSeries() {
  const { analytics } = useReader();
  const { range, zone: time_zone, unit, compare, search } = useAsked();
  const asked = { ...range, time_zone, unit, compare, item_type: search.network };
  return useFigures(
    'series',
    asked,
    async (of, options) => (await analytics.readTimeseries({ ...of, ...asked }, options)).timeseries,
  );
}

export function useHeatmap() {
  const { analytics } = useReader();
  const { range, zone: time_zone, search } = useAsked();
  const asked = { ...range, time_zone, item_type: search.network };
  return useFigures(
    'heatmap',
    asked,
    async (of, options) => (await analytics.readHeatmap({ ...of, ...asked }, options)).heatmap,
  );
}

export function useNetworks() {
  const { analytics } = useReader();
  const { range } = useAsked();
  return useFigures(
    'networks',
    range,
    async (of, options) => (await analytics.listNetworks({ ...of, ...range }, options)).networks,
  );
}

export function useReport() {
  const { analytics } = useReader();
  const { range } = useAsked();
  return useFigures(
    'report',
    range,
    async (of, options) => (await analytics.readCampaignReport({ ...of, ...range }, options)).campaign_report,
  );
}

export function useHashtags() {
  const { analytics } = useReader();
  const { range, search } = useAsked();
  const asked = { ...range, item_type: search.network, sort: search.tags ?? 'entries', count: MOST_TAGS } as const;
  return useFigures(
    'hashtags',
    asked,
    async (of, options) => (await analytics.listHashtags({ ...of, ...asked }, options)).hashtags,
  );
}

export function useDistribution() {
  const { analytics } = useReader();
  const { range, search } = useAsked();
  const asked = { ...range, item_type: search.network, figure: search.spread ?? 'engagement' } as const;
  return useFigures(
    'distribution',
    asked,
    async (of, options) => (await analytics.readDistribution({ ...of, ...asked }, options)).distribution,
  );
}

export function useTopPosts() {
  const { analytics } = useReader();
  const { range, search } = useAsked();
  const asked = { ...range, item_type: search.network, sort: search.posts ?? 'score', count: TOP } as const;
  return useFigures(
    'posts',
    asked,
    async (of, { signal }) => (await analytics.listEntries({ ...of, ...asked }, { signal })).entries,
  );
}

export function useTopPeople() {
  const { analytics } = useReader();
  const { range, search } = useAsked();
  const asked = { ...range, user_type: search.network, sort: search.people ?? 'item_score_sum', count: TOP } as const;
  return useFigures(
    'people',
    asked,
    async (of, { signal }) => (await analytics.listUsers({ ...of, ...asked }, { signal })).users,
  );
}
