/** The frame around every screen: the sections at the side, in a drawer on a phone, and the screen. */
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { Site } from '../../src/sdk/client.ts';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { newArticleAddress } from './addresses.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { ConnectionState } from './connection.tsx';
import { usePerson, useSite } from './context.ts';
import { type KeyBindings, useKeys } from './keys.ts';
import { MenuFoot } from './menu-foot.tsx';
import { DESTINATIONS, destinationsFor } from './navigation.ts';
import { usePaletteRequests } from './palette-requests.ts';
import { mayOn } from './rights.ts';
import { SiteSwitcher } from './site-switcher.tsx';

// Loaded on first use: the first screen needs none of them.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const InboxBadge = lazy(async () => ({ default: (await import('../screens/inbox/badge.tsx')).InboxBadge }));
const LeftText = lazy(async () => ({ default: (await import('./left-text/left-text.tsx')).LeftText }));
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

export function Frame({ sites, children }: { sites: Site[]; children: ReactNode }) {
  const words = useWords();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const { requests, open: openPalette, typed } = usePaletteRequests();
  useGoKeys(help.open);
  const showHelp = () => {
    menu.close();
    help.open();
  };
  const sidebar = <Sidebar onHelp={showHelp} onNavigate={menu.close} onSearch={openPalette} sites={sites} />;
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {words.skip}
      </a>
      <aside className="sidebar">{sidebar}</aside>
      <header className="topbar">
        <button aria-label={words.shell.openMenu} className="icon-button" onClick={menu.open} type="button">
          <Icon name="menu" size={20} />
        </button>
        <span className="wordmark">Masthead</span>
        <ConnectionState isShort />
        <button aria-label={words.shell.search} className="icon-button" onClick={openPalette} type="button">
          <Icon name="search" size={20} />
        </button>
      </header>
      <main className="content" id="content" tabIndex={-1}>
        <Suspense fallback={null}>
          <LeftText />
        </Suspense>
        {children}
      </main>
      <BottomTabs onSearch={openPalette} />
      <Suspense>
        {isMenuOpen && <MenuDrawer onClose={menu.close}>{sidebar}</MenuDrawer>}
        {requests > 0 && <Palette onHelp={help.open} requests={requests} sites={sites} typed={typed} />}
        {isHelpOpen && <KeyHelp onClose={help.close} />}
      </Suspense>
    </div>
  );
}

interface SidebarProps {
  sites: Site[];
  onHelp: () => void;
  onSearch: () => void;
  onNavigate: () => void;
}

function Sidebar({ sites, onHelp, onSearch, onNavigate }: SidebarProps) {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [location] = useLocation();
  const shown = destinationsFor(person, site.id);
  return (
    <>
      <Link className="wordmark sidebar-wordmark" href="/">
        Masthead
      </Link>
      <SiteSwitcher onSwitch={onNavigate} sites={sites} />
      <button
        className="search-button"
        onClick={() => {
          onNavigate();
          onSearch();
        }}
        type="button"
      >
        <Icon name="search" />
        <span>{words.shell.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label={words.shell.navigation} className="sections">
        {shown.map(({ address, icon, label, hasBadge }) => (
          <Link
            aria-current={location.startsWith(address(site.id)) ? 'page' : undefined}
            className="section-link"
            href={address(site.id)}
            key={address(site.id)}
            onClick={onNavigate}
          >
            <Icon name={icon} />
            {label(words)}
            {hasBadge && (
              <Suspense>
                <InboxBadge />
              </Suspense>
            )}
          </Link>
        ))}
      </nav>
      <MenuFoot>
        <ConnectionState />
        <AccountMenu onHelp={onHelp} onNavigate={onNavigate} />
      </MenuFoot>
    </>
  );
}

/** Keys that work on every screen. */
function useGoKeys(openHelp: () => void): void {
  const [, navigate] = useLocation();
  const { id } = useSite();
  const person = usePerson();
  const bindings = useMemo(() => {
    const mine = DESTINATIONS.filter(({ key, right, access = 'read' }) => key && mayOn(person, right, access, id));
    const go = Object.fromEntries(mine.map(({ key, address }) => [`g ${key}`, () => navigate(address(id))]));
    const write = mayOn(person, 'articles', 'write', id) ? { n: () => navigate(newArticleAddress(id)) } : {};
    return { ...go, ...write, '?': openHelp } satisfies KeyBindings;
  }, [id, navigate, openHelp, person]);
  useKeys(bindings, person.shortcuts);
}
