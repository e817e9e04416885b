import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSections } from '../../api/queries.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Notice } from '../../shell/states.tsx';
import { ShowMore, Skeleton } from '../people/list-parts.tsx';
import { HealthLine, HealthMark } from './health-line.tsx';
import { useWebhookWords } from './words.ts';

const PAGE = 100;

export function ReceiverList() {
  const words = useWebhookWords();
  const site = useSite();
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        <Link className="button primary" href={nounAddress(site.id, 'webhooks', 'new')}>
          {words.create}
        </Link>
      </div>
      <p className="note">{words.intro}</p>
      <Rows />
    </div>
  );
}

function Rows() {
  const words = useWebhookWords();
  const { manage } = useApi();
  const site = useSite();
  const query = useInfiniteQuery({
    queryKey: ['webhooks', site.id, 'list'],
    queryFn: async ({ pageParam, signal }) => manage.webhooks.list(site.id, { count: PAGE, page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ webhooks }, pages) => (webhooks.length < PAGE ? undefined : pages.length + 1),
  });
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const webhooks = query.data.pages.flatMap((page) => page.webhooks);
  if (webhooks.length === 0)
    return (
      <Notice hint={words.emptyHint} title={words.empty}>
        <Link className="button" href={nounAddress(site.id, 'webhooks', 'new')}>
          {words.create}
        </Link>
      </Notice>
    );
  return (
    <>
      <ul aria-label={words.title} className="ruled-list">
        {webhooks.map((webhook) => (
          <Row key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords();
  const scope = useScope(webhook);
  const { id, site_id, url, actions } = webhook;
  return (
    <li className="person-row">
      <div>
        <Link className="row-link" href={nounAddress(site_id, 'webhooks', id)}>
          {url}
        </Link>
        <p className="note">{[scope, ...actions.map((action) => words.actions[action])].join(' · ')}</p>
      </div>
      <p>
        <HealthMark webhook={webhook} />
      </p>
      <p className="note">
        <HealthLine webhook={webhook} />
      </p>
    </li>
  );
}

/** `Section Sports` */
export function useScope({ site_id, section_id }: Pick<Webhook, 'site_id' | 'section_id'>): string {
  const words = useWebhookWords();
  const { data = [] } = useSections(site_id);
  if (section_id === null) return words.wholeSite;
  return words.section(data.find(({ id }) => id === section_id)?.name ?? String(section_id));
}
