/** Accounts in social networks: how they are, what they have used, and what a person must do. */
import { Alert } from '@mantine/core';
import { Link, Route, Switch, useSearch } from 'wouter';
import type { NetworkAccount } from '../../../src/sdk/client.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useTimes } from '../../i18n/times.ts';
import { nounAddress, nounPath } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, NoAccess, NotFound, Notice } from '../../shell/states.tsx';
import { Skeleton } from '../people/list-parts.tsx';
import { IntakeTabs } from '../sources/intake-tabs.tsx';
import { Account } from './account.tsx';
import { Chooser, useConnectedNotice } from './coming-back.tsx';
import { useDollars } from './dollars.ts';
import { NewAccount } from './new-account.tsx';
import { useAccountList } from './queries.ts';
import { fullest, needsPerson, shownState } from './state.ts';
import { useAccountWords } from './words.ts';

const PATH = nounPath('accounts');

export function Accounts() {
  const site = useSite();
  const person = usePerson();
  if (!mayOn(person, 'sources', 'write', site.id)) return <NoAccess />;
  const mayConnect = mayOn(person, 'networks', 'write', site.id);
  return (
    <Switch>
      <Route path={PATH}>
        <AccountScreen mayConnect={mayConnect} />
      </Route>
      <Route path={`${PATH}/new`}>{mayConnect ? <NewAccount /> : <NoAccess />}</Route>
      <Route path={`${PATH}/:id`}>
        {({ id }) =>
          /^[1-9]\d{0,15}$/.test(id) ? <Account id={Number(id)} key={id} mayConnect={mayConnect} /> : <NotFound />
        }
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function AccountScreen({ mayConnect }: { mayConnect: boolean }) {
  const words = useAccountWords();
  const site = useSite();
  const search = new URLSearchParams(useSearch());
  const choice = search.get('choice');
  const error = search.get('connect_error');
  useConnectedNotice();
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        {mayConnect && (
          <Link className="button primary" href={nounAddress(site.id, 'accounts', 'new')}>
            {words.create}
          </Link>
        )}
      </div>
      <IntakeTabs />
      <div className="intake-sheet account-sheet">
        {error !== null && <Alert color="red">{words.errors[error] ?? words.errors.refused}</Alert>}
        {choice !== null && <Chooser token={choice} />}
        <p className="note">
          {words.intro} {!mayConnect && words.owners}
        </p>
        <Rows mayConnect={mayConnect} />
      </div>
    </div>
  );
}

function Rows({ mayConnect }: { mayConnect: boolean }) {
  const words = useAccountWords();
  const site = useSite();
  const { data, error, isPending, refetch } = useAccountList();
  if (isPending) return <Skeleton />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  if (data.length === 0)
    return (
      <Notice hint={words.emptyHint} title={words.empty}>
        {mayConnect && (
          <Link className="button" href={nounAddress(site.id, 'accounts', 'new')}>
            {words.create}
          </Link>
        )}
      </Notice>
    );
  return (
    <ul aria-label={words.title} className="ruled-list">
      {data.map((account) => (
        <Row account={account} key={account.id} />
      ))}
    </ul>
  );
}

function Row({ account }: { account: NetworkAccount }) {
  const words = useAccountWords();
  const site = useSite();
  const state = shownState(account);
  const { id, name, network, connected_as, sources } = account;
  const facts = [words.networks[network], connected_as, sources.length > 0 && words.facts.count(sources.length)];
  return (
    <li className="person-row">
      <div>
        <Link className="row-link" href={nounAddress(site.id, 'accounts', id)}>
          {name}
        </Link>
        <p className="note">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p data-failing={needsPerson(state)}>{words.states[state]}</p>
      <p className="note">
        <Use account={account} />
      </p>
    </li>
  );
}

/** `last used 14:05 · 12 of 300 searches · $1.20 of $5.00` */
function Use({ account: { last_ok_at, budgets, spent, monthly_cap } }: { account: NetworkAccount }) {
  const { facts, buckets, requests } = useAccountWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const language = useLanguage();
  const dollars = useDollars();
  const most = fullest(budgets);
  const shown = [
    last_ok_at ? facts.lastUsed(times.short(last_ok_at)) : facts.neverUsed,
    most &&
      `${facts.spentOf(most.used.toLocaleString(language), most.ceiling.toLocaleString(language))} ${buckets[most.bucket] ?? requests}`,
    monthly_cap !== null && facts.spentOf(dollars(spent ?? 0), dollars(monthly_cap)),
  ];
  return shown.filter(Boolean).join(' · ');
}
