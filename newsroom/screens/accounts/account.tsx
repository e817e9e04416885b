/** One account: how it is, what it has used, what reads with it, its settings, and its end. */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { NetworkAccount } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { AccountSettings } from './account-settings.tsx';
import { useDollars } from './dollars.ts';
import { Disconnection, Removal } from './ending.tsx';
import { type ReadAccount, useConnectable, useConnecting } from './queries.ts';
import { needsPerson, shownState } from './state.ts';
import { useAccountWords } from './words.ts';

/** Budgets and states change while someone watches. */
const REFRESH_MS = 10_000;

export function Account({ id, mayConnect }: { id: number; mayConnect: boolean }) {
  const words = useAccountWords();
  const { manage } = useApi();
  const site = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['accounts', site.id, id],
    queryFn: async ({ signal }): Promise<ReadAccount> => {
      const { network_account, etag } = await manage.networkAccounts.read(site.id, id, { signal });
      return { account: network_account, etag };
    },
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="sheet">
      <Link className="back-link" href={nounAddress(site.id, 'accounts')}>
        <Icon name="back" /> {words.title}
      </Link>
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <>
          <div className="sheet-head">
            <h1>{data.account.name}</h1>
          </div>
          <div className="webhook-parts account-parts">
            <Health account={data.account} mayConnect={mayConnect} />
            <Facts account={data.account} />
            {mayConnect && <AccountSettings read={data} />}
            {mayConnect && data.account.has_token && <Disconnection account={data.account} />}
            {mayConnect && <Removal read={data} />}
          </div>
        </>
      )}
    </div>
  );
}

/** What to do, in words; and the button that does it. */
function Health({ account, mayConnect }: { account: NetworkAccount; mayConnect: boolean }) {
  const words = useAccountWords();
  const said = useSaid();
  const connecting = useConnecting();
  const state = shownState(account);
  const canSignIn = useConnectable().some(({ network, is_ready }) => network === account.network && is_ready);
  const isRefused = needsPerson(state) && state !== 'locked';
  const { last_error } = account;
  return (
    <section className="account-health">
      <p data-failing={needsPerson(state)}>
        <strong>{words.states[state]}</strong> {words.advice[state]}
      </p>
      {last_error && <p className="note">{words.why(last_error.message)}</p>}
      {connecting.error && <Alert color="red">{said.error(connecting.error)}</Alert>}
      {mayConnect && isRefused && (!canSignIn || account.way === 'token') && (
        <p>{canSignIn ? words.byNewToken : words.needsToken}</p>
      )}
      {mayConnect && canSignIn && (
        <Button
          loading={connecting.isPending || connecting.isSuccess}
          onClick={() => connecting.mutate({ account_id: account.id })}
          variant={needsPerson(state) ? 'filled' : 'default'}
        >
          {words.reconnect}
        </Button>
      )}
    </section>
  );
}

function Facts({ account }: { account: NetworkAccount }) {
  const { facts, networks, buckets, requests } = useAccountWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const language = useLanguage();
  const dollars = useDollars();
  const { network, server, connected_as, way, has_token, last_ok_at, monthly_cap, spent, budgets, sources } = account;
  const number = (value: number) => value.toLocaleString(language);
  const isPublic = !has_token && network === 'mastodon';
  return (
    <dl className="facts">
      <Fact name={facts.network}>{[networks[network], server].filter(Boolean).join(' · ')}</Fact>
      {connected_as && <Fact name={facts.as}>{connected_as}</Fact>}
      {(has_token || isPublic) && <Fact name={facts.way}>{isPublic ? facts.public : facts.ways[way]}</Fact>}
      <Fact name={facts.used}>{last_ok_at ? times.moment(last_ok_at) : facts.never}</Fact>
      {has_token && (
        <Fact name={facts.expires}>
          <End account={account} />
        </Fact>
      )}
      {monthly_cap !== null && (
        <Fact name={facts.spent}>{facts.spentOf(dollars(spent ?? 0), dollars(monthly_cap))}</Fact>
      )}
      <Fact name={facts.budgets}>
        {budgets.length === 0 && facts.idle}
        {budgets.map(({ bucket, used, ceiling, resets_at }) => (
          <span className="fact-line" key={bucket}>
            {facts.budget(number(used), number(ceiling), buckets[bucket] ?? requests, times.short(resets_at))}
          </span>
        ))}
      </Fact>
      <Fact name={facts.trackers}>
        {sources.length === 0 && facts.none}
        {sources.map(({ id, name, active }) => (
          <span className="fact-line" key={id}>
            <Link href={nounAddress(site.id, 'sources', id)}>{name}</Link>
            {!active && ` (${facts.paused})`}
          </span>
        ))}
      </Fact>
    </dl>
  );
}

/** A token that is renewed has no end that anyone must know. */
function End({ account: { expires_at, way } }: { account: NetworkAccount }) {
  const { facts } = useAccountWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  if (expires_at) return times.moment(expires_at);
  return way === 'oauth' ? facts.renewed : facts.noEnd;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
