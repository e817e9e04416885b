/** Registers a receiver and shows its secret once. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { CreatedWebhook } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Icon } from '../../icons.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Secret } from '../../parts/secret.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { BLANK, FIELDS, ReceiverFields } from './receiver-fields.tsx';
import { useWebhookWords } from './words.ts';

export function NewReceiver() {
  const words = useWebhookWords();
  const site = useSite();
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={nounAddress(site.id, 'webhooks')}>
        <Icon name="back" /> {words.back}
      </Link>
      {made ? <Made webhook={made} /> : <ReceiverForm onMade={setMade} />}
    </div>
  );
}

function ReceiverForm({ onMade }: { onMade: (webhook: CreatedWebhook) => void }) {
  const { form: words } = useWebhookWords();
  const { restOf } = useProblems();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const [fields, setFields] = useState(BLANK);
  const create = useMutation({
    mutationFn: () => manage.webhooks.create(site.id, fields),
    onSuccess: ({ webhook }) => {
      onMade(webhook);
      void queries.invalidateQueries({ queryKey: ['webhooks', site.id] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const rest = restOf(
    create.error,
    FIELDS.map((name) => `/${name}`),
  );
  return (
    <>
      <h1>{words.title}</h1>
      <form className="form" noValidate onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <ReceiverFields
          error={create.error}
          onChange={(change) => setFields((before) => ({ ...before, ...change }))}
          value={fields}
        />
        <Button
          disabled={fields.url.trim() === '' || fields.actions.length === 0}
          loading={create.isPending}
          type="submit"
        >
          {words.make}
        </Button>
      </form>
      <LeaveGuard isDirty={fields.url !== '' && !create.isPending} />
    </>
  );
}

function Made({ webhook: { id, site_id, url, secret } }: { webhook: CreatedWebhook }) {
  const { form: words, secrets } = useWebhookWords();
  return (
    <>
      <h1>{words.madeTitle}</h1>
      <p className="row-name">{url}</p>
      <p>{words.made}</p>
      <Secret label={secrets.secret} value={secret} />
      <p className="sheet-actions">
        <Link className="button primary" href={nounAddress(site_id, 'webhooks', id)}>
          {words.toReceiver}
        </Link>
      </p>
    </>
  );
}
