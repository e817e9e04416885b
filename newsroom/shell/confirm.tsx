/** Changes to accounts need a session that was confirmed within ten minutes: after a 403 a dialog asks. */
import { Alert, Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Confirmation, MastheadError } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useSignInWords } from '../screens/without-session/words.ts';
import { useSignInMessage } from './sign-in.tsx';
import { askForPasskey, isCancelled, useProviderWindow, useSignInMethods } from './sign-in-methods.ts';

interface Confirmed<Input> {
  run: (input: Input) => void;
  isPending: boolean;
  error: Error | null;
  reset: () => void;
  /** The calling component renders it. */
  dialog: ReactNode;
}

/** A mutation that is repeated after the person has confirmed the session. */
export function useConfirmed<Input, Result>(
  action: (input: Input) => Promise<Result>,
  onSuccess: (result: Result, input: Input) => void,
): Confirmed<Input> {
  const [waiting, setWaiting] = useState<{ input: Input } | null>(null);
  const mutation = useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error, input) => {
      if (isUnconfirmed(error)) setWaiting({ input });
    },
  });
  const confirmed = () => {
    setWaiting(null);
    if (waiting) mutation.mutate(waiting.input);
  };
  return {
    run: mutation.mutate,
    isPending: mutation.isPending,
    error: isUnconfirmed(mutation.error) ? null : mutation.error,
    reset: mutation.reset,
    dialog: waiting && <ConfirmDialog onCancel={() => setWaiting(null)} onConfirmed={confirmed} />,
  };
}

function isUnconfirmed(error: Error | null): boolean {
  return error instanceof MastheadError && error.body.needs_confirmation === true;
}

function ConfirmDialog({ onCancel, onConfirmed }: { onCancel: () => void; onConfirmed: () => void }) {
  const common = useWords();
  const words = useSignInWords();
  const signInMessage = useSignInMessage();
  const { manage } = useApi();
  const queries = useQueryClient();
  const ways = useSignInMethods();
  const confirm = useMutation({
    mutationFn: async (given: () => Promise<Confirmation>) => manage.sessions.confirm(await given()),
    onSuccess: onConfirmed,
    // An expired session gets the same answer as a wrong password; this distinguishes them.
    onError: () => void queries.invalidateQueries({ queryKey: ['me'] }),
  });
  const byPasskey = async (): Promise<Confirmation> => {
    const { passkey_options } = await manage.sessions.confirmOptions();
    return { credential: await askForPasskey(passkey_options) };
  };
  const { error } = confirm;
  const failed = ways?.password ? words.wrongPassword : words.wrongPasskey;
  return (
    <Modal
      centered
      closeButtonProps={{ 'aria-label': common.common.close }}
      onClose={onCancel}
      opened
      title={words.confirm.title}
    >
      <div className="ways">
        <p className="note">{words.confirm.hint}</p>
        {error && !isCancelled(error) && <Alert color="red">{signInMessage(error, failed)}</Alert>}
        {ways?.password && (
          <PasswordForm
            isPending={confirm.isPending}
            onSubmit={(password) => confirm.mutate(async () => ({ password }))}
          />
        )}
        {ways?.passkey && (
          <Button onClick={() => confirm.mutate(byPasskey)} variant={ways.password ? 'default' : 'filled'}>
            {words.confirm.passkey}
          </Button>
        )}
        {ways?.oidc && <ProviderButton name={ways.oidc.name} onConfirmed={onConfirmed} />}
      </div>
    </Modal>
  );
}

function PasswordForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (password: string) => void }) {
  const words = useSignInWords();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <form className="form" onSubmit={submit}>
      <PasswordField
        autoComplete="current-password"
        data-autofocus
        label={words.confirm.password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        required
        value={password}
        withAsterisk={false}
      />
      <Button loading={isPending} type="submit">
        {words.confirm.submit}
      </Button>
    </form>
  );
}

function ProviderButton({ name, onConfirmed }: { name: string; onConfirmed: () => void }) {
  const said = useSaid();
  const words = useSignInWords();
  const { manage } = useApi();
  const [code, setCode] = useState<string | null>(null);
  const { open, error } = useProviderWindow(manage.identities.confirm, (ended) => {
    setCode(ended);
    if (ended === null) onConfirmed();
  });
  const refused = code === null ? undefined : (words.errors[code] ?? words.notSignedIn);
  const shown = error === 'blocked' ? words.blocked : error ? said.error(error) : refused;
  return (
    <>
      {shown && <Alert color="red">{shown}</Alert>}
      <Button onClick={open} variant="default">
        {words.confirm.provider(name)}
      </Button>
    </>
  );
}
