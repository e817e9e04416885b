/** What was sent to a receiver, and what waits. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Delivery, Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { useTimes } from '../../i18n/times.ts';
import { articleAddress, nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Notice } from '../../shell/states.tsx';
import { Choice } from '../articles/filters.tsx';
import { ShowMore, Skeleton } from '../people/list-parts.tsx';
import { ACTIONS, type DeliverySearch, parseSearch, STATES, searchText } from './search.ts';
import { useWebhookWords } from './words.ts';

const PAGE = 50;
const NONE: DeliverySearch = { state: null, action: null, article_id: null, test: false };
/** The colours of the states of articles. */
export const COLOURS: Record<Delivery['state'], string> = {
  pending: 'scheduled',
  delivered: 'published',
  superseded: 'draft',
  given_up: 'unpublished',
  skipped: 'draft',
};

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const query = useSearch();
  const search = useMemo(() => parseSearch(query), [query]);
  const [path, navigate] = useLocation();
  const change = (fields: Partial<DeliverySearch>) => navigate(path + searchText({ ...search, ...fields }));
  return (
    <>
      <Filters change={change} search={search} />
      <Rows change={change} search={search} webhook={webhook} />
    </>
  );
}

interface FiltersProps {
  search: DeliverySearch;
  change(fields: Partial<DeliverySearch>): void;
}

function Filters({ search, change }: FiltersProps) {
  const { deliveries: words, actions } = useWebhookWords();
  const { state, action, article_id, test } = search;
  return (
    <fieldset className="audit-filters">
      <legend className="for-readers">{words.filters}</legend>
      <Choice
        isOn={state !== null}
        label={words.state}
        onChange={(value) => change({ state: STATES.find((one) => one === value) ?? null })}
        value={state ?? ''}
      >
        <option value="">{words.anyState}</option>
        {STATES.map((one) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </Choice>
      <Choice
        isOn={action !== null}
        label={words.action}
        onChange={(value) => change({ action: ACTIONS.find((one) => one === value) ?? null })}
        value={action ?? ''}
      >
        <option value="">{words.anyAction}</option>
        {ACTIONS.map((one) => (
          <option key={one} value={one}>
            {actions[one]}
          </option>
        ))}
      </Choice>
      <label className="day-filter">
        {words.article}
        <input
          className="field"
          defaultValue={article_id ?? ''}
          inputMode="numeric"
          key={article_id}
          onBlur={({ currentTarget }) => change({ article_id: Number(currentTarget.value) || null })}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          pattern="[0-9]*"
          size={8}
        />
      </label>
      <label className="day-filter">
        <input
          checked={test}
          onChange={({ currentTarget }) => change({ test: currentTarget.checked })}
          type="checkbox"
        />
        {words.tests}
      </label>
      {searchText(search) !== '' && (
        <button className="link" onClick={() => change(NONE)} type="button">
          {words.clear}
        </button>
      )}
    </fieldset>
  );
}

function Rows({ search, change, webhook: { id, site_id } }: FiltersProps & { webhook: Webhook }) {
  const { deliveries: words, tabs } = useWebhookWords();
  const { manage } = useApi();
  const { state, action, article_id, test } = search;
  const query = useInfiniteQuery({
    queryKey: ['webhooks', site_id, id, 'deliveries', search],
    queryFn: async ({ pageParam, signal }) =>
      manage.webhooks.deliveries(site_id, id, {
        ...{ state: state ?? undefined, action: action ?? undefined, article_id: article_id ?? undefined },
        ...{ test, count: PAGE, page: pageParam, signal },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ deliveries }, pages) => (deliveries.length < PAGE ? undefined : pages.length + 1),
  });
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const deliveries = query.data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0 && searchText(search) === '')
    return <Notice hint={words.emptyHint} title={words.empty} />;
  if (deliveries.length === 0)
    return (
      <Notice title={words.noMatch}>
        <button className="button" onClick={() => change(NONE)} type="button">
          {words.clear}
        </button>
      </Notice>
    );
  return (
    <>
      <ul aria-label={tabs.deliveries} className="ruled-list">
        {deliveries.map((delivery) => (
          <Row delivery={delivery} key={delivery.id} webhookId={id} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

/** What was sent: a test, or the article by its title, or by its number once it is deleted for good. */
export function useTitle({ is_test, article_id, article_title }: Delivery): string {
  const { deliveries: words } = useWebhookWords();
  const { article } = useWords();
  if (is_test) return words.test;
  return article_title === null ? words.of(article_id) : article_title || article.untitled;
}

function Row({ delivery, webhookId }: { delivery: Delivery; webhookId: number }) {
  const { deliveries: words, actions } = useWebhookWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { id, article_id, article_uid, action, state, attempts, created_at, last_status, is_test } = delivery;
  const title = useTitle(delivery);
  return (
    <li className="person-row">
      <div>
        <Link className="row-link" href={`${nounAddress(site.id, 'webhooks', webhookId)}/deliveries/${id}`}>
          {`${actions[action]} · ${title}`}
        </Link>
        <p className="note">
          {!is_test && article_uid !== null && (
            <>
              <Link href={articleAddress(site.id, article_uid)}>{words.of(article_id)}</Link>
              {' · '}
            </>
          )}
          {times.moment(created_at)}
        </p>
      </div>
      <p>
        <span className="state" data-state={COLOURS[state]}>
          {words.states[state]}
        </span>
      </p>
      <p className="note">{[words.attempts(attempts), last_status].filter((fact) => fact !== null).join(' · ')}</p>
    </li>
  );
}
