import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useTimes } from '../../i18n/times.ts';
import { useSite } from '../../shell/context.ts';
import { COLOURS, healthOf } from './health.ts';
import { useWebhookWords } from './words.ts';

export function HealthMark({ webhook }: { webhook: Webhook }) {
  const { states } = useWebhookWords().health;
  const state = healthOf(webhook, new Date());
  const isTested = useIsTested(webhook, state === 'unused');
  return (
    <span className="state" data-state={COLOURS[state]}>
      {states[isTested ? 'tested' : state]}
    </span>
  );
}

export const lastTestKey = ({ site_id, id }: Pick<Webhook, 'site_id' | 'id'>) => ['webhooks', site_id, id, 'last test'];

/** Whether the receiver accepted the last test: the health is that of notifications about articles. */
function useIsTested(webhook: Webhook, enabled: boolean): boolean {
  const { manage } = useApi();
  const { data } = useQuery({
    queryKey: lastTestKey(webhook),
    queryFn: async ({ signal }) => {
      const asked = { test: true, count: 1, signal };
      const [test] = (await manage.webhooks.deliveries(webhook.site_id, webhook.id, asked)).deliveries;
      return test?.state === 'delivered';
    },
    enabled,
  });
  return enabled && data === true;
}

/** The sentences that explain the word. */
export function HealthLine({ webhook }: { webhook: Webhook }) {
  const { health: words } = useWebhookWords();
  const times = useTimes(useSite().time_zone);
  const { active, pause_reason, health } = webhook;
  const { failing_since, next_probe_at, pending, last_success_at } = health;
  const waiting = pending > 0 ? `${words.waiting}: ${pending.toLocaleString()}.` : null;
  if (!active) return [words.paused[pause_reason ?? 'person'], waiting].filter(Boolean).join(' ');
  if (failing_since)
    return [
      words.failing(times.moment(failing_since)),
      next_probe_at && words.nextProbe(times.moment(next_probe_at)),
      waiting,
    ]
      .filter(Boolean)
      .join(' ');
  return [last_success_at && `${words.lastSuccess}: ${times.moment(last_success_at)}.`, waiting]
    .filter(Boolean)
    .join(' ');
}
