/** What posts about the article have achieved in social networks. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ArticleResult } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useTimes } from '../i18n/times.ts';
import { campaignAddress } from '../shell/addresses.ts';
import { useSite } from '../shell/context.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const MOST = 50;

export function Results({ open }: { open: OpenArticle }) {
  const { results: words } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const language = useLanguage();
  const { uid, id } = open.article;
  const { data, error } = useQuery({
    queryKey: ['results', site.id, uid, id],
    queryFn: ({ signal }) => manage.results.ofArticle(site.id, uid, { count: MOST, signal }),
    enabled: id !== null,
  });
  if (error) return <p className="field-problem">{words.failed}</p>;
  if (id === null) return <p className="note">{words.unpublished}</p>;
  if (!data) return null;
  const { entries, engagement } = data.totals;
  if (entries === 0) return <p className="note">{words.none}</p>;
  const number = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language);
  return (
    <div className="form">
      <dl className="results-totals">
        <div>
          <dt>{words.entries}</dt>
          <dd>{number.format(entries)}</dd>
        </div>
        <div>
          <dt>{words.engagement}</dt>
          <dd>{number.format(engagement)}</dd>
        </div>
      </dl>
      <ol className="revisions">
        {data.results.map((result) => (
          <Result key={`${result.campaign_id} ${result.entry.id}`} result={result} />
        ))}
      </ol>
      {data.results.length < entries && <p className="note">{words.shown(data.results.length)}</p>}
    </div>
  );
}

function Result({ result }: { result: ArticleResult }) {
  const { results: words } = useEditorWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { entry, campaign_id, campaign_name } = result;
  const text = entry.text || words.withoutText;
  // A figure that the network hides, or does not have, is served as 0.
  const hasShares = entry.item_type === 'twitter' || entry.item_type === 'facebook';
  const shown = (name: 'likes' | 'comments' | 'shares', value: number) =>
    entry.incomplete && value === 0 ? words.hidden[name] : words[name](value);
  const facts = [
    shown('likes', entry.stat1),
    shown('comments', entry.stat2),
    hasShares && shown('shares', entry.stat3),
  ];
  return (
    <li className="revision">
      <p>
        {entry.item_url ? (
          <a className="result-text" href={entry.item_url} rel="noreferrer" target="_blank">
            {text}
          </a>
        ) : (
          text
        )}
      </p>
      <p className="note">
        {[words.networks[entry.item_type], entry.username, times.short(entry.published_at)].filter(Boolean).join(' · ')}
      </p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <p className="note">
        <Link href={campaignAddress(site.id, campaign_id)}>{campaign_name}</Link>
      </p>
    </li>
  );
}
