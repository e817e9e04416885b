/** Everything below `/sites/{id}`: the site that is open, and the frame around its screens. */
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { ManagedSite } from '../../src/sdk/client.ts';
import { useSites } from '../api/queries.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SiteProvider, usePerson } from './context.ts';
import { Frame } from './frame.tsx';
import { lastSite, rememberSite } from './remembered.ts';
import { Failure, NotFound, Waiting } from './states.tsx';

export function SiteFrame({ siteId, children }: { siteId: string; children: ReactNode }) {
  const { data: sites, error, isPending, refetch } = useSites(usePerson());
  const site = sites?.find(({ id }) => String(id) === siteId);
  const id = site?.id;
  useAccent(site);
  useEffect(() => {
    if (id !== undefined) rememberSite(id);
  }, [id]);
  if (isPending) return <Waiting />;
  if (!sites) return <Failure error={error} onRetry={refetch} />;
  if (!site) return <NotFound />;
  return (
    // Another site remounts the screens, with nothing selected.
    <SiteProvider key={site.id} value={site}>
      <LiveProvider>
        <Frame sites={sites}>{children}</Frame>
      </LiveProvider>
    </SiteProvider>
  );
}

/** Around screens that belong to no site: the frame of the site that was open last, or a plain one for people without a site. */
export function PlainFrame({ children }: { children: ReactNode }) {
  const { data: sites, error, isPending, refetch } = useSites(usePerson());
  const last = lastSite();
  const site = sites?.find(({ id }) => id === last) ?? sites?.[0];
  useAccent(site);
  if (isPending) return <Waiting />;
  if (!sites) return <Failure error={error} onRetry={refetch} />;
  if (site)
    return (
      <SiteProvider value={site}>
        <LiveProvider>
          <Frame sites={sites}>{children}</Frame>
        </LiveProvider>
      </SiteProvider>
    );
  return (
    <div className="plain-frame">
      <header className="plain-head">
        <Link className="wordmark" href="/">
          Masthead
        </Link>
        <AccountMenu />
      </header>
      <main id="content">{children}</main>
    </div>
  );
}

/** The colour of the site, on the page itself, because dialogs are outside the frame. Only sites with a colour load the code for it. */
function useAccent(site: ManagedSite | undefined): void {
  const color = site?.brand_color ?? null;
  useEffect(() => {
    if (color === null) return;
    const { style } = document.documentElement;
    let isOver = false;
    const apply = async () => {
      const accent = (await import('../accent.ts')).accentOf(color);
      if (accent && !isOver) style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`);
    };
    // Without the code the newsroom has its own colour.
    apply().catch(() => undefined);
    return () => {
      isOver = true;
      style.removeProperty('--accent');
    };
  }, [color]);
}
