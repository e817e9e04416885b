/** One notification: its attempts, and exactly what was sent. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type DeliveryWithLog, MastheadError, type Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { articleAddress, nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { COLOURS, useTitle } from './deliveries.tsx';
import { outcomeOf } from './outcome.ts';
import { Headers, Payload } from './payload.tsx';
import { useWebhookWords } from './words.ts';

/** While it waits, its state changes. */
const ASK_AGAIN_MS = 2_000;

export function DeliveryScreen({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) {
  const { delivery: words } = useWebhookWords();
  const { manage } = useApi();
  const site = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['webhooks', site.id, webhookId, 'deliveries', deliveryId],
    queryFn: async ({ signal }) =>
      (await manage.webhooks.delivery(site.id, webhookId, deliveryId, { signal })).delivery,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? ASK_AGAIN_MS : false),
  });
  const webhook = useQuery({
    queryKey: ['webhooks', site.id, webhookId],
    queryFn: async ({ signal }) => manage.webhooks.read(site.id, webhookId, { signal }),
  });
  return (
    <div className="sheet">
      <Link className="back-link" href={`${nounAddress(site.id, 'webhooks', webhookId)}/deliveries`}>
        <Icon name="back" /> {words.back}
      </Link>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <>
          <Head delivery={data} webhookId={webhookId} />
          <div className="webhook-parts">
            <Facts delivery={data} />
            <Attempts delivery={data} />
            {webhook.data && <Sent delivery={data} webhook={webhook.data.webhook} />}
          </div>
        </>
      )}
    </div>
  );
}

function Head({ delivery: { id, state, is_test }, webhookId }: { delivery: DeliveryWithLog; webhookId: number }) {
  const { delivery: words, deliveries } = useWebhookWords();
  const said = useSaid();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const toasts = useToasts();
  const redeliver = useMutation({
    mutationFn: () => manage.webhooks.redeliver(site.id, webhookId, id),
    onSuccess: () => toasts.show(words.redelivered),
    onError: (error) => toasts.show(said.error(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks', site.id, webhookId] }),
  });
  return (
    <div className="sheet-head webhook-head">
      <h1>{words.title(id)}</h1>
      <span className="state" data-state={COLOURS[state]}>
        {deliveries.states[state]}
      </span>
      {!is_test && state !== 'pending' && (
        <button className="button" disabled={redeliver.isPending} onClick={() => redeliver.mutate()} type="button">
          {words.redeliver}
        </button>
      )}
    </div>
  );
}

function Facts({ delivery }: { delivery: DeliveryWithLog }) {
  const { delivery: words, actions } = useWebhookWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const title = useTitle(delivery);
  const { action, article_id, article_uid, version, created_at, delivered_at } = delivery;
  const facts: (readonly [string, ReactNode])[] = [
    [words.facts.action, actions[action]],
    [
      words.facts.article,
      article_uid === null ? (
        title
      ) : (
        <>
          <Link href={articleAddress(site.id, article_uid)}>{title}</Link> ({article_id})
        </>
      ),
    ],
    ...(delivery.is_test ? [] : [[words.facts.version, String(version)] as const]),
    [words.facts.event, times.moment(created_at)],
    ...(delivered_at ? [[words.facts.delivered, times.moment(delivered_at)] as const] : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Attempts({ delivery: { attempt_log } }: { delivery: DeliveryWithLog }) {
  const words = useWebhookWords();
  const times = useTimes(useSite().time_zone);
  return (
    <section className="sheet-part">
      <h2>{words.delivery.attempts}</h2>
      {attempt_log.length === 0 && <p className="note">{words.delivery.noAttempts}</p>}
      {attempt_log.map((attempt) => (
        <details className="attempt" key={attempt.at}>
          <summary>
            {[times.moment(attempt.at), outcomeOf(attempt, words), took(attempt, words.delivery.took)]
              .filter(Boolean)
              .join(' · ')}
          </summary>
          <div className="attempt-parts">
            {attempt.error && <p>{attempt.error}</p>}
            <h3>{words.delivery.requestHeaders}</h3>
            <Headers headers={attempt.request_headers} />
            <h3>{words.delivery.response}</h3>
            {attempt.answer ? (
              <pre className="raw">{attempt.answer}</pre>
            ) : (
              <p className="note">{words.delivery.noResponse}</p>
            )}
          </div>
        </details>
      ))}
    </section>
  );
}

function took({ timing }: DeliveryWithLog['attempt_log'][number], words: (milliseconds: string) => string): string {
  const milliseconds = Math.max(0, ...Object.values(timing));
  return milliseconds > 0 ? words(Math.round(milliseconds).toLocaleString()) : '';
}

function Sent({ delivery, webhook }: { delivery: DeliveryWithLog; webhook: Webhook }) {
  const { delivery: words } = useWebhookWords();
  const { manage } = useApi();
  const { data, error, isPending } = useQuery({
    queryKey: ['webhooks', webhook.site_id, webhook.id, 'deliveries', delivery.id, 'payload', delivery.attempts],
    queryFn: async ({ signal }) =>
      (await manage.webhooks.payload(webhook.site_id, webhook.id, delivery.id, { signal })).payload,
  });
  const isGone = error instanceof MastheadError && error.status === 410;
  return (
    <section className="sheet-part">
      <h2>{words.payload}</h2>
      {isPending && <Waiting />}
      {error && (isGone ? <p className="note">{words.payloadGone}</p> : <Failure error={error} />)}
      {data && <Payload payload={data} url={webhook.url} />}
    </section>
  );
}
