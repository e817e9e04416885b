/** Connects an account: by signing in at the network, or with a token from its pages for developers. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NETWORK_NAMES } from '../../../src/core/intake/networks/networks.ts';
import type { ConnectableNetwork } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField } from '../../editor/fields.tsx';
import { Icon } from '../../icons.tsx';
import { Secret } from '../../parts/secret.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import {
  BLANK,
  CommonFields,
  type Fields,
  type Network,
  sentFields,
  sentToken,
  TokenFields,
} from './account-fields.tsx';
import { accountsKey, useConnectable, useConnecting } from './queries.ts';
import { useAccountWords } from './words.ts';

const PATHS = ['/name', '/server', '/monthly_cap', '/external_id', '/token'];

export function NewAccount() {
  const words = useAccountWords();
  const site = useSite();
  const connectable = useConnectable();
  const [network, setNetwork] = useState<Network>('x');
  const [fields, setFields] = useState(BLANK);
  const place = connectable.find((one) => one.network === network);
  const connecting = useConnecting();
  const adding = useAdding(network, fields);
  const change = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));
  const choose = (name: string) => {
    connecting.reset();
    adding.reset();
    setNetwork(NETWORK_NAMES.find((one) => one === name) ?? 'x');
  };
  const shared = { network, value: fields, error: connecting.error ?? adding.error, onChange: change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place?.is_ready) connecting.mutate({ network: place.network, ...sentFields(network, fields) });
    else adding.mutate();
  };
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={nounAddress(site.id, 'accounts')}>
        <Icon name="back" /> {words.title}
      </Link>
      <h1>{words.create}</h1>
      <form className="form account-form" noValidate onSubmit={submit}>
        <Rest error={shared.error} />
        <ChoiceField
          label={words.fields.network}
          onChange={choose}
          options={NETWORK_NAMES.map((one) => [one, words.networks[one]] as const)}
          value={network}
        />
        <CommonFields {...shared} />
        {place?.is_ready ? (
          <SignIn isBusy={connecting.isPending || connecting.isSuccess} place={place} />
        ) : (
          <>
            {place && <NotReady place={place} />}
            <TokenFields {...shared} />
            <Button loading={adding.isPending} type="submit">
              {words.add}
            </Button>
          </>
        )}
      </form>
      {place?.is_ready && (
        <details className="account-token">
          <summary>{words.byToken}</summary>
          <form
            className="form account-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              adding.mutate();
            }}
          >
            <TokenFields {...shared} />
            <Button loading={adding.isPending} type="submit" variant="default">
              {words.add}
            </Button>
          </form>
        </details>
      )}
    </div>
  );
}

/** Problems that no field shows. */
function Rest({ error }: { error: Error | null }) {
  const { restOf } = useProblems();
  const rest = restOf(error, PATHS);
  return rest && <Alert color="red">{rest}</Alert>;
}

function SignIn({ place, isBusy }: { place: ConnectableNetwork; isBusy: boolean }) {
  const words = useAccountWords();
  const name = words.networks[place.network];
  return (
    <>
      <p className="note">{place.is_simulated ? words.simulatedHint : words.goHint(name)}</p>
      <Button loading={isBusy} type="submit">
        {words.go(place.is_simulated ? `${name} (${words.simulated})` : name)}
      </Button>
    </>
  );
}

function NotReady({ place }: { place: ConnectableNetwork }) {
  const words = useAccountWords();
  return (
    <div className="account-not-ready">
      <p className="note">{words.notReady(words.networks[place.network], place.settings.join(', '))}</p>
      <Secret label={words.redirect} value={place.redirect_uri} />
    </div>
  );
}

function useAdding(network: Network, fields: Fields) {
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () =>
      manage.networkAccounts.create(site.id, {
        network,
        ...sentFields(network, fields),
        ...sentToken(network, fields),
      }),
    onSuccess: ({ network_account }) => {
      void queries.invalidateQueries({ queryKey: accountsKey(site.id) });
      navigate(`${nounAddress(site.id, 'accounts')}?connected=${network_account.id}`, { replace: true });
    },
  });
}
