import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { articleAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';

export function ArticleList() {
  const words = useWords();
  const site = useSite();
  const { manage } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['articles', site.id, 'list'],
    queryFn: ({ signal }) => manage.articles.list(site.id, { count: 50, fields: ['uid', 'title', 'state'], signal }),
  });
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={refetch} />;
  return (
    <div className="reading">
      <h1>{words.list.title}</h1>
      {data.articles.length === 0 && <Notice hint={words.list.emptyHint} title={words.list.empty} />}
      <ul>
        {data.articles.map(({ uid, title, state }) => (
          <li key={uid}>
            <Link href={articleAddress(site.id, uid)}>{title || words.article.untitled}</Link>{' '}
            {words.article.states[state]}
          </li>
        ))}
      </ul>
    </div>
  );
}
