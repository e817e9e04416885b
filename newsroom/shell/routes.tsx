/** Which screen an address opens. */
import { type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import type { Right } from '../../src/core/rights.ts';
import {
  ARTICLE,
  ARTICLES,
  AUDIT,
  KEYS,
  NEW_SITE,
  nounPath,
  OPERATIONS,
  PEOPLE,
  PROFILE,
  SETTINGS,
} from './addresses.ts';
import { usePerson } from './context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Home } from './home.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { mayOn, mayOnAll } from './rights.ts';
import { article, articleList, NOUNS, OTHERS, settings } from './screens.ts';
import { PlainFrame, SiteFrame } from './site.tsx';
import { NoAccess, NotFound, Waiting } from './states.tsx';

const ArticleList = lazyScreen(articleList);
const ArticleScreen = lazyScreen(article);
const Settings = lazyScreen(settings);
const Audit = lazyScreen(OTHERS.audit);
const Profile = lazyScreen(OTHERS.profile);
const Operations = lazyScreen(OTHERS.operations);
const Keys = lazyScreen(OTHERS.keys);
const NewSite = lazyScreen(OTHERS['new-site']);
const People = lazyScreen(OTHERS.people);
const SCREENS = Object.entries(NOUNS).map(([noun, load]) => ({ noun, Screen: lazyScreen<object>(load) }));

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
      <Route path={NEW_SITE}>
        <PlainScreen isForAllSites right="sites">
          <NewSite />
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
          {SCREENS.map(({ noun, Screen }) => (
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
