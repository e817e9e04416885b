/** The articles that entries belong to, by name. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Entry } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { articleAddress } from '../../shell/addresses.ts';
import { usePerson } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import type { Column } from './data-table.tsx';
import { useReader } from './reader.tsx';
import { useCampaignWords } from './words.ts';

/** What one request may ask for. */
const MOST = 100;

/** A column, if any of the entries belongs to an article; someone with a link has none. */
export function useArticleColumn(entries: readonly Entry[]): Column<Entry>[] {
  const words = useCampaignWords();
  const { manage } = useApi();
  const { campaignId, siteId } = useReader();
  const ids = [...new Set(entries.flatMap((entry) => entry.service_article_ids))]
    .toSorted((a, b) => a - b)
    .slice(0, MOST);
  const isNamed = siteId !== null && ids.length > 0;
  const { data: articles = [] } = useQuery({
    queryKey: ['campaign', campaignId, 'articles', ids],
    queryFn: async ({ signal }) => (await manage.results.articles(campaignId, { ids: ids.join(','), signal })).articles,
    enabled: isNamed,
    staleTime: 60_000,
  });
  if (!isNamed) return [];
  const of = (entry: Entry) => articles.filter(({ id }) => entry.service_article_ids.includes(id));
  return [
    {
      key: 'service_article_ids',
      label: words.articles,
      value: ({ service_article_ids }) => JSON.stringify(service_article_ids),
      show: (entry) => (
        <>
          {of(entry).map(({ id, uid, title }) => (
            <span className="linked-article" key={id}>
              <ArticleName siteId={siteId} title={title} uid={uid} />
            </span>
          ))}
        </>
      ),
    },
  ];
}

function ArticleName({ siteId, uid, title }: { siteId: number; uid: string; title: string }) {
  const person = usePerson();
  if (!mayOn(person, 'articles', 'read', siteId)) return title;
  return <Link href={`${articleAddress(siteId, uid)}?tab=results`}>{title}</Link>;
}
