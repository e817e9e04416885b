/** Articles that this one features, in their order; and where it is pinned itself. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { OrderedList } from '../parts/ordered-list.tsx';
import { nounAddress } from '../shell/addresses.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { mayOn } from '../shell/rights.ts';
import { Labelled } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

const FIELDS = ['id', 'title', 'state'] as const;
const FOUND = 8;

export function Featured({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { details } = useEditorWords();
  const chosen = article.featured_articles;
  const titleOf = useTitles(chosen);
  const change = (featured_articles: number[]) => set({ featured_articles });
  return (
    <fieldset className="field-set">
      <legend>{details.featured}</legend>
      <OrderedList
        items={chosen}
        keyOf={String}
        label={details.featured}
        nameOf={titleOf}
        onChange={(ids) => change(ids)}
      >
        {(id) => (
          <>
            <span className="featured-title">{titleOf(id)}</span>
            <button
              aria-label={details.remove(titleOf(id))}
              className="icon-button"
              onClick={() => change(chosen.filter((one) => one !== id))}
              type="button"
            >
              <Icon name="close" />
            </button>
          </>
        )}
      </OrderedList>
      <Finder without={[...chosen, article.id ?? 0]} onChoose={(id) => change([...chosen, id])} />
      {problems.featured_articles && <p className="field-problem">{problems.featured_articles}</p>}
    </fieldset>
  );
}

function useTitles(ids: readonly number[]): (id: number) => string {
  const { manage } = useApi();
  const { untitled } = useWords().article;
  const site = useSite();
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['articles', site.id, 'title', id],
      queryFn: async () => (await manage.articles.read(site.id, id, { fields: FIELDS })).article.title,
      staleTime: 60_000,
    })),
  });
  const titles = new Map(ids.map((id, at) => [id, results[at]?.data]));
  return (id) => titles.get(id) ?? (titles.has(id) ? `${id}` : untitled);
}

/** Numbers are drawn when an article is published for the first time: others cannot be featured yet. */
function Finder({ without, onChoose }: { without: readonly number[]; onChoose(id: number): void }) {
  const { details } = useEditorWords();
  const { untitled } = useWords().article;
  const { manage } = useApi();
  const site = useSite();
  const id = useId();
  const [q, setQ] = useState('');
  const wanted = useDeferredValue(q.trim());
  const { data = [] } = useQuery({
    queryKey: ['articles', site.id, 'found', 'featured', wanted],
    queryFn: async ({ signal }) =>
      (await manage.articles.list(site.id, { q: wanted, count: FOUND, fields: FIELDS, signal })).articles,
    enabled: wanted !== '',
  });
  const found = wanted === '' ? [] : data.filter((one) => one.id !== null && !without.includes(one.id));
  return (
    <>
      <Labelled id={id} label={details.findFeatured}>
        <input
          autoComplete="off"
          id={id}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter' || !first?.id) return;
            event.preventDefault();
            onChoose(first.id);
            setQ('');
          }}
          type="search"
          value={q}
        />
      </Labelled>
      <ul className="featured-found">
        {found.map((one) => (
          <li key={one.id}>
            <button
              className="link"
              onClick={() => {
                if (one.id !== null) onChoose(one.id);
                setQ('');
              }}
              type="button"
            >
              {details.addFeatured(one.title || untitled)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function PinnedAt({ open: { article } }: { open: OpenArticle }) {
  const { details } = useEditorWords();
  const site = useSite();
  const mayPin = mayOn(usePerson(), 'content', 'write', site.id);
  const places = [
    [details.pinnedFront, article.site_pinned_index, ''],
    [details.pinnedSection, article.pinned_index, `?section=${article.section_id}`],
  ] as const;
  return (
    <section aria-label={details.pins} className="field-set">
      <h2 className="pins-title">{details.pins}</h2>
      {places.map(([label, index, query]) => (
        <p key={label}>
          {label}: {index === null ? details.notPinned : details.pinnedAt(index + 1)}{' '}
          {mayPin && <Link href={nounAddress(site.id, 'pins') + query}>{details.arrange}</Link>}
        </p>
      ))}
    </section>
  );
}
