/** The side to search: articles to add to the list, with the reason where one cannot be added. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { useSections } from '../../api/queries.ts';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { ARTICLE_TYPES, type ArticleType } from '../../screens/articles/states.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { CheckField } from '../form-fields.tsx';
import type { Drag } from '../use-dragging.ts';
import { usePartWords } from '../words.ts';
import { FIELDS, type ListedArticle, onlyType, refusalOf } from './order.ts';
import type { Order } from './use-order.ts';

const SHOWN = 30;

interface FoundProps {
  order: Order;
  drag: Drag;
  restriction: string;
  /** Before an article is dragged, so that the list knows it. */
  onLift(article: ListedArticle): void;
}

export function FoundArticles({ order, drag, restriction, onLift }: FoundProps) {
  const words = usePartWords().articleOrder;
  const { types } = useWords().list;
  const [q, setQ] = useState('');
  const [isFitting, setFitting] = useState(true);
  const type = onlyType(restriction, ARTICLE_TYPES);
  const { data, error, refetch } = useFound(q, isFitting ? type : null);
  return (
    <>
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
      {type && <CheckField label={words.onlyFitting(types[type])} onChange={setFitting} value={isFitting} />}
      {!data && error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && <p className="note">{words.nothingFound}</p>}
      <ul aria-label={words.found} className="found">
        {data?.map((article) => (
          <FoundArticle
            article={article}
            drag={drag}
            key={article.uid}
            onLift={onLift}
            order={order}
            restriction={restriction}
          />
        ))}
      </ul>
    </>
  );
}

function useFound(q: string, type: ArticleType | null) {
  const { manage } = useApi();
  const site = useSite();
  const wanted = useDeferredValue(q.trim());
  return useQuery({
    queryKey: ['articles', site.id, 'found', wanted, type],
    queryFn: async ({ signal }) => {
      const filters = { ...(wanted ? { q: wanted } : {}), ...(type ? { type } : {}) };
      const { articles } = await manage.articles.list(site.id, { ...filters, count: SHOWN, fields: FIELDS, signal });
      return articles;
    },
    placeholderData: (before) => before,
  });
}

interface FoundArticleProps extends FoundProps {
  article: ListedArticle;
}

function FoundArticle({ article, order, drag, restriction, onLift }: FoundArticleProps) {
  const words = usePartWords().articleOrder;
  const { article: states } = useWords();
  const site = useSite();
  const { data: sections = [] } = useSections(site.id);
  const title = article.title || states.untitled;
  const refusal = refusalOf(article, restriction);
  const isIn = order.has(article.uid);
  const facts = [sections.find(({ id }) => id === article.section_id)?.name, states.states[article.state]];
  return (
    <li className="found-article" data-in={isIn}>
      {refusal ? (
        <span className="handle" />
      ) : (
        // Keys use the button at the end of the row.
        <span
          className="handle"
          onPointerDown={(event) => {
            onLift(article);
            drag.start(event, article.uid);
          }}
        >
          <Icon name="grip" />
        </span>
      )}
      <span className="row-text">
        <span className="found-title">{title}</span>
        <span className="row-facts">{facts.filter(Boolean).join(' · ')}</span>
        {refusal && <span className="found-refusal">{words.refusals[refusal]}</span>}
      </span>
      {!refusal && (
        <button
          aria-label={isIn ? words.remove(title) : words.add(title)}
          className="button"
          onClick={() => (isIn ? order.remove(article.uid) : order.put(article, order.articles.length))}
          type="button"
        >
          {isIn ? words.removeShort : words.addShort}
        </button>
      )}
    </li>
  );
}
