/** What is listed. All of it is in the address. */
import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../icons.tsx';
import { Choice } from '../articles/filters.tsx';
import { useSources } from './queue.ts';
import { hasFilters, type InboxPlace, PENDING_KINDS } from './search.ts';
import { useInboxWords } from './words.ts';

/** A pause in typing before the queue is read again. */
const REST_MS = 250;

export function InboxSearchField({
  place: { search, change },
  fieldRef,
}: {
  place: InboxPlace;
  fieldRef: RefObject<HTMLInputElement | null>;
}) {
  const { filters } = useInboxWords();
  const { q = '' } = search;
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Back or a cleared filter may change the search text.
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
        aria-label={filters.search}
        maxLength={200}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        placeholder={filters.search}
        ref={fieldRef}
        type="search"
        value={typed}
      />
    </div>
  );
}

export function InboxFilters({ place: { search, change } }: { place: InboxPlace }) {
  const { filters, kinds } = useInboxWords();
  const sources = useSources();
  const isQueue = search.state === undefined;
  return (
    <div className="filters inbox-filters">
      <Choice
        isOn={search.source !== undefined}
        label={filters.source}
        onChange={(id) => change({ source: id === '' ? undefined : Number(id) })}
        value={search.source ?? ''}
      >
        <option value="">{filters.source}</option>
        {sources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      {isQueue && (
        <>
          <Choice
            isOn={search.kind !== undefined}
            label={filters.kind}
            onChange={(kind) => change({ kind: PENDING_KINDS.find((one) => one === kind) })}
            value={search.kind ?? ''}
          >
            <option value="">{filters.kind}</option>
            {PENDING_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kinds[kind]}
              </option>
            ))}
          </Choice>
          <Choice
            isOn={search.sort !== undefined}
            label={filters.sort}
            onChange={(sort) => change({ sort: sort === 'newest' ? 'newest' : undefined })}
            value={search.sort ?? ''}
          >
            <option value="">{filters.oldest}</option>
            <option value="newest">{filters.newest}</option>
          </Choice>
        </>
      )}
      {hasFilters(search) && (
        <button
          className="link"
          onClick={() => change({ q: undefined, kind: undefined, source: undefined })}
          type="button"
        >
          {filters.clear}
        </button>
      )}
    </div>
  );
}
