/** One article. The editor takes this place; until then it can be read. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSections } from '../api/queries.ts';
import { useWords } from '../i18n/language.tsx';
import { useTimes } from '../i18n/times.ts';
import { Icon } from '../icons.tsx';
import { articlesAddress } from '../shell/addresses.ts';
import { useSite } from '../shell/context.ts';
import { Failure, Waiting } from '../shell/states.tsx';

export function ArticleScreen({ uid }: { uid: string }) {
  const words = useWords();
  const site = useSite();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['articles', site.id, 'one', uid],
    queryFn: ({ signal }) => manage.articles.read(site.id, uid, { signal }),
  });
  return (
    <div className="reading">
      <Link className="back-link" href={articlesAddress(site.id)}>
        <Icon name="back" />
        {words.list.title}
      </Link>
      {isPending && <Waiting />}
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {data && <ArticleText article={data.article} />}
    </div>
  );
}

function ArticleText({ article }: { article: ManagedArticle }) {
  const words = useWords();
  return (
    <article>
      <h1>{article.title || words.article.untitled}</h1>
      <ArticleFacts article={article} />
      {article.summary && <p className="reading-summary">{article.summary}</p>}
      {article.cover_url && <img alt={article.alt_text ?? ''} className="reading-cover" src={article.cover_url} />}
      {article.body ? (
        // The service has made it safe (core/html.ts), and the page's policy runs no scripts of it.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        <div className="reading-body" dangerouslySetInnerHTML={{ __html: article.body }} />
      ) : (
        <p className="note">{words.article.empty}</p>
      )}
    </article>
  );
}

function ArticleFacts({ article }: { article: ManagedArticle }) {
  const words = useWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { data: sections = [] } = useSections(site.id);
  const section = sections.find(({ id }) => id === article.section_id)?.name;
  const time = article.publish_at ?? article.published_at;
  const timeName = article.publish_at ? words.article.scheduled : words.article.published;
  return (
    <p className="reading-facts">
      <span className="state" data-state={article.state}>
        {words.article.states[article.state]}
      </span>
      {section && <span>{section}</span>}
      {article.author_credit && <span>{words.article.by(article.author_credit)}</span>}
      <span>
        {time ? `${timeName} ${times.moment(time)}` : `${words.article.changed} ${times.moment(article.updated_at)}`}
      </span>
      {article.state === 'published' && article.full_url && (
        <a href={article.full_url} rel="noreferrer" target="_blank">
          {words.article.onSite} <Icon name="external" />
        </a>
      )}
    </p>
  );
}
