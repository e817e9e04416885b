/** The first owner of an installation. */
import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useSignInWords } from '../screens/without-session/words.ts';
import { useProblems } from './problems.ts';
import { useEnter } from './sign-in.tsx';

const EMPTY = { code: '', name: '', email: '', password: '' };

export function Setup({ hasDemo, onSignIn }: { hasDemo: boolean; onSignIn: () => void }) {
  const { problemOf, restOf } = useProblems();
  const { signIn } = useWords();
  const { setup: words } = useSignInWords();
  const { manage } = useApi();
  const enter = useEnter();
  const [fields, setFields] = useState(EMPTY);
  const setup = useMutation({
    mutationFn: () => manage.setup.create(fields),
    onSuccess: ({ person }) => enter(person),
  });
  const given = (name: keyof typeof EMPTY) => ({
    error: problemOf(setup.error, `/${name}`),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const { value } = currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
    required: true,
    value: fields[name],
    withAsterisk: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setup.mutate();
  };
  const rest = restOf(
    setup.error,
    Object.keys(EMPTY).map((name) => `/${name}`),
  );
  return (
    <>
      <h1>{words.title}</h1>
      <p className="note">{words.intro}</p>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <TextInput
          {...given('code')}
          autoCapitalize="characters"
          autoComplete="off"
          autoFocus
          description={words.codeHint}
          label={words.code}
        />
        <TextInput {...given('name')} autoComplete="name" label={words.personName} />
        <TextInput {...given('email')} autoComplete="username" label={signIn.email} type="email" />
        <PasswordField
          {...given('password')}
          autoComplete="new-password"
          description={words.passwordHint}
          label={signIn.password}
        />
        <Button loading={setup.isPending} type="submit">
          {words.submit}
        </Button>
      </form>
      <p className="note">
        {hasDemo && words.demoHint}{' '}
        <button className="link" onClick={onSignIn} type="button">
          {words.toSignIn}
        </button>
      </p>
    </>
  );
}
