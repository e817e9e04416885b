/** Words and filters of the library. All of it is in the address, so that it can be sent to someone and Back works. */
import { type RefObject, useEffect, useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { Icon } from '../../icons.tsx';
import { usePerson } from '../../shell/context.ts';
import { Choice } from '../articles/filters.tsx';
import { type ChangeSearch, filterCount, hasFilters, KINDS, type MediaSearch, NO_FILTERS, USES } from './search.ts';
import { useMediaWords } from './words.ts';

/** A pause in typing before the list is read again. */
const REST_MS = 250;

interface SearchFieldProps {
  q: string;
  onChange(q: string): void;
  fieldRef?: RefObject<HTMLInputElement | null>;
}

export function MediaSearchField({ q, onChange, fieldRef }: SearchFieldProps) {
  const words = useMediaWords();
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Back or a cleared filter changes the words from outside.
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = window.setTimeout(() => onChange(typed.trim()), REST_MS);
    return () => window.clearTimeout(timer);
  }, [typed, q, onChange]);
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        aria-label={words.search}
        maxLength={200}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // In a dialog it closes the dialog.
          if (event.key !== 'Escape' || event.currentTarget.closest('dialog')) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        placeholder={words.search}
        ref={fieldRef}
        type="search"
        value={typed}
      />
    </div>
  );
}

interface FiltersProps {
  search: MediaSearch;
  change: ChangeSearch;
  items: readonly MediaItem[];
  total: number | null;
}

export function MediaFilters({ search, change, items, total }: FiltersProps) {
  const words = useMediaWords();
  const [isOpen, setOpen] = useState(false);
  const choices = [
    { field: 'use', label: words.use, values: USES, names: words.uses as Record<string, string> },
    { field: 'type', label: words.kind, values: KINDS, names: words.kinds as Record<string, string> },
  ] as const;
  return (
    <div className="filters" data-open={isOpen}>
      <button aria-expanded={isOpen} className="filters-button" onClick={() => setOpen(!isOpen)} type="button">
        <Icon name="filter" />
        {words.filters(filterCount(search))}
      </button>
      <div className="filters-fields">
        {choices.map(({ field, label, values, names }) => (
          <Choice
            isOn={search[field] !== undefined}
            key={field}
            label={label}
            onChange={(value) => change({ [field]: value || undefined })}
            value={search[field] ?? ''}
          >
            <option value="">{label}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {names[value]}
              </option>
            ))}
          </Choice>
        ))}
        <UploaderFilter change={change} items={items} search={search} />
        {hasFilters(search) && (
          <button className="link filters-clear" onClick={() => change(NO_FILTERS)} type="button">
            {words.clearFilters}
          </button>
        )}
      </div>
      <div className="filters-end">{total !== null && <span>{words.total(total)}</span>}</div>
    </div>
  );
}

/** The uploaders of what was read so far. */
function UploaderFilter({ search, change, items }: Omit<FiltersProps, 'total'>) {
  const words = useMediaWords();
  const me = `person:${usePerson().id}`;
  const names = new Map(items.map((item) => [item.created_by, uploaderOf(item)]));
  names.delete(me);
  if (search.by && search.by !== 'me' && !names.has(search.by)) names.set(search.by, search.by);
  return (
    <Choice
      isOn={search.by !== undefined}
      label={words.uploader}
      onChange={(by) => change({ by: by || undefined })}
      value={search.by ?? ''}
    >
      <option value="">{words.uploader}</option>
      <option value="me">{words.me}</option>
      {[...names].map(([by, name]) => (
        <option key={by} value={by}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

export function uploaderOf({ created_by, created_by_name }: MediaItem): string {
  return created_by_name ?? created_by;
}
