/** Sends the events of a period again. */
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Webhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { CheckField } from '../../parts/form-fields.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useWebhookWords } from './words.ts';

export function Replay({ webhook: { id, site_id } }: { webhook: Webhook }) {
  const { replay: words } = useWebhookWords();
  const { problemOf, restOf } = useProblems();
  const { manage } = useApi();
  const toasts = useToasts();
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const [isFailed, setFailed] = useState(false);
  const replay = useMutation({
    mutationFn: () =>
      manage.webhooks.replay(site_id, id, { since, until: until || null, only: isFailed ? 'failed' : null }),
    onSuccess: (answer) => toasts.show(words.done(answer.replay.events)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  const rest = restOf(replay.error, ['/since', '/until']);
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <div className="webhook-row">
          <MomentField
            label={words.since}
            onChange={setSince}
            problem={problemOf(replay.error, '/since')}
            value={since}
          />
          <MomentField
            label={words.until}
            onChange={setUntil}
            problem={problemOf(replay.error, '/until')}
            value={until}
          />
        </div>
        <CheckField label={words.onlyFailed} onChange={setFailed} value={isFailed} />
        <Button disabled={since === ''} loading={replay.isPending} type="submit" variant="default">
          {words.send}
        </Button>
      </form>
    </section>
  );
}
