import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MastheadError, type Me, RateLimitError, type SignInWays } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useSignInWords } from '../screens/without-session/words.ts';
import { useProblems } from './problems.ts';
import { rememberSignIn } from './remembered.ts';
import {
  askForPasskey,
  isCancelled,
  returnAddress,
  useProviderWindow,
  useSignInError,
  useSignInMethods,
} from './sign-in-methods.ts';
import { useRest } from './use-rest.ts';

const SECONDS_A_MINUTE = 60;

export function SignIn({ hasDemo, onSetup }: { hasDemo: boolean; onSetup: (() => void) | null }) {
  const words = useWords();
  const own = useSignInWords();
  const enter = useEnter();
  return (
    <>
      <h1>{words.signIn.title}</h1>
      <SignInForm onSignedIn={enter} />
      <p className="note">{hasDemo && onSetup ? own.demoHint : words.signIn.help}</p>
      {onSetup && (
        <p className="note">
          {own.setupHint}{' '}
          <button className="link" onClick={onSetup} type="button">
            {own.toSetup}
          </button>
        </p>
      )}
    </>
  );
}

/** A dialog over the page that was open when the session ended; the page stays. */
export function SignInAgain({ person }: { person: Me }) {
  const words = useWords();
  const { session } = useApi();
  const queries = useQueryClient();
  const [isOther, setOther] = useState(false);
  const hasRested = useRest();
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
      opened={hasRested}
      title={words.signIn.ended}
      withCloseButton={false}
    >
      <p className="note">{words.signIn.endedHint}</p>
      {isOther && <Alert color="red">{words.signIn.otherPerson}</Alert>}
      <SignInForm isOverPage email={person.email} onSignedIn={enter} />
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
  /** The page below stays: the provider opens in a separate window. */
  isOverPage?: boolean;
  onSignedIn: (person: Me) => void;
}

/** All sign-in methods of the installation. */
function SignInForm({ email = '', isOverPage = false, onSignedIn }: SignInFormProps): ReactNode {
  const words = useSignInWords();
  const ways = useSignInMethods();
  const code = useSignInError();
  if (!ways) return null;
  return (
    <div className="ways">
      {code !== null && <Alert color="red">{words.errors[code] ?? words.notSignedIn}</Alert>}
      {ways.password && <PasswordForm email={email} onSignedIn={onSignedIn} />}
      {ways.passkey && <PasskeyButton email={email} isOnly={!ways.password} onSignedIn={onSignedIn} />}
      {ways.oidc && <ProviderButton isOverPage={isOverPage} onSignedIn={onSignedIn} provider={ways.oidc} />}
    </div>
  );
}

function PasswordForm({ email: known, onSignedIn }: { email: string; onSignedIn: (person: Me) => void }) {
  const words = useWords();
  const { problemOf } = useProblems();
  const signInMessage = useSignInMessage();
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
      {signIn.error && <Alert color="red">{signInMessage(signIn.error, words.signIn.failed)}</Alert>}
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
      <PasswordField
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

interface PasskeyButtonProps {
  email: string;
  /** The main button if passwords are disabled. */
  isOnly: boolean;
  onSignedIn: (person: Me) => void;
}

function PasskeyButton({ email, isOnly, onSignedIn }: PasskeyButtonProps) {
  const words = useSignInWords();
  const signInMessage = useSignInMessage();
  const { manage } = useApi();
  const signIn = useMutation({
    mutationFn: async () => {
      const { passkey_options } = await manage.sessions.passkeyOptions(email === '' ? {} : { email });
      return manage.sessions.signInWithPasskey(await askForPasskey(passkey_options));
    },
    onSuccess: ({ person }) => onSignedIn(person),
  });
  const { error } = signIn;
  return (
    <>
      {error && !isCancelled(error) && <Alert color="red">{signInMessage(error, words.wrongPasskey)}</Alert>}
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()} variant={isOnly ? 'filled' : 'default'}>
        {words.passkey}
      </Button>
    </>
  );
}

interface ProviderButtonProps {
  provider: NonNullable<SignInWays['oidc']>;
  isOverPage: boolean;
  onSignedIn: (person: Me) => void;
}

function ProviderButton({ provider, isOverPage, onSignedIn }: ProviderButtonProps) {
  const said = useSaid();
  const words = useSignInWords();
  const { manage } = useApi();
  const leave = useMutation({
    mutationFn: () => manage.identities.signIn({ return_to: returnAddress() }),
    onSuccess: ({ authorization }) => location.assign(authorization.url),
  });
  const enter = useMutation({
    mutationFn: async (code: string | null) => {
      if (code !== null) throw new Error(words.errors[code] ?? words.notSignedIn);
      return manage.me.read();
    },
    onSuccess: ({ person }) => onSignedIn(person),
  });
  const { open, error } = useProviderWindow(manage.identities.signIn, enter.mutate);
  const failed = error === 'blocked' ? null : (error ?? leave.error ?? enter.error);
  const shown = error === 'blocked' ? words.blocked : failed && said.error(failed);
  return (
    <>
      {shown && <Alert color="red">{shown}</Alert>}
      <Button loading={leave.isPending} onClick={isOverPage ? open : () => leave.mutate()} variant="default">
        {words.provider(provider.name)}
      </Button>
    </>
  );
}

/** `failed` is the message for a wrong password or passkey. */
export function useSignInMessage(): (error: Error, failed: string) => string {
  const words = useWords();
  const said = useSaid();
  return (error, failed) => {
    if (error instanceof RateLimitError)
      return words.signIn.limited(Math.ceil((error.retryAfter ?? 0) / SECONDS_A_MINUTE));
    return error instanceof MastheadError && error.status === 401 ? failed : said.error(error);
  };
}
