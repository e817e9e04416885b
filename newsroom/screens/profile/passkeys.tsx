import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { type Said, useSaid } from '../../i18n/service/use-service-words.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { useProblems } from '../../shell/problems.ts';
import { createPasskey, isCancelled } from '../../shell/sign-in-methods.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useDeviceName } from './device-name.ts';
import { useProfileWords } from './words.ts';
import type { ProfileWords } from './words-en.ts';

/** `isAvailable`: the page has an address at which passkeys work. */
export function Passkeys({ isAvailable }: { isAvailable: boolean }) {
  const { passkeys: words } = useProfileWords();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await manage.passkeys.list({ signal })).passkeys,
  });
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <p>{words.none}</p>}
      {data && data.length > 0 && (
        <ul className="ruled-list">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAvailable ? <AddPasskey /> : <p className="note">{words.unavailable}</p>}
    </section>
  );
}

function AddPasskey() {
  const said = useSaid();
  const { problemOf } = useProblems();
  const { passkeys: words } = useProfileWords();
  const { manage } = useApi();
  const changed = useChanged();
  const device = useDeviceName()(navigator.userAgent);
  const [name, setName] = useState(device);
  const add = useConfirmed(
    async (given: string) => {
      const { passkey_options } = await manage.passkeys.options();
      return manage.passkeys.add({ name: given, credential: await createPasskey(passkey_options) });
    },
    () => changed(words.added),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run(name);
  };
  return (
    <form className="form" onSubmit={submit}>
      {add.error && !problemOf(add.error, '/name') && <Alert color="red">{reasonOf(add.error, words, said)}</Alert>}
      <TextInput
        autoComplete="off"
        error={problemOf(add.error, '/name')}
        label={words.name}
        maxLength={100}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        value={name}
        withAsterisk={false}
      />
      <Button loading={add.isPending} type="submit" variant="default">
        {words.add}
      </Button>
      {add.dialog}
    </form>
  );
}

function reasonOf(error: Error, words: ProfileWords['passkeys'], said: Said): string {
  if (isCancelled(error)) return words.cancelled;
  return error.name === 'InvalidStateError' ? words.known : said.error(error);
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const said = useSaid();
  const { passkeys: words } = useProfileWords();
  const times = useOwnTimes();
  const { manage } = useApi();
  const changed = useChanged();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useConfirmed(
    () => manage.passkeys.remove(passkey.id),
    () => changed(words.removed),
  );
  const { name, host, is_synced, is_copied, last_used_at } = passkey;
  const facts = [
    last_used_at ? words.used(times.short(last_used_at)) : words.unused,
    is_synced && words.synced,
    host !== location.hostname && words.otherHost(host),
  ].filter((fact) => fact);
  if (isRenaming) return <RenameRow onEnd={() => setRenaming(false)} passkey={passkey} />;
  return (
    <li className="key-row">
      <div>
        <p className="row-name">{name}</p>
        <p className="note">{facts.join(' · ')}</p>
        {is_copied && <p className="problem">{words.copied}</p>}
        {remove.error && (
          <p className="problem" role="alert">
            {said.error(remove.error)}
          </p>
        )}
      </div>
      <div className="sheet-actions">
        <button aria-label={words.renameOf(name)} className="button" onClick={() => setRenaming(true)} type="button">
          {words.rename}
        </button>
        <button
          aria-label={words.removeOf(name)}
          className="button"
          disabled={remove.isPending}
          onClick={() => remove.run(undefined)}
          type="button"
        >
          {words.remove}
        </button>
      </div>
      {remove.dialog}
    </li>
  );
}

function RenameRow({ passkey, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const said = useSaid();
  const { problemOf } = useProblems();
  const words = useProfileWords();
  const common = useWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => manage.passkeys.rename(passkey.id, { name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] });
      onEnd();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <li>
      <form className="form" onSubmit={submit}>
        <TextInput
          autoComplete="off"
          autoFocus
          error={rename.error && (problemOf(rename.error, '/name') ?? said.error(rename.error))}
          label={words.passkeys.newName}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
          value={name}
          withAsterisk={false}
        />
        <p className="sheet-actions">
          <Button loading={rename.isPending} type="submit">
            {words.save}
          </Button>
          <Button onClick={onEnd} variant="default">
            {common.common.cancel}
          </Button>
        </p>
      </form>
    </li>
  );
}

/** Adding and removing a passkey ends the other sessions. */
function useChanged(): (message: string) => void {
  const queries = useQueryClient();
  const toasts = useToasts();
  return (message) => {
    toasts.show(message);
    void queries.invalidateQueries({ queryKey: ['passkeys'] });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
}
