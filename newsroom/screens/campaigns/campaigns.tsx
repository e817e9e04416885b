/** Campaigns: the list, the form, and one campaign with its figures. */
import { type ReactNode, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import type { Campaign } from '../../../src/sdk/client.ts';
import { NounList, type Row } from '../../parts/noun-list.tsx';
import { nounPath } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { lazyScreen } from '../../shell/lazy-screen.tsx';
import { mayOn } from '../../shell/rights.ts';
import { NoAccess, NotFound } from '../../shell/states.tsx';
import { flagsOf } from './flags.ts';
import { campaigns } from './noun.ts';
import { type CampaignWords, useCampaignWords } from './words.ts';

const CampaignScreens = lazyScreen(async () => ({ default: (await import('./one.tsx')).CampaignScreens }));
const Links = lazyScreen(async () => ({ default: (await import('./links.tsx')).Links }));
const CampaignForm = lazyScreen(async () => ({ default: (await import('./form.tsx')).CampaignForm }));

const PATH = nounPath('campaigns');

export function Campaigns() {
  const words = useCampaignWords();
  const mayWrite = mayOn(usePerson(), 'campaigns', 'write', useSite().id);
  useEffect(CampaignScreens.preload, []); // what most people open next
  return (
    <Switch>
      <Route path={PATH}>
        <NounList noun={campaigns} rowOf={(campaign) => rowOf(campaign, words)} words={words.list} />
      </Route>
      <Route path={`${PATH}/new`}>{mayWrite ? <CampaignForm id={null} /> : <NoAccess />}</Route>
      <Route path={`${PATH}/:id/settings`}>
        {({ id }) =>
          mayWrite ? <WithId id={id}>{(number) => <CampaignForm id={number} key={id} />}</WithId> : <NoAccess />
        }
      </Route>
      <Route path={`${PATH}/:id/users/:user`}>
        {({ id, user }) => (
          <WithId id={id}>{(number) => <CampaignScreens id={number} part="users" user={user} />}</WithId>
        )}
      </Route>
      <Route path={`${PATH}/:id/links`}>
        {({ id }) => (mayWrite ? <WithId id={id}>{(number) => <Links campaignId={number} />}</WithId> : <NoAccess />)}
      </Route>
      <Route path={`${PATH}/:id/entries`}>
        {({ id }) => <WithId id={id}>{(number) => <CampaignScreens id={number} part="entries" />}</WithId>}
      </Route>
      <Route path={`${PATH}/:id`}>
        {({ id }) => <WithId id={id}>{(number) => <CampaignScreens id={number} key={id} />}</WithId>}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function WithId({ id, children }: { id: string; children(id: number): ReactNode }) {
  return /^[1-9]\d{0,14}$/.test(id) ? children(Number(id)) : <NotFound />;
}

function rowOf(campaign: Campaign, { networks, flags }: CampaignWords): Row {
  const names = [
    campaign.instagram_items_exist && networks.instagram,
    campaign.twitter_items_exist && networks.twitter,
    campaign.facebook_items_exist && networks.facebook,
    campaign.linkedin_items_exist && networks.linkedin,
  ];
  const [first] = flagsOf(campaign);
  return {
    facts: [names.filter(Boolean).join(', ') || networks.none],
    state: first && (
      <span className="state" data-state="late">
        {flags[first].short}
      </span>
    ),
  };
}
