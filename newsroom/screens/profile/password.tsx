import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { usePerson } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { useSignInMessage } from '../../shell/sign-in.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useSignInWords } from '../without-session/words.ts';
import { useProfileWords } from './words.ts';

const EMPTY = { current_password: '', password: '' };

export function Password() {
  const { problemOf, restOf } = useProblems();
  const { password: words } = useProfileWords();
  const door = useSignInWords();
  const person = usePerson();
  const signInMessage = useSignInMessage();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [fields, setFields] = useState(EMPTY);
  const change = useMutation({
    mutationFn: () => manage.me.setPassword(fields),
    onSuccess: () => {
      setFields(EMPTY);
      toasts.show(words.done);
      void queries.invalidateQueries({ queryKey: ['sessions'] });
    },
    // An expired session gets the same answer as a wrong password; this distinguishes them.
    onError: () => void queries.invalidateQueries({ queryKey: ['me'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const { error } = change;
  const rest = restOf(error, ['/current_password', '/password']);
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      <form className="form" onSubmit={submit}>
        {error && rest && <Alert color="red">{signInMessage(error, door.wrongPassword)}</Alert>}
        {/* For password managers. */}
        <input autoComplete="username" hidden readOnly value={person.email} />
        <PasswordField
          autoComplete="current-password"
          error={problemOf(error, '/current_password')}
          label={words.current}
          onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, current_password: value }))}
          required
          value={fields.current_password}
          withAsterisk={false}
        />
        <PasswordField
          autoComplete="new-password"
          description={door.setup.passwordHint}
          error={problemOf(error, '/password')}
          label={words.next}
          onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, password: value }))}
          required
          value={fields.password}
          withAsterisk={false}
        />
        <Button loading={change.isPending} type="submit" variant="default">
          {words.submit}
        </Button>
      </form>
    </section>
  );
}
