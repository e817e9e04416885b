import { Alert, Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MastheadError, type Me, RateLimitError } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import type { Words } from '../i18n/en.ts';
import { useWords } from '../i18n/language.tsx';
import { problemOf } from './problems.ts';
import { rememberSignIn } from './remembered.ts';

const SECONDS_A_MINUTE = 60;

export function SignIn({ onSetup }: { onSetup: (() => void) | null }) {
  const words = useWords();
  const enter = useEnter();
  return (
    <>
      <h1>{words.signIn.title}</h1>
      <SignInForm onSignedIn={enter} />
      <p className="note">{words.signIn.help}</p>
      {onSetup && (
        <p>
          <button className="link" onClick={onSetup} type="button">
            {words.signIn.toSetup}
          </button>
        </p>
      )}
    </>
  );
}

/** Over the page that was open when the session ended; the page keeps what it shows. */
export function SignInAgain({ person }: { person: Me }) {
  const words = useWords();
  const { session } = useApi();
  const queries = useQueryClient();
  const [isOther, setOther] = useState(false);
  const enter = (signedIn: Me) => {
    if (signedIn.id !== person.id) return setOther(true);
    session.set('signed in');
    queries.setQueryData(['me'], signedIn);
    return void queries.invalidateQueries();
  };
  return (
    <Modal
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
      opened
      title={words.signIn.ended}
      withCloseButton={false}
    >
      <p className="note">{words.signIn.endedHint}</p>
      {isOther && <Alert color="red">{words.signIn.otherPerson}</Alert>}
      <SignInForm email={person.email} onSignedIn={enter} />
    </Modal>
  );
}

/** After a sign-in or a setup: the page as this person sees it. */
export function useEnter(): (person: Me) => void {
  const { session } = useApi();
  const queries = useQueryClient();
  return (person) => {
    rememberSignIn();
    session.set('signed in');
    queries.setQueryData(['me'], person);
  };
}

interface SignInFormProps {
  email?: string;
  onSignedIn: (person: Me) => void;
}

function SignInForm({ email: known = '', onSignedIn }: SignInFormProps): ReactNode {
  const words = useWords();
  const { manage } = useApi();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => manage.sessions.create({ email, password }),
    onSuccess: ({ person }) => onSignedIn(person),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      {signIn.error && <Alert color="red">{messageOf(signIn.error, words)}</Alert>}
      <TextInput
        autoComplete="username"
        autoFocus={known === ''}
        error={problemOf(signIn.error, '/email')}
        label={words.signIn.email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        required
        type="email"
        value={email}
        withAsterisk={false}
      />
      <PasswordInput
        autoComplete="current-password"
        autoFocus={known !== ''}
        label={words.signIn.password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        required
        value={password}
        withAsterisk={false}
      />
      <Button loading={signIn.isPending} type="submit">
        {words.signIn.submit}
      </Button>
    </form>
  );
}

function messageOf(error: Error, words: Words): string {
  if (error instanceof RateLimitError)
    return words.signIn.limited(Math.ceil((error.retryAfter ?? 0) / SECONDS_A_MINUTE));
  return error instanceof MastheadError && error.status === 401 ? words.signIn.failed : error.message;
}
