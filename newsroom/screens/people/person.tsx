import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { ConflictError, type Person, type PersonChange } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { PEOPLE } from '../../shell/addresses.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { BylineFields } from './bylines.tsx';
import { RemovePerson, ResetPassword } from './person-actions.tsx';
import { RoleFields } from './roles.tsx';
import { usePeopleWords } from './words.ts';

interface Loaded {
  person: Person;
  etag: string | null;
}

export function PersonScreen({ id }: { id: number }) {
  const words = usePeopleWords();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['people', id],
    queryFn: async ({ signal }): Promise<Loaded> => manage.people.read(id, { signal }),
    // A later answer must not overwrite a form that someone is filling in.
    refetchOnWindowFocus: false,
  });
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={PEOPLE}>
        <Icon name="back" /> {words.back}
      </Link>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <>
          <PersonForm key={data.etag} loaded={data} onReload={refetch} />
          <ResetPassword person={data.person} />
          <RemovePerson etag={data.etag} person={data.person} />
        </>
      )}
    </div>
  );
}

function PersonForm({ loaded, onReload }: { loaded: Loaded; onReload: () => unknown }) {
  const { problemOf, restOf } = useProblems();
  const words = usePeopleWords();
  const times = useOwnTimes();
  const { person } = loaded;
  const [fields, setFields] = useState({
    name: person.name,
    email: person.email,
    roles: person.roles,
    bylines: person.bylines,
  });
  const change = changeOf(person, fields);
  const isChanged = Object.keys(change).length > 0;
  const save = useSave(loaded);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.run(change);
  };
  const set = (given: Partial<typeof fields>) => setFields((before) => ({ ...before, ...given }));
  const rest = restOf(save.error, ['/name', '/email', '/roles', '/bylines']);
  const seen = person.last_seen_at;
  return (
    <>
      <h1>{person.name}</h1>
      <p className="note">{seen ? words.lastSeen(times.moment(seen)) : words.neverSeen}</p>
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
          autoComplete="off"
          error={problemOf(save.error, '/name')}
          label={words.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          required
          value={fields.name}
          withAsterisk={false}
        />
        <TextInput
          autoComplete="off"
          description={words.emailHint}
          error={problemOf(save.error, '/email')}
          label={words.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          required
          type="email"
          value={fields.email}
          withAsterisk={false}
        />
        <RoleFields
          onChange={(roles) => set({ roles })}
          problem={problemOf(save.error, '/roles')}
          roles={fields.roles}
        />
        <p className="note">{words.rolesHint}</p>
        <BylineFields
          bylines={fields.bylines}
          onChange={(bylines) =>
            set({
              bylines: bylines.flatMap(({ site_id, author_id }) => (author_id === null ? [] : { site_id, author_id })),
            })
          }
          problem={problemOf(save.error, '/bylines')}
          roles={fields.roles}
        />
        <Button disabled={!isChanged} loading={save.isPending} type="submit">
          {words.save}
        </Button>
      </form>
      <LeaveGuard isDirty={isChanged && !save.isPending} />
      {save.dialog}
    </>
  );
}

function useSave({ person, etag }: Loaded) {
  const words = usePeopleWords();
  const { manage } = useApi();
  const me = usePerson();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useConfirmed(
    (change: PersonChange) => manage.people.change(person.id, change, { ifMatch: etag }),
    (saved) => {
      queries.setQueryData(['people', person.id], saved);
      void queries.invalidateQueries({ queryKey: ['people', 'list'] });
      if (person.id === me.id) void queries.invalidateQueries({ queryKey: ['me'] });
      toasts.show(words.saved);
    },
  );
}

/** Only changed fields are sent. */
function changeOf(person: Person, fields: Pick<Person, 'name' | 'email' | 'roles' | 'bylines'>): PersonChange {
  const spelled = (roles: Person['roles']) =>
    roles
      .map(({ site_id, role }) => `${site_id} ${role}`)
      .sort()
      .join();
  const signed = (bylines: Person['bylines']) =>
    bylines
      .map(({ site_id, author_id }) => `${site_id} ${author_id}`)
      .sort()
      .join();
  return {
    ...(signed(fields.bylines) === signed(person.bylines) ? {} : { bylines: fields.bylines }),
    ...(fields.name === person.name ? {} : { name: fields.name }),
    ...(fields.email === person.email ? {} : { email: fields.email }),
    ...(spelled(fields.roles) === spelled(person.roles) ? {} : { roles: fields.roles }),
  };
}
