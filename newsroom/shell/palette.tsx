/** The command palette, `Ctrl K`: screens, sites and articles by their names. */
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Site } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { type Store, useStore } from '../store.ts';
import { articleAddress, newArticleAddress, profileAddress } from './addresses.ts';
import { usePerson, useSite } from './context.ts';
import { destinationsFor } from './navigation.ts';
import { firstScreen, mayOn } from './rights.ts';

interface Command {
  id: string;
  label: string;
  hint?: string;
  icon: IconName;
  run: () => void;
}

const MOST_ARTICLES = 8;

interface PaletteProps {
  sites: Site[];
  /** Raised by each request to open it. */
  requests: number;
  /** What was typed, also before the search had the focus. */
  typed: Store<string>;
  onHelp: () => void;
}

export function Palette({ sites, requests, typed, onHelp }: PaletteProps) {
  const words = useWords();
  // One place for early and late letters: a copy could overwrite a letter that came meanwhile.
  const query = useStore(typed);
  const groups = usePaletteGroups(sites, query, onHelp);
  useEffect(() => {
    if (requests > 0) spotlight.open();
  }, [requests]);
  // Articles arrive after the typed text: without a selection, Enter opens the first result.
  const openFirst = (event: KeyboardEvent) => {
    const first = groups[0]?.commands[0];
    if (event.key !== 'Enter' || !first || document.querySelector('.mantine-Spotlight-action[data-selected]')) return;
    spotlight.close();
    first.run();
  };
  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': words.shell.search } }}
      onQueryChange={typed.set}
      onSpotlightClose={() => typed.set('')}
      query={query}
      radius={3}
      scrollable
      shortcut={null}
    >
      <Spotlight.Search
        aria-label={words.shell.searchHint}
        leftSection={<Icon name="search" />}
        onFocus={({ currentTarget: { value }, currentTarget }) =>
          currentTarget.setSelectionRange(value.length, value.length)
        }
        onKeyDown={openFirst}
        placeholder={words.shell.searchHint}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, commands }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {commands.map((command) => (
              <Spotlight.Action
                {...(command.hint === undefined ? {} : { description: command.hint })}
                key={command.id}
                label={command.label}
                leftSection={<Icon name={command.icon} />}
                onClick={command.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{words.shell.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function usePaletteGroups(sites: Site[], query: string, onHelp: () => void) {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [, navigate] = useLocation();
  const articles = useFoundArticles(query);
  const screens = destinationsFor(person, site.id).map(
    ({ address, label, icon }): Command => ({
      id: address(site.id),
      label: label(words),
      icon,
      run: () => navigate(address(site.id)),
    }),
  );
  const others = sites
    .filter(({ id }) => id !== site.id)
    .map(
      ({ id, name }): Command => ({
        id: `site-${id}`,
        label: name,
        icon: 'external',
        run: () => navigate(firstScreen(person, id)),
      }),
    );
  const profile: Command = {
    id: 'profile',
    label: words.shell.profile,
    icon: 'person',
    run: () => navigate(profileAddress()),
  };
  const create: Command = {
    id: 'new',
    label: words.list.create,
    icon: 'plus',
    run: () => navigate(newArticleAddress(site.id)),
  };
  const help: Command = { id: 'keys', label: words.shell.keys, icon: 'more', run: onHelp };
  const matches = ({ label }: Command) => label.toLowerCase().includes(query.trim().toLowerCase());
  const actions = [...(mayOn(person, 'articles', 'write', site.id) ? [create] : []), profile, help].filter(matches);
  const groups = [
    // Few, and their names are known: an article with the same word comes after them.
    { label: words.shell.palette.actions, commands: query.trim() === '' ? [] : actions },
    { label: words.shell.palette.screens, commands: screens.filter(matches) },
    { label: words.shell.palette.articles, commands: articles },
    { label: words.shell.palette.sites, commands: others.filter(matches) },
    { label: words.shell.palette.actions, commands: query.trim() === '' ? actions : [] },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

function useFoundArticles(query: string): Command[] {
  const words = useWords();
  const site = useSite();
  const { manage } = useApi();
  const person = usePerson();
  const [, navigate] = useLocation();
  const mayRead = mayOn(person, 'articles', 'read', site.id);
  const q = useDeferredValue(query.trim());
  const { data } = useQuery({
    queryKey: ['articles', site.id, 'palette', q],
    queryFn: ({ signal }) =>
      manage.articles.list(site.id, { q, count: MOST_ARTICLES, fields: ['uid', 'title', 'state'], signal }),
    enabled: mayRead && q.length > 1,
    placeholderData: (before) => before,
  });
  if (q.length < 2) return [];
  return (data?.articles ?? []).map(({ uid, title, state }) => ({
    id: uid,
    label: title || words.article.untitled,
    hint: words.article.states[state],
    icon: 'article',
    run: () => navigate(articleAddress(site.id, uid)),
  }));
}
