/**
 * The articles of an issue or a container: a search on one side, the order on the other, and one save. On a phone they are two steps.
 */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useSections } from '../../api/queries.ts';
import { useWords } from '../../i18n/language.tsx';
import { Icon } from '../../icons.tsx';
import { articleAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { OrderedList } from '../ordered-list.tsx';
import { SaveBar } from '../save-bar.tsx';
import { type Drag, useDragging } from '../use-dragging.ts';
import { usePartWords } from '../words.ts';
import { FoundArticles } from './found-articles.tsx';
import { type ListedArticle, refusalOf } from './order.ts';
import { type Order, type OrderApi, type StoredOrder, useOrder } from './use-order.ts';

export interface ArticleOrderProps {
  /** The query keys of the issue or the container. */
  queryKey: readonly unknown[];
  api: OrderApi;
  head: ReactNode;
  /** The `type_restriction` of a container. */
  restriction?: string;
}

export function ArticleOrder(props: ArticleOrderProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...props.queryKey, 'articles'],
    queryFn: props.api.read,
    // Read once: a later answer must not move items under the pointer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  return <OpenOrder {...props} stored={data} />;
}

function OpenOrder({ api, head, restriction = '', stored }: ArticleOrderProps & { stored: StoredOrder }) {
  const { articleOrder: words } = usePartWords();
  const { list } = useWords();
  const toasts = useToasts();
  const [search, setSearch] = useSearchParams();
  const order = useOrder(api, stored, () => toasts.show(words.saved));
  const lifted = useRef<ListedArticle>(undefined);
  const find = (uid: string) =>
    order.articles.find((one) => one.uid === uid) ?? (lifted.current?.uid === uid ? lifted.current : undefined);
  const drag = useDragging({
    accepts: (uid) => {
      const article = find(uid);
      return article !== undefined && refusalOf(article, restriction) === null;
    },
    onDrop: (uid, to) => {
      const article = find(uid);
      if (article) order.put(article, to);
    },
  });
  const mayWrite = mayOn(usePerson(), 'content', 'write', useSite().id);
  const step = search.get('step') === 'add' ? 'add' : 'order';
  const type = restriction.trim().toLowerCase();
  const types: Record<string, string> = list.types;
  return (
    <div className="article-order" data-step={step}>
      <header className="noun-form-head">{head}</header>
      <div className="order-columns">
        {mayWrite && (
          <section aria-labelledby="order-find" className="order-find">
            <h2 id="order-find">{words.find}</h2>
            <FoundArticles
              drag={drag}
              onLift={(article) => {
                lifted.current = article;
              }}
              order={order}
              restriction={restriction}
            />
            <button
              className="button primary order-step"
              onClick={() => setSearch({}, { replace: true })}
              type="button"
            >
              {words.toOrder(order.articles.length)}
            </button>
          </section>
        )}
        <section aria-labelledby="order-list" className="order-list">
          <h2 id="order-list">{words.order(order.articles.length)}</h2>
          {type !== '' && type !== 'article' && (
            <p className="order-restriction">{words.restricted(types[type] ?? type)}</p>
          )}
          {mayWrite && (
            <button className="button order-step" onClick={() => setSearch({ step: 'add' })} type="button">
              {words.toFind}
            </button>
          )}
          <Listed drag={drag} isFixed={!mayWrite} order={order} />
        </section>
      </div>
      {mayWrite && <SaveBar onSave={() => order.save()} onSaveOver={() => order.save(true)} state={order} />}
      <Ghost drag={drag} find={find} inList={(uid) => order.has(uid)} />
      <LeaveGuard isDirty={order.isDirty} />
    </div>
  );
}

function Listed({ order, drag, isFixed }: { order: Order; drag: Drag; isFixed: boolean }) {
  const { articleOrder: words } = usePartWords();
  const { article: states } = useWords();
  const site = useSite();
  const { data: sections = [] } = useSections(site.id);
  const titleOf = ({ title }: ListedArticle) => title || states.untitled;
  const isServed = ({ state, section_id }: ListedArticle) =>
    state === 'published' && sections.find(({ id }) => id === section_id)?.state !== 'hidden';
  return (
    <>
      <OrderedList
        drag={drag}
        isFixed={isFixed}
        items={order.articles}
        keyOf={({ uid }) => uid}
        label={words.order(order.articles.length)}
        nameOf={titleOf}
        onChange={order.set}
      >
        {(article, index) => (
          <div className="order-row">
            <span className="order-number">{index + 1}</span>
            <span className="row-text">
              <Link className="found-title" href={articleAddress(site.id, article.uid)}>
                {titleOf(article)}
              </Link>
              <span className="row-facts">
                {[sections.find(({ id }) => id === article.section_id)?.name, states.states[article.state]]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {!isServed(article) && <span className="found-refusal">{words.notServed}</span>}
            </span>
            {!isFixed && (
              <button
                aria-label={words.remove(titleOf(article))}
                className="icon-button order-remove"
                onClick={() => order.remove(article.uid)}
                type="button"
              >
                <Icon name="close" />
              </button>
            )}
          </div>
        )}
      </OrderedList>
      {order.articles.length === 0 && <p className="order-empty">{words.empty}</p>}
    </>
  );
}

interface GhostProps {
  drag: Drag;
  find(uid: string): ListedArticle | undefined;
  inList(uid: string): boolean;
}

/** A title under the pointer, on its way from the search to the list. */
function Ghost({ drag: { dragging }, find, inList }: GhostProps) {
  if (!dragging || inList(dragging.key)) return null;
  return (
    <div
      aria-hidden="true"
      className="drag-ghost"
      data-refused={dragging.to === null}
      style={{ left: dragging.x, top: dragging.y }}
    >
      {find(dragging.key)?.title}
    </div>
  );
}
