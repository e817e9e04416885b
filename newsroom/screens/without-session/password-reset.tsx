/** The link that an owner gives to someone who forgot the password. Without passwords it signs in once. */
import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useSignInMethods } from '../../shell/sign-in-methods.ts';
import { Waiting } from '../../shell/states.tsx';
import { DeadLink } from './dead-link.tsx';
import { useEnterAnew } from './enter.ts';
import { SignedOutFrame } from './frame.tsx';
import { useSignInWords } from './words.ts';

export function PasswordReset({ token }: { token: string }) {
  const words = useSignInWords();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['password-reset', token],
    queryFn: async ({ signal }) => (await manage.passwordResets.read(token, { signal })).password_reset,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ways = useSignInMethods();
  if (isPending || !ways) return <Waiting />;
  return (
    <SignedOutFrame>
      {data ? (
        <NewPassword email={data.email} hasPassword={ways.password} token={token} />
      ) : (
        <DeadLink error={error} onRetry={refetch} title={words.reset.dead} />
      )}
    </SignedOutFrame>
  );
}

interface NewPasswordProps {
  token: string;
  email: string;
  hasPassword: boolean;
}

function NewPassword({ token, email, hasPassword }: NewPasswordProps) {
  const { problemOf, restOf } = useProblems();
  const { reset: words, setup } = useSignInWords();
  const common = useWords();
  const { manage } = useApi();
  const enter = useEnterAnew();
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => manage.passwordResets.accept(token, hasPassword ? { password } : {}),
    onSuccess: ({ person }) => enter(person, hasPassword),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  const rest = restOf(accept.error, ['/password']);
  return (
    <>
      <h1>{hasPassword ? words.title : words.titleWithout}</h1>
      <p className="note">{hasPassword ? words.intro : words.introWithout}</p>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        {/* Password managers file the password under this address. */}
        <TextInput autoComplete="username" label={common.signIn.email} readOnly type="email" value={email} />
        {hasPassword && (
          <PasswordField
            autoComplete="new-password"
            autoFocus
            description={setup.passwordHint}
            error={problemOf(accept.error, '/password')}
            label={words.password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            required
            value={password}
            withAsterisk={false}
          />
        )}
        <Button loading={accept.isPending} type="submit">
          {hasPassword ? words.submit : words.submitWithout}
        </Button>
      </form>
    </>
  );
}
