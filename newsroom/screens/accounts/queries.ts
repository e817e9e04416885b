import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectableNetwork, NetworkAccount, NewNetworkAuthorization } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';

const MOST = 100;
/** Budgets and states change while someone watches. */
const REFRESH_MS = 15_000;

export interface ReadAccount {
  account: NetworkAccount;
  etag: string | null;
}

/** As in the fields of trackers. */
export const accountsKey = (siteId: number) => ['accounts', siteId] as const;

export function useAccountList() {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: accountsKey(site.id),
    queryFn: async () => {
      const all: NetworkAccount[] = [];
      for await (const one of manage.networkAccounts.list(site.id, { count: MOST })) all.push(one);
      return all;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Where accounts can be connected by signing in. */
export function useConnectable(): ConnectableNetwork[] {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['accounts', site.id, 'networks'],
    queryFn: async ({ signal }) => (await manage.networkAccounts.networks(site.id, { signal })).networks,
    staleTime: 60_000,
  });
  return data ?? [];
}

/** Leaves this page for the one of the network, which comes back to the list. */
export function useConnecting() {
  const { manage } = useApi();
  const site = useSite();
  return useMutation({
    mutationFn: (wanted: NewNetworkAuthorization) =>
      manage.networkAccounts.authorize(site.id, { ...wanted, return_to: `/newsroom/sites/${site.id}/accounts` }),
    onSuccess: ({ authorization }) => location.assign(authorization.url),
  });
}
