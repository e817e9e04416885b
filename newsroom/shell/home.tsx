/** The start page: redirects to the site that was open last. */
import { lazy, Suspense } from 'react';
import { Redirect } from 'wouter';
import { useSites } from '../api/queries.ts';
import { useWords } from '../i18n/language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { usePerson } from './context.ts';
import { lastSite } from './remembered.ts';
import { firstScreen, mayOn } from './rights.ts';
import { Failure, Notice, Waiting } from './states.tsx';

const FirstSite = lazy(async () => ({ default: (await import('./site-form.tsx')).FirstSite }));

export function Home() {
  const person = usePerson();
  const { data: sites, error, isPending, refetch } = useSites(person);
  if (isPending) return <Waiting />;
  if (!sites) return <Failure error={error} onRetry={refetch} />;
  const last = lastSite();
  const site = sites.find(({ id }) => id === last) ?? sites[0];
  if (site) return <Redirect replace to={firstScreen(person, site.id)} />;
  return <WithoutSite />;
}

function WithoutSite() {
  const words = useWords();
  const person = usePerson();
  return (
    <div className="centered-page">
      <header className="centered-page-head">
        <span className="wordmark">Masthead</span>
        <AccountMenu />
      </header>
      <main className="centered-page-body">
        {mayOn(person, 'sites', 'write') ? (
          <Suspense fallback={<Waiting />}>
            <FirstSite />
          </Suspense>
        ) : (
          <Notice hint={words.setup.noSitesHint} title={words.setup.noSites} />
        )}
      </main>
    </div>
  );
}
