import { Menu } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Site } from '../../src/sdk/client.ts';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { newSiteAddress } from './addresses.ts';
import { usePerson, useSite } from './context.ts';
import { firstScreen, mayOnAll } from './rights.ts';

export function SiteSwitcher({ sites, onSwitch }: { sites: Site[]; onSwitch: () => void }) {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [, navigate] = useLocation();
  const mayAdd = mayOnAll(person, 'sites', 'write');
  if (sites.length === 1 && !mayAdd) return <p className="site-name">{site.name}</p>;
  const open = (address: string) => {
    onSwitch();
    navigate(address);
  };
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-start" width="target">
      <Menu.Target>
        <button aria-label={`${words.shell.switchSite}: ${site.name}`} className="site-button" type="button">
          <span>{site.name}</span>
          <Icon name="chevron" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="site-list">
        {sites.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<span className="menu-check">{id === site.id && <Icon name="check" />}</span>}
            onClick={() => open(firstScreen(person, id))}
          >
            {name}
          </Menu.Item>
        ))}
        {mayAdd && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<span className="menu-check" />} onClick={() => open(newSiteAddress())}>
              {words.shell.newSite}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
