/** Words, filters and order. All of it is in the address, so that it can be sent to someone and Back works. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useAuthors, useCategories, useSections } from '../../api/queries.ts';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { useSite } from '../../shell/context.ts';
import { type ArticleSearch, type ChangeSearch, filterCount, hasFilters, SORTS, withoutFilters } from './search.ts';
import { ARTICLE_TYPES } from './states.ts';

/** A pause in typing before the list is read again. */
const REST_MS = 250;

interface SearchFieldProps {
  search: ArticleSearch;
  change: ChangeSearch;
  fieldRef: RefObject<HTMLInputElement | null>;
}

export function SearchField({ search, change, fieldRef }: SearchFieldProps) {
  const words = useWords();
  const { q = '' } = search;
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Back, a tab or a saved view may change the search text.
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = window.setTimeout(() => change({ q: typed.trim() || undefined }, { replace: q !== '' }), REST_MS);
    return () => window.clearTimeout(timer);
  }, [typed, q, change]);
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        aria-label={words.list.search}
        maxLength={200}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={leaveOnEscape}
        placeholder={words.list.search}
        ref={fieldRef}
        type="search"
        value={typed}
      />
    </div>
  );
}

/** Browsers would empty the field as well. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.currentTarget.blur();
}

interface FiltersProps {
  search: ArticleSearch;
  change: ChangeSearch;
  total: number | null;
}

export function Filters({ search, change, total }: FiltersProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="filters" data-open={isOpen}>
      <button aria-expanded={isOpen} className="filters-button" onClick={() => setOpen(!isOpen)} type="button">
        <Icon name="filter" />
        {words.list.filters(filterCount(search))}
      </button>
      <div className="filters-fields">
        <NounFilters change={change} search={search} />
        <OtherFilters change={change} search={search} />
        {hasFilters(search) && (
          <button
            aria-label={words.list.clearFilters}
            className="link filters-clear"
            onClick={() => change({ ...cleared(search), ...withoutFilters(search) })}
            type="button"
          >
            {words.common.clear}
          </button>
        )}
      </div>
      <div className="filters-end">
        {total !== null && <span>{words.list.total(total)}</span>}
        <Choice
          isOn={false}
          label={words.list.sort}
          onChange={(sort) => change({ sort: SORTS.find((one) => one === sort) })}
          value={search.sort ?? ''}
        >
          <option value="">{search.q ? words.list.sorts.best : words.list.sorts.updated}</option>
          {SORTS.filter((sort) => search.q || sort !== 'updated').map((sort) => (
            <option key={sort} value={sort}>
              {words.list.sorts[sort]}
            </option>
          ))}
        </Choice>
      </div>
    </div>
  );
}

export function cleared(search: ArticleSearch): ArticleSearch {
  return Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
}

function NounFilters({ search, change }: Omit<FiltersProps, 'total'>) {
  const words = useWords();
  const site = useSite();
  const { data: sections = [] } = useSections(site.id);
  const { data: categories = [] } = useCategories(site.id);
  const { data: authors = [] } = useAuthors(site.id);
  const nouns = [
    { field: 'section', label: words.list.section, items: sections },
    { field: 'category', label: words.list.category, items: categories },
    { field: 'author', label: words.list.author, items: authors },
  ] as const;
  return nouns.map(({ field, label, items }) => (
    <Choice
      isOn={search[field] !== undefined}
      key={field}
      label={label}
      onChange={(id) => change({ [field]: id === '' ? undefined : Number(id) })}
      value={search[field] ?? ''}
    >
      <option value="">{label}</option>
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  ));
}

function OtherFilters({ search, change }: Omit<FiltersProps, 'total'>) {
  const words = useWords();
  return (
    <>
      <Choice
        isOn={search.type !== undefined}
        label={words.list.type}
        onChange={(type) => change({ type: ARTICLE_TYPES.find((one) => one === type) })}
        value={search.type ?? ''}
      >
        <option value="">{words.list.type}</option>
        {ARTICLE_TYPES.map((type) => (
          <option key={type} value={type}>
            {words.list.types[type]}
          </option>
        ))}
      </Choice>
      <button
        aria-pressed={search.mine === '1'}
        className="chip"
        onClick={() => change({ mine: search.mine ? undefined : '1' })}
        type="button"
      >
        {words.list.mine}
      </button>
      <button
        aria-pressed={search.changes === '1'}
        className="chip"
        onClick={() => change({ changes: search.changes ? undefined : '1' })}
        type="button"
      >
        {words.article.unpublishedChanges}
      </button>
      {search.tag && (
        <button
          aria-label={words.list.removeFilter(search.tag)}
          aria-pressed
          className="chip"
          onClick={() => change({ tag: undefined })}
          type="button"
        >
          {search.tag} <Icon name="close" size={12} />
        </button>
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | number;
  isOn: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}

/** The browser's own list: quick to use by keys and on phones. */
export function Choice({ label, value, isOn, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="chip"
      data-on={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      value={value}
    >
      {children}
    </select>
  );
}
