import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';
import { addDays } from './days.ts';
import { ARTICLE_FIELDS, articleItems, type CalendarArticle, eventItems, issueItems } from './items.ts';

const PAGE = 100;
/** A month with more is cut, and says so. */
const MOST_ARTICLES = 1_000;
/** Usually few are late; the list of pending articles shows all. */
const MOST_LATE = 50;

/** All items of these days, and articles that were not published on time. */
export function useCalendar(days: readonly string[], now: number) {
  const site = useSite();
  const zone = site.time_zone;
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const articles = useArticles(from, addDays(to, 1));
  const events = useEvents();
  const issues = useIssues();
  const items = useMemo(
    () => [
      ...articleItems(articles.data?.articles ?? [], zone, now),
      ...eventItems(events.data ?? [], zone),
      ...issueItems(issues.data ?? [], zone),
    ],
    [articles.data, events.data, issues.data, zone, now],
  );
  const parts = [articles, events, issues];
  return {
    items,
    isPending: parts.some(({ isPending }) => isPending),
    isCut: articles.data?.isCut ?? false,
    error: parts.find(({ error }) => error)?.error ?? null,
    retry: () => Promise.all(parts.map(({ refetch }) => refetch())),
  };
}

function useArticles(from: string, to: string) {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: ['articles', site.id, 'calendar', from, to],
    queryFn: async ({ signal }) => {
      const articles: CalendarArticle[] = [];
      let cursor: string | undefined;
      do {
        const answer = await manage.articles.list(site.id, {
          ...{ state: 'scheduled,published', sort: 'published', from, to, count: PAGE, fields: ARTICLE_FIELDS },
          ...(cursor ? { cursor } : {}),
          signal,
        });
        articles.push(...answer.articles);
        cursor = answer.more && answer.cursor ? answer.cursor : undefined;
      } while (cursor && articles.length < MOST_ARTICLES);
      return { articles, isCut: cursor !== undefined };
    },
  });
}

export function useLate() {
  const { manage } = useApi();
  const site = useSite();
  const { data = [] } = useQuery({
    queryKey: ['articles', site.id, 'calendar', 'late'],
    queryFn: async ({ signal }) => {
      const fields = ['uid', 'title', 'publish_problem'] as const;
      const answer = await manage.articles.list(site.id, { state: 'pending', count: MOST_LATE, fields, signal });
      return answer.articles.filter(({ publish_problem }) => publish_problem !== null);
    },
  });
  return data;
}

function useEvents() {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: ['events', site.id],
    queryFn: () => all(manage.events.list(site.id, { count: PAGE })),
    staleTime: 60_000,
  });
}

function useIssues() {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: ['issues', site.id],
    queryFn: () => all(manage.issues.list(site.id, { count: PAGE })),
    staleTime: 60_000,
  });
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
