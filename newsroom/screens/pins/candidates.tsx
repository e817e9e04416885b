/** A search for articles that are not on the first page yet. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { useSite } from '../../shell/context.ts';
import { Failure } from '../../shell/states.tsx';
import { pinnedAt } from './flow.ts';
import { FIELDS, type Pins } from './use-pins.ts';
import { usePinWords } from './words.ts';

const FOUND = 10;

export function Candidates({ pins, sectionId }: { pins: Pins; sectionId: number | undefined }) {
  const words = usePinWords();
  const { untitled, states } = useWords().article;
  const { manage } = useApi();
  const site = useSite();
  const [q, setQ] = useState('');
  const wanted = useDeferredValue(q.trim());
  const { data, error, refetch } = useQuery({
    queryKey: ['articles', site.id, 'found', 'pins', sectionId ?? null, wanted],
    queryFn: async ({ signal }) =>
      (await manage.articles.list(site.id, { q: wanted, section_id: sectionId, count: FOUND, fields: FIELDS, signal }))
        .articles,
    enabled: wanted !== '',
    placeholderData: (before) => before,
  });
  return (
    <section aria-label={words.find} className="pins-find">
      <h2>{words.find}</h2>
      <label className="search-field">
        <Icon name="search" />
        <input
          aria-label={words.search}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          placeholder={words.search}
          type="search"
          value={q}
        />
      </label>
      {error && <Failure error={error} onRetry={refetch} />}
      {wanted !== '' && data?.length === 0 && <p className="note">{words.nothing}</p>}
      <ul className="found">
        {wanted !== '' &&
          data?.map((article) => {
            const title = article.title || untitled;
            const isPinned = pins.pins.some(({ uid }) => uid === article.uid);
            return (
              <li className="found-article" key={article.uid}>
                <span className="row-text">
                  <span className="found-title">{title}</span>
                  <span className="row-facts">{states[article.state]}</span>
                </span>
                <button
                  aria-label={words.pinFirst(title)}
                  className="button"
                  disabled={isPinned}
                  onClick={() => pins.change(pinnedAt(pins.pins, article.uid, 0), article)}
                  type="button"
                >
                  {isPinned ? words.pinned : words.pinShort}
                </button>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
