/** Named filters of one person and site, stored in this browser. */
import { Button, Popover } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { articlesAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { read, write } from '../../shell/remembered.ts';
import { type ArticleSearch, searchText } from './search.ts';

interface View {
  name: string;
  /** `?state=draft` */
  search: string;
}

const MOST_VIEWS = 50;

export function SavedViews({ search }: { search: ArticleSearch }) {
  const words = useWords();
  const site = useSite();
  const [views, setViews] = useViews();
  const [name, setName] = useState('');
  const [isOpen, setOpen] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const others = views.filter((view) => view.name !== name.trim());
    setViews([...others, { name: name.trim(), search: searchText(search) }].slice(-MOST_VIEWS));
    setName('');
  };
  return (
    <Popover onChange={setOpen} opened={isOpen} position="bottom-end" trapFocus width={300}>
      <Popover.Target>
        <button className="chip" onClick={() => setOpen(!isOpen)} type="button">
          <Icon name="bookmark" />
          <span className="views-label">{words.views.title}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.views.title}>
        {views.length === 0 && <p className="note">{words.views.none}</p>}
        <ul className="view-list">
          {views.map((view) => (
            <li key={view.name}>
              <Link href={articlesAddress(site.id) + view.search} onClick={() => setOpen(false)}>
                {view.name}
              </Link>
              <button
                aria-label={words.views.remove(view.name)}
                className="icon-button"
                onClick={() => setViews(views.filter((other) => other !== view))}
                type="button"
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
        <form className="view-form" onSubmit={save}>
          <label>
            {words.views.name}
            <input
              className="field"
              maxLength={60}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              value={name}
            />
          </label>
          <Button disabled={name.trim() === ''} type="submit" variant="default">
            {words.views.save}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function useViews(): [View[], (views: View[]) => void] {
  const key = `masthead.newsroom.views.${usePerson().id}.${useSite().id}`;
  const [views, setViews] = useState(() => parsed(read(key)));
  return [
    views,
    (next) => {
      write(key, JSON.stringify(next));
      setViews(next);
    },
  ];
}

/** The storage may contain views of another version. */
function parsed(text: string | null): View[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  const { name, search } = (value ?? {}) as Partial<View>;
  return typeof name === 'string' && typeof search === 'string';
}
