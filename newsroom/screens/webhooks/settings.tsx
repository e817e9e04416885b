/** The fields of a receiver, and its deletion. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { ConflictError } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { changedFields } from '../../parts/changes.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Question } from '../../parts/question.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useProblems } from '../../shell/problems.ts';
import { useToasts } from '../../shell/toasts.tsx';
import type { ReadWebhook } from './receiver.tsx';
import { FIELDS, type Fields, fieldsOf, ReceiverFields } from './receiver-fields.tsx';
import { useWebhookWords } from './words.ts';

export function Settings({ read }: { read: ReadWebhook }) {
  const { form: words } = useWebhookWords();
  const { restOf } = useProblems();
  const [fields, setFields] = useState(() => fieldsOf(read.webhook));
  const change = changedFields(fieldsOf(read.webhook), fields);
  const isChanged = Object.keys(change).length > 0;
  const save = useSave(read);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(change);
  };
  const rest = restOf(
    save.error,
    FIELDS.map((name) => `/${name}`),
  );
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['webhooks', read.webhook.site_id] });
  return (
    <div className="webhook-parts">
      <form className="form" noValidate onSubmit={submit}>
        {rest && (
          <Alert color="red">
            {rest}{' '}
            {save.error instanceof ConflictError && (
              <button className="link" onClick={() => void reload()} type="button">
                {words.reload}
              </button>
            )}
          </Alert>
        )}
        <ReceiverFields
          error={save.error}
          onChange={(given) => setFields((before) => ({ ...before, ...given }))}
          value={fields}
        />
        <Button disabled={!isChanged || fields.actions.length === 0} loading={save.isPending} type="submit">
          {words.save}
        </Button>
      </form>
      <LeaveGuard isDirty={isChanged && !save.isPending} />
      <Removal read={read} />
    </div>
  );
}

function useSave({ webhook: { id, site_id }, etag }: ReadWebhook) {
  const { form: words } = useWebhookWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (change: Partial<Fields>) => manage.webhooks.change(site_id, id, change, { ifMatch: etag }),
    onSuccess: () => {
      toasts.show(words.saved);
      void queries.invalidateQueries({ queryKey: ['webhooks', site_id] });
    },
  });
}

function Removal({ read: { webhook, etag } }: { read: ReadWebhook }) {
  const { remove: words } = useWebhookWords();
  const { manage } = useApi();
  const { id, site_id } = webhook;
  const queries = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => manage.webhooks.remove(site_id, id, { ifMatch: etag }),
    onSuccess: () => {
      toasts.show(words.done);
      navigate(nounAddress(site_id, 'webhooks'));
      queries.removeQueries({ queryKey: ['webhooks', site_id] });
    },
  });
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      <Button color="red" onClick={() => setAsking(true)} variant="default">
        {words.button}
      </Button>
      <Question
        agree={words.button}
        isOpen={isAsking}
        onAgree={() => remove.mutate()}
        onClose={() => setAsking(false)}
        title={words.question}
        work={remove}
      >
        <p>{words.hint}</p>
      </Question>
    </section>
  );
}
