/** Which screen an address opens. A screen is a chunk of its own, loaded when it is first opened. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import type { Right } from '../../src/core/rights.ts';
import { ARTICLE, ARTICLES, AUDIT, KEYS, nounPath, OPERATIONS, PEOPLE, PROFILE, SETTINGS } from './addresses.ts';
import { usePerson } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Home } from './home.tsx';
import { mayOn, mayOnAll } from './rights.ts';
import { PlainFrame, SiteFrame } from './site.tsx';
import { NoAccess, NotFound, Waiting } from './states.tsx';

const ArticleList = lazy(async () => ({ default: (await import('../screens/articles/article-list.tsx')).ArticleList }));
const ArticleScreen = lazy(async () => ({ default: (await import('../editor/article.tsx')).ArticleScreen }));
const Audit = lazy(async () => ({ default: (await import('../screens/audit/audit.tsx')).Audit }));
const Settings = lazy(async () => ({ default: (await import('../screens/settings/settings.tsx')).Settings }));
const Profile = lazy(async () => ({ default: (await import('../screens/profile/profile.tsx')).Profile }));
const Operations = lazy(async () => ({ default: (await import('../screens/operations/operations.tsx')).Operations }));
const Keys = lazy(async () => ({ default: (await import('../screens/keys/keys.tsx')).Keys }));
const People = lazy(async () => ({ default: (await import('../screens/people/people.tsx')).People }));

/** The screens of a noun are at its name: its list, its form, and what belongs to one. */
const NOUNS = {
  inbox: lazy(async () => ({ default: (await import('../screens/inbox/inbox.tsx')).Inbox })),
  sources: lazy(async () => ({ default: (await import('../screens/sources/sources.tsx')).Sources })),
  accounts: lazy(async () => ({ default: (await import('../screens/accounts/accounts.tsx')).Accounts })),
  rules: lazy(async () => ({ default: (await import('../screens/rules/rules.tsx')).Rules })),
  blocked: lazy(async () => ({ default: (await import('../screens/blocked/blocked.tsx')).BlockedScreen })),
  hold: lazy(async () => ({ default: (await import('../screens/hold/hold.tsx')).HoldScreen })),
  pins: lazy(async () => ({ default: (await import('../screens/pins/pins.tsx')).PinScreen })),
  events: lazy(async () => ({ default: (await import('../screens/events/events.tsx')).Events })),
  calendar: lazy(async () => ({ default: (await import('../screens/calendar/calendar.tsx')).Calendar })),
  issues: lazy(async () => ({ default: (await import('../screens/issues/issues.tsx')).Issues })),
  containers: lazy(async () => ({ default: (await import('../screens/containers/containers.tsx')).Containers })),
  media: lazy(async () => ({ default: (await import('../screens/media/media-screen.tsx')).MediaScreen })),
  pages: lazy(async () => ({ default: (await import('../screens/pages/pages.tsx')).Pages })),
  sections: lazy(async () => ({ default: (await import('../screens/sections/sections.tsx')).Sections })),
  categories: lazy(async () => ({ default: (await import('../screens/categories/categories.tsx')).Categories })),
  campaigns: lazy(async () => ({ default: (await import('../screens/campaigns/campaigns.tsx')).Campaigns })),
  webhooks: lazy(async () => ({ default: (await import('../screens/webhooks/webhooks.tsx')).Webhooks })),
  authors: lazy(async () => ({ default: (await import('../screens/authors/authors.tsx')).Authors })),
};

export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/sites/:siteId/*?">
        {({ siteId }) => (
          <SiteFrame siteId={siteId}>
            <Screens />
          </SiteFrame>
        )}
      </Route>
      <Route path={AUDIT}>
        <PlainScreen right="audit">
          <Audit />
        </PlainScreen>
      </Route>
      <Route path={`${KEYS}/*?`}>
        <PlainScreen right="keys">
          <Keys />
        </PlainScreen>
      </Route>
      <Route path={OPERATIONS}>
        <PlainScreen isForAllSites right="sites">
          <Operations />
        </PlainScreen>
      </Route>
      <Route path={PROFILE}>
        <PlainScreen>
          <Profile />
        </PlainScreen>
      </Route>
      <Route path={`${PEOPLE}/*?`}>
        <PlainScreen right="people">
          <People />
        </PlainScreen>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

interface PlainProps {
  right?: Right;
  isForAllSites?: boolean;
  children: ReactNode;
}

/** A screen that belongs to no site, for those who have its right on any, or on all. */
function PlainScreen({ right, isForAllSites = false, children }: PlainProps) {
  const person = usePerson();
  const isOpen = right === undefined || (isForAllSites ? mayOnAll : mayOn)(person, right, 'read');
  return (
    <PlainFrame>
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>{isOpen ? children : <NoAccess isForAllSites={isForAllSites} />}</Suspense>
      </ErrorBoundary>
    </PlainFrame>
  );
}

function Screens() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path={ARTICLES}>
            <ArticleList />
          </Route>
          <Route path={ARTICLE}>{({ uid }) => <ArticleScreen key={uid} uid={uid} />}</Route>
          {Object.entries(NOUNS).map(([noun, Screen]) => (
            <Route key={noun} path={`${nounPath(noun)}/*?`}>
              <Screen />
            </Route>
          ))}
          <Route path={SETTINGS}>
            <Settings />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
