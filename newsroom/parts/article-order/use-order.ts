/** The list of an issue or a container: the stored order, the order on the screen, and one save. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MastheadError } from '../../../src/sdk/client.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { isStale } from '../changes.ts';
import { inserted, moved } from '../move.ts';
import { idsOf, type ListedArticle } from './order.ts';

export interface StoredOrder {
  articles: ListedArticle[];
  etag: string | null;
}

export interface OrderApi {
  read(): Promise<StoredOrder>;
  /** Returns the new etag. */
  save(ids: number[], etag: string | null): Promise<string | null>;
}

export interface Order {
  articles: readonly ListedArticle[];
  has(uid: string): boolean;
  set(articles: readonly ListedArticle[]): void;
  /** Adds it, or moves it if it is there already. */
  put(article: ListedArticle, to: number): void;
  remove(uid: string): void;
  isDirty: boolean;
  isSaving: boolean;
  isStale: boolean;
  failure: string | null;
  save(isOver?: boolean): void;
  reset(): void;
}

export function useOrder(api: OrderApi, stored: StoredOrder, onSaved: () => void): Order {
  const said = useSaid();
  const [base, setBase] = useState(stored);
  const [articles, setArticles] = useState<readonly ListedArticle[]>(stored.articles);
  const save = useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      const etag = isOver ? (await api.read()).etag : base.etag;
      return { articles: [...articles], etag: await api.save(idsOf(articles), etag) };
    },
    onSuccess: (saved) => {
      setBase(saved);
      onSaved();
    },
  });
  const failed = save.error instanceof MastheadError ? save.error : null;
  const change = (next: readonly ListedArticle[]) => {
    save.reset();
    setArticles(next);
  };
  return {
    articles,
    has: (uid) => articles.some((article) => article.uid === uid),
    set: change,
    put: (article, to) => {
      const from = articles.findIndex(({ uid }) => uid === article.uid);
      change(from < 0 ? inserted(articles, article, to) : moved(articles, from, to));
    },
    remove: (uid) => change(articles.filter((article) => article.uid !== uid)),
    isDirty: idsOf(articles).join() !== idsOf(base.articles).join(),
    isSaving: save.isPending,
    isStale: failed !== null && isStale(failed),
    failure: save.error && !(failed && isStale(failed)) ? said.error(save.error) : null,
    save: (isOver = false) => save.mutate({ isOver }),
    reset: () => change(base.articles),
  };
}
