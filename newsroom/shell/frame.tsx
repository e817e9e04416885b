/** The frame around every screen: the sections at the side, in a drawer on a phone, and the screen. */
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
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
import { DESTINATIONS } from './navigation.ts';
import { mayOn } from './rights.ts';
import { SiteSwitcher } from './site-switcher.tsx';

// Loaded on first use: the first screen needs none of them.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

export function Frame({ sites, children }: { sites: Site[]; children: ReactNode }) {
  const words = useWords();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [requests, openPalette] = usePaletteRequests();
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
        {children}
      </main>
      <BottomTabs onSearch={openPalette} />
      <Suspense>
        {isMenuOpen && <MenuDrawer onClose={menu.close}>{sidebar}</MenuDrawer>}
        {requests > 0 && <Palette onHelp={help.open} requests={requests} sites={sites} />}
        {isHelpOpen && <KeyHelp onClose={help.close} />}
      </Suspense>
    </div>
  );
}

/** `Ctrl K` works everywhere, also in fields. */
function usePaletteRequests(): [requests: number, open: () => void] {
  const [requests, setRequests] = useState(0);
  const open = () => setRequests((before) => before + 1);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (event.defaultPrevented) return; // the editor makes a link of a selection
      event.preventDefault();
      setRequests((before) => before + 1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return [requests, open];
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
  const shown = DESTINATIONS.filter(({ right, access = 'read' }) => mayOn(person, right, access, site.id));
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
        {shown.map(({ address, icon, label }) => (
          <Link
            aria-current={location.startsWith(address(site.id)) ? 'page' : undefined}
            className="section-link"
            href={address(site.id)}
            key={address(site.id)}
            onClick={onNavigate}
          >
            <Icon name={icon} />
            {label(words)}
          </Link>
        ))}
      </nav>
      <div className="sidebar-foot">
        <ConnectionState />
        <AccountMenu onHelp={onHelp} onNavigate={onNavigate} />
      </div>
    </>
  );
}

/** Keys that work on every screen. */
function useGoKeys(openHelp: () => void): void {
  const [, navigate] = useLocation();
  const { id } = useSite();
  const { shortcuts } = usePerson();
  const bindings = useMemo(() => {
    const go = Object.fromEntries(
      DESTINATIONS.filter(({ key }) => key).map(({ key, address }) => [`g ${key}`, () => navigate(address(id))]),
    );
    return { ...go, n: () => navigate(newArticleAddress(id)), '?': openHelp } satisfies KeyBindings;
  }, [id, navigate, openHelp]);
  useKeys(bindings, shortcuts);
}
