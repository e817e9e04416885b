/** What a moderator decided about the article, for its author: at the top of a returned one, and in the history. */
import { useQuery } from '@tanstack/react-query';
import type { ArticleDecision } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useTimes } from '../i18n/times.ts';
import { Icon } from '../icons.tsx';
import { useSite } from '../shell/context.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

/** Newest first. Live events about the article have them read again. */
export function useDecisions(uid: string): ArticleDecision[] {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['articles', site.id, 'changed', 'decisions', uid],
    queryFn: async ({ signal }) => (await manage.articleDecisions.list(site.id, { uid, signal })).article_decisions,
  });
  return data ?? [];
}

export function ReturnedNote({ open: { article } }: { open: OpenArticle }) {
  const [last] = useDecisions(article.uid);
  const isReturned = article.state === 'draft' && last?.outcome === 'returned';
  return (
    <div role="status">
      {isReturned && (
        <div className="editor-notes">
          <Decided decision={last} />
        </div>
      )}
    </div>
  );
}

export function Decided({ decision, className }: { decision: ArticleDecision; className?: string }) {
  const { decision: words, someone } = useEditorWords();
  const times = useTimes(useSite().time_zone);
  const { outcome, decided_by_name, decided_at, note } = decision;
  return (
    <p className={className}>
      {className && <Icon name="back" />}
      <span>
        {words[outcome](decided_by_name ?? someone, times.moment(decided_at))}
        {note && <strong className="decision-note"> {note}</strong>}
      </span>
    </p>
  );
}
