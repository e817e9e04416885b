/** The head of one receiver: its address, health, and the tabs of its parts. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Icon } from '../../icons.tsx';
import { TabRow } from '../../parts/tab-row.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { HealthMark } from './health-line.tsx';
import { useScope } from './receiver-list.tsx';
import { useWebhookWords } from './words.ts';

const PARTS = ['overview', 'deliveries', 'settings'] as const;
type Part = (typeof PARTS)[number];
/** Health changes while someone watches. */
const REFRESH_MS = 5_000;

export interface ReadWebhook {
  webhook: Webhook;
  etag: string | null;
}

interface ReceiverProps {
  id: number;
  part: Part;
  children(read: ReadWebhook): ReactNode;
}

export function Receiver({ id, part, children }: ReceiverProps) {
  const words = useWebhookWords();
  const { manage } = useApi();
  const site = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['webhooks', site.id, id],
    queryFn: async ({ signal }): Promise<ReadWebhook> => manage.webhooks.read(site.id, id, { signal }),
    // A later answer must not overwrite a form that someone is filling in.
    refetchInterval: part === 'overview' ? REFRESH_MS : false,
    refetchOnWindowFocus: part === 'overview',
  });
  return (
    <div className="sheet">
      <Link className="back-link" href={nounAddress(site.id, 'webhooks')}>
        <Icon name="back" /> {words.back}
      </Link>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <>
          <Head webhook={data.webhook} />
          <Tabs id={id} part={part} />
          {children(data)}
        </>
      )}
    </div>
  );
}

function Head({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords();
  const scope = useScope(webhook);
  const setActive = useActivation(webhook);
  return (
    <div className="sheet-head webhook-head">
      <h1>{webhook.url.trim()}</h1>
      <HealthMark webhook={webhook} />
      <span className="note">{scope}</span>
      <button
        className="button"
        disabled={setActive.isPending}
        onClick={() => setActive.mutate(!webhook.active)}
        type="button"
      >
        {webhook.active ? words.pause : words.resume}
      </button>
    </div>
  );
}

function useActivation({ id, site_id }: Webhook) {
  const words = useWebhookWords();
  const said = useSaid();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (active: boolean) => manage.webhooks.change(site_id, id, { active }),
    onSuccess: (_, active) => toasts.show(active ? words.resumed : words.pausedDone),
    onError: (error) => toasts.show(said.error(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks', site_id] }),
  });
}

function Tabs({ id, part }: { id: number; part: Part }) {
  const words = useWebhookWords();
  const address = nounAddress(useSite().id, 'webhooks', id);
  return (
    <TabRow label={words.tabsLabel}>
      {PARTS.map((name) => (
        <Link
          aria-current={name === part ? 'page' : undefined}
          className="tab"
          href={name === 'overview' ? address : `${address}/${name}`}
          key={name}
        >
          {words.tabs[name]}
        </Link>
      ))}
    </TabRow>
  );
}
