import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConflictError, type Me } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { useProblems } from '../../shell/problems.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useProfileWords } from './words.ts';

interface Loaded {
  person: Me;
  etag: string | null;
}

export function AboutYou() {
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: async ({ signal }): Promise<Loaded> => manage.me.read({ signal }),
    refetchOnWindowFocus: false,
  });
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  return <NameForm key={data.person.name} loaded={data} onReload={refetch} />;
}

function NameForm({ loaded: { person, etag }, onReload }: { loaded: Loaded; onReload: () => unknown }) {
  const { problemOf, restOf } = useProblems();
  const words = useProfileWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [name, setName] = useState(person.name);
  const isChanged = name !== person.name;
  const save = useMutation({
    mutationFn: () => manage.me.change({ name }, { ifMatch: etag }),
    onSuccess: (saved) => {
      queries.setQueryData(['profile'], saved);
      queries.setQueryData(['me'], saved.person);
      toasts.show(words.saved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate();
  };
  const rest = restOf(save.error, ['/name']);
  const roles = person.roles.map(({ role, site_name }) => words.roleOn(words.role[role], site_name));
  return (
    <form className="form" onSubmit={submit}>
      {rest && (
        <Alert color="red">
          {rest}{' '}
          {save.error instanceof ConflictError && (
            <button className="link" onClick={() => void onReload()} type="button">
              {words.reload}
            </button>
          )}
        </Alert>
      )}
      <TextInput
        autoComplete="name"
        error={problemOf(save.error, '/name')}
        label={words.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        value={name}
        withAsterisk={false}
      />
      <dl className="facts">
        <dt>{words.email}</dt>
        <dd>
          {person.email}
          <p className="note">{words.emailHint}</p>
        </dd>
        <dt>{words.roles}</dt>
        <dd>{roles.join(' · ') || words.noRole}</dd>
      </dl>
      <Button disabled={!isChanged} loading={save.isPending} type="submit">
        {words.save}
      </Button>
      <LeaveGuard isDirty={isChanged && !save.isPending} />
    </form>
  );
}
