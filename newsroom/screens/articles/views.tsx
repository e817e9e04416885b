/** Named filters of one person and site. */
import { Button, Popover } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Icon } from '../../icons.tsx';
import { articlesAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type ArticleSearch, searchText } from './search.ts';
import { useViews } from './use-views.ts';
import { useListWords } from './words.ts';

export function SavedViews({ search }: { search: ArticleSearch }) {
  const { views: words } = useListWords();
  const said = useSaid();
  const site = useSite();
  const [name, setName] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { views, error, save, remove, isSaving } = useViews(isOpen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ name: name.trim(), search: searchText(search).slice(1) }, () => setName(''));
  };
  return (
    <Popover onChange={setOpen} opened={isOpen} position="bottom-end" trapFocus width={300}>
      <Popover.Target>
        <button className="chip" onClick={() => setOpen(!isOpen)} type="button">
          <Icon name="bookmark" />
          <span className="views-label">{words.title}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.title}>
        {error && <p role="alert">{said.error(error)}</p>}
        {views?.length === 0 && <p className="note">{words.none}</p>}
        <ul className="view-list">
          {views?.map((view) => (
            <li key={view.id}>
              <Link href={addressOf(site.id, view.search)} onClick={() => setOpen(false)}>
                {view.name}
              </Link>
              <button
                aria-label={words.remove(view.name)}
                className="icon-button"
                onClick={() => remove(view)}
                type="button"
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
        <form className="view-form" onSubmit={submit}>
          <label>
            {words.name}
            <input
              className="field"
              maxLength={60}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              value={name}
            />
          </label>
          <Button disabled={name.trim() === ''} loading={isSaving} type="submit" variant="default">
            {words.save}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const addressOf = (siteId: number, search: string) => articlesAddress(siteId) + (search === '' ? '' : `?${search}`);
