/** People and their roles, for owners. */

import type { ReactNode } from 'react';
import { Link, Route, Switch, useRoute } from 'wouter';
import { TabRow } from '../../parts/tab-row.tsx';
import { PEOPLE } from '../../shell/addresses.ts';
import { OwnZoneNote } from '../../shell/own-zone-note.tsx';
import { NotFound } from '../../shell/states.tsx';
import { InvitationList } from './invitation-list.tsx';
import { Invite } from './invite.tsx';
import { PersonScreen } from './person.tsx';
import { PersonList } from './person-list.tsx';
import { usePeopleWords } from './words.ts';

export function People() {
  return (
    <Switch>
      <Route path={PEOPLE}>
        <Lists>
          <PersonList />
        </Lists>
      </Route>
      <Route path={`${PEOPLE}/invitations`}>
        <Lists>
          <InvitationList />
        </Lists>
      </Route>
      <Route path={`${PEOPLE}/invite`}>
        <Invite />
      </Route>
      <Route path={`${PEOPLE}/:id`}>{({ id }) => <PersonScreen id={Number(id)} key={id} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function Lists({ children }: { children: ReactNode }) {
  const words = usePeopleWords();
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        <Link className="button primary" href={`${PEOPLE}/invite`}>
          {words.invite}
        </Link>
      </div>
      <TabRow label={words.tabs}>
        <Tab address={PEOPLE}>{words.people}</Tab>
        <Tab address={`${PEOPLE}/invitations`}>{words.invitations}</Tab>
      </TabRow>
      <OwnZoneNote />
      {children}
    </div>
  );
}

function Tab({ address, children }: { address: string; children: string }) {
  const [isHere] = useRoute(address);
  return (
    <Link aria-current={isHere ? 'page' : undefined} className="tab" href={address}>
      {children}
    </Link>
  );
}
