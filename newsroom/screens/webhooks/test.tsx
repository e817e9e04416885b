/** Sends a test and waits for the receiver's answer. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { DeliveryWithLog, Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField } from '../../editor/fields.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { lastTestKey } from './health-line.tsx';
import { outcomeOf } from './outcome.ts';
import { ACTIONS } from './search.ts';
import { useWebhookWords } from './words.ts';

const ASK_AGAIN_MS = 500;

export function Test({ webhook: { id, site_id, actions } }: { webhook: Webhook }) {
  const { test: words, actions: names } = useWebhookWords();
  const said = useSaid();
  const { manage } = useApi();
  const [action, setAction] = useState<(typeof ACTIONS)[number]>(actions[0] ?? 'publish');
  const send = useMutation({ mutationFn: () => manage.webhooks.test(site_id, id, { action }) });
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      {send.error && <Alert color="red">{said.error(send.error)}</Alert>}
      <div className="webhook-row">
        <ChoiceField
          label={words.action}
          onChange={(value) => setAction(value as typeof action)} // one of the options
          options={ACTIONS.map((one) => [one, names[one]] as const)}
          value={action}
        />
        <Button loading={send.isPending} onClick={() => send.mutate()} variant="default">
          {words.send}
        </Button>
      </div>
      {send.data && <Result id={send.data.delivery.id} siteId={site_id} webhookId={id} />}
    </section>
  );
}

function Result({ siteId, webhookId, id }: { siteId: number; webhookId: number; id: number }) {
  const { test: words } = useWebhookWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['webhooks', siteId, webhookId, 'deliveries', id],
    queryFn: async ({ signal }) => {
      const { delivery } = await manage.webhooks.delivery(siteId, webhookId, id, { signal });
      if (isOver(delivery))
        void queries.invalidateQueries({ queryKey: lastTestKey({ site_id: siteId, id: webhookId }) });
      return delivery;
    },
    refetchInterval: ({ state }) => (isOver(state.data) ? false : ASK_AGAIN_MS),
  });
  const isDone = isOver(data);
  return (
    <p role="status">
      {isDone && data ? <Outcome delivery={data} /> : words.waiting}{' '}
      {isDone && <Link href={`${nounAddress(siteId, 'webhooks', webhookId)}/deliveries/${id}`}>{words.details}</Link>}
    </p>
  );
}

function isOver(delivery: DeliveryWithLog | undefined): boolean {
  return delivery !== undefined && delivery.state !== 'pending';
}

function Outcome({ delivery }: { delivery: DeliveryWithLog }) {
  const words = useWebhookWords();
  const attempt = delivery.attempt_log.at(-1);
  if (delivery.state === 'delivered') return words.test.delivered(attempt?.status ?? 200);
  return words.test.refused(attempt ? outcomeOf(attempt, words) : words.deliveries.states[delivery.state]);
}
