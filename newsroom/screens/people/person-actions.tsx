/** Actions of an owner on a person, besides the fields. */
import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PasswordReset, Person } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { Question } from '../../parts/question.tsx';
import { Secret } from '../../parts/secret.tsx';
import { PEOPLE, resetLink } from '../../shell/addresses.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson } from '../../shell/context.ts';
import { useLeave } from '../../shell/leave.ts';
import { useSignInMethods } from '../../shell/sign-in-methods.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { usePeopleWords } from './words.ts';

export function ResetPassword({ person: { id, name } }: { person: Person }) {
  const said = useSaid();
  const words = usePeopleWords();
  const { manage } = useApi();
  const ways = useSignInMethods();
  const times = useOwnTimes();
  const [made, setMade] = useState<PasswordReset | null>(null);
  const create = useConfirmed(
    () => manage.people.resetPassword(id),
    ({ password_reset }) => setMade(password_reset),
  );
  return (
    <section className="sheet-part">
      <h2>{words.reset.title}</h2>
      {create.error && <Alert color="red">{said.error(create.error)}</Alert>}
      {made ? (
        <>
          <p>{words.reset.made(name)}</p>
          <Secret label={words.link} value={resetLink(made.token)} />
          <p className="note">{words.until(times.moment(made.expires_at))}</p>
        </>
      ) : (
        <>
          <p className="note">{ways?.password === false ? words.reset.hintWithout : words.reset.hint}</p>
          <Button loading={create.isPending} onClick={() => create.run(undefined)} variant="default">
            {words.reset.make}
          </Button>
        </>
      )}
      {create.dialog}
    </section>
  );
}

export function RemovePerson({ person, etag }: { person: Person; etag: string | null }) {
  const words = usePeopleWords();
  const me = usePerson();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoval(person, etag);
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <section className="sheet-part">
      <h2>{words.remove.title}</h2>
      <p className="note">{words.remove.hint}</p>
      <Button color="red" onClick={() => setAsking(true)} variant="default">
        {words.remove.button(person.name)}
      </Button>
      <Question
        agree={words.remove.button(person.name)}
        isOpen={isAsking}
        onAgree={() => remove.run(undefined)}
        onClose={close}
        title={words.remove.question(person.name)}
        work={remove}
      >
        {person.id === me.id && <p>{words.remove.yourself}</p>}
        <p className="note">{words.remove.keys}</p>
      </Question>
      {remove.dialog}
    </section>
  );
}

function useRemoval({ id, name }: Person, etag: string | null) {
  const words = usePeopleWords();
  const { manage } = useApi();
  const leave = useLeave();
  const me = usePerson();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return useConfirmed(
    () => manage.people.remove(id, { ifMatch: etag }),
    () => {
      if (id === me.id) return leave();
      toasts.show(words.remove.done(name));
      navigate(PEOPLE);
      queries.removeQueries({ queryKey: ['people', id] });
      void queries.invalidateQueries({ queryKey: ['people', 'list'] });
    },
  );
}
