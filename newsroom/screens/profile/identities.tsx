import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Identity } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { returnAddress } from '../../shell/sign-in-methods.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { useProfileWords } from './words.ts';

/** Accounts at the OpenID Connect provider of the installation. */
export function Identities({ provider }: { provider: string }) {
  const said = useSaid();
  const { identities: words } = useProfileWords();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['identities'],
    queryFn: async ({ signal }) => (await manage.identities.list({ signal })).identities,
  });
  const link = useConfirmed(
    () => manage.identities.link({ return_to: returnAddress() }),
    ({ authorization }) => location.assign(authorization.url),
  );
  return (
    <section className="sheet-part">
      <h2>{words.title(provider)}</h2>
      <p className="note">{words.hint}</p>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <p>{words.none}</p>}
      {data && data.length > 0 && (
        <ul className="ruled-list">
          {data.map((identity) => (
            <IdentityRow identity={identity} key={identity.id} />
          ))}
        </ul>
      )}
      {link.error && <Alert color="red">{said.error(link.error)}</Alert>}
      <Button loading={link.isPending} onClick={() => link.run(undefined)} variant="default">
        {words.link(provider)}
      </Button>
      {link.dialog}
    </section>
  );
}

function IdentityRow({ identity: { id, issuer, email, last_used_at } }: { identity: Identity }) {
  const said = useSaid();
  const { identities: words, passkeys } = useProfileWords();
  const times = useOwnTimes();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const remove = useConfirmed(
    () => manage.identities.remove(id),
    () => {
      toasts.show(words.unlinked);
      void queries.invalidateQueries({ queryKey: ['identities'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  );
  const account = email ?? issuer;
  return (
    <li className="key-row">
      <div>
        <p className="row-name">{account}</p>
        <p className="note">{last_used_at ? passkeys.used(times.short(last_used_at)) : passkeys.unused}</p>
        {remove.error && (
          <p className="problem" role="alert">
            {said.error(remove.error)}
          </p>
        )}
      </div>
      <button
        aria-label={words.unlinkOf(account)}
        className="button"
        disabled={remove.isPending}
        onClick={() => remove.run(undefined)}
        type="button"
      >
        {words.unlink}
      </button>
      {remove.dialog}
    </li>
  );
}
