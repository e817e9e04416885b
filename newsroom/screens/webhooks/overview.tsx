/** Health, a test, sending again, and the secret of one receiver. */
import { useTimes } from '../../i18n/times.ts';
import { useSite } from '../../shell/context.ts';
import { HealthLine } from './health-line.tsx';
import type { ReadWebhook } from './receiver.tsx';
import { Replay } from './replay.tsx';
import { Secrets } from './secrets.tsx';
import { Test } from './test.tsx';
import { useWebhookWords } from './words.ts';

export function Overview({ read: { webhook } }: { read: ReadWebhook }) {
  const words = useWebhookWords();
  return (
    <div className="webhook-parts">
      <Health webhook={webhook} />
      {webhook.warnings.length > 0 && (
        <section className="sheet-part">
          <h2>{words.warnings}</h2>
          {webhook.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </section>
      )}
      <Test webhook={webhook} />
      <Replay webhook={webhook} />
      <Secrets webhook={webhook} />
    </div>
  );
}

function Health({ webhook }: Pick<ReadWebhook, 'webhook'>) {
  const { health: words } = useWebhookWords();
  const times = useTimes(useSite().time_zone);
  const { health, notice, notice_at, paused_at } = webhook;
  const time = (iso: string | null) => (iso ? times.moment(iso) : words.never);
  const oldest = health.oldest_pending_at;
  const facts = [
    [words.waiting, [health.pending.toLocaleString(), oldest && words.since(times.moment(oldest))]],
    [words.lastSuccess, [time(health.last_success_at)]],
    [words.lastFailure, [time(health.last_failure_at), health.last_failure]],
    ...(health.tries_since_success > 0 ? [[words.tries, [health.tries_since_success.toLocaleString()]] as const] : []),
    ...(paused_at ? [[words.pausedAt, [times.moment(paused_at)]] as const] : []),
    ...(notice ? [[words.lastAction, [notice, time(notice_at)]] as const] : []),
  ] as const;
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      {(!webhook.active || health.failing_since) && (
        <p>
          <HealthLine webhook={webhook} />
        </p>
      )}
      <dl className="facts">
        {facts.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{values.filter(Boolean).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
