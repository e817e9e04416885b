import { Menu } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Site } from '../../src/sdk/client.ts';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { usePerson, useSite } from './context.ts';
import { firstScreen } from './rights.ts';

export function SiteSwitcher({ sites, onSwitch }: { sites: Site[]; onSwitch: () => void }) {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [, navigate] = useLocation();
  if (sites.length === 1) return <p className="site-name">{site.name}</p>;
  const open = (id: number) => {
    onSwitch();
    navigate(firstScreen(person, id));
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
            onClick={() => open(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
