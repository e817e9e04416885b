/** The three steps that change a secret without a refused notification. */
import { Alert } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Secret } from '../../parts/secret.tsx';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useWebhookWords } from './words.ts';

export function Secrets({ webhook }: { webhook: Webhook }) {
  const { secrets: words } = useWebhookWords();
  const times = useTimes(useSite().time_zone);
  const { manage } = useApi();
  const { id, site_id, secret_state } = webhook;
  const { is_staged, promoted_at, previous_until } = secret_state;
  const [shown, setShown] = useState<string | null>(null);
  const stage = useStep(
    webhook,
    async () => setShown((await manage.webhooks.stageSecret(site_id, id)).secret),
    words.staged,
  );
  const promote = useStep(
    webhook,
    async () => {
      await manage.webhooks.promoteSecret(site_id, id);
      setShown(null);
    },
    words.promoted,
  );
  const retire = useStep(webhook, () => manage.webhooks.retireSecret(site_id, id), words.retired);
  const said = useSaid();
  const error = stage.error ?? promote.error ?? retire.error;
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      {promoted_at && <p>{words.promotedAt(times.moment(promoted_at))}</p>}
      {error && <Alert color="red">{said.error(error)}</Alert>}
      <ol className="steps">
        <li>
          <p>{words.steps.stage}</p>
          <button className="button" disabled={stage.isPending} onClick={() => stage.mutate()} type="button">
            {is_staged ? words.stageAgain : words.stage}
          </button>
          {shown && (
            <>
              <Secret label={words.secret} value={shown} />
              <p className="note">{words.once}</p>
            </>
          )}
        </li>
        <li>
          <p>{words.steps.promote}</p>
          <button
            className="button"
            disabled={!is_staged || promote.isPending}
            onClick={() => promote.mutate()}
            type="button"
          >
            {words.promote}
          </button>
        </li>
        <li>
          <p>{words.steps.retire}</p>
          {previous_until && <p className="note">{words.previousUntil(times.moment(previous_until))}</p>}
          <button
            className="button"
            disabled={previous_until === null || retire.isPending}
            onClick={() => retire.mutate()}
            type="button"
          >
            {words.retire}
          </button>
        </li>
      </ol>
    </section>
  );
}

function useStep({ site_id }: Webhook, run: () => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: run,
    onSuccess: () => toasts.show(done),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks', site_id] }),
  });
}
