/** After the network: the account is there, or must be chosen among several. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { MastheadError } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { accountsKey } from './queries.ts';
import { useAccountWords } from './words.ts';

/** Opens the account that was connected, and says so once. */
export function useConnectedNotice(): void {
  const { connected: done } = useAccountWords();
  const site = useSite();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const connected = new URLSearchParams(useSearch()).get('connected');
  useEffect(() => {
    if (connected === null || !/^[1-9]\d{0,15}$/.test(connected)) return;
    toasts.show(done);
    void queries.invalidateQueries({ queryKey: accountsKey(site.id) });
    navigate(nounAddress(site.id, 'accounts', Number(connected)), { replace: true });
  }, [connected, done, navigate, queries, site.id, toasts]);
}

/** One consent covers all pages of a person. */
export function Chooser({ token }: { token: string }) {
  const words = useAccountWords();
  const said = useSaid();
  const { manage } = useApi();
  const site = useSite();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<string>();
  const { data, error, isPending } = useQuery({
    queryKey: ['accounts', site.id, 'choice', token],
    queryFn: async ({ signal }) => (await manage.networkAccounts.choices(site.id, token, { signal })).authorization,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const connect = useMutation({
    mutationFn: (external_id: string) => manage.networkAccounts.choose(site.id, token, { external_id }),
    onSuccess: ({ network_account }) =>
      navigate(`${nounAddress(site.id, 'accounts')}?connected=${network_account.id}`, { replace: true }),
  });
  if (isPending) return <Waiting />;
  if (!data) return <Alert color="red">{isGone(error) ? words.choose.gone : said.error(error ?? new Error())}</Alert>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) connect.mutate(chosen);
  };
  return (
    <form className="sheet-part account-choice" onSubmit={submit}>
      <fieldset className="plain-fieldset">
        <legend>{words.choose.title}</legend>
        <p className="note">{words.choose.hint(words.networks[data.network])}</p>
        {data.choices.map(({ external_id, name }) => (
          <label className="choice-row" key={external_id}>
            <input
              checked={chosen === external_id}
              name="account"
              onChange={() => setChosen(external_id)}
              type="radio"
              value={external_id}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {connect.error && (
        <Alert color="red">{isGone(connect.error) ? words.choose.gone : said.error(connect.error)}</Alert>
      )}
      <Button disabled={chosen === undefined} loading={connect.isPending} type="submit">
        {words.choose.connect}
      </Button>
    </form>
  );
}

const isGone = (error: Error | null) => error instanceof MastheadError && error.status === 404;
