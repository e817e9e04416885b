/** Someone who posted: what they have achieved in the campaign, and with which posts. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Icon } from '../../icons.tsx';
import { Failure, Waiting } from '../../shell/states.tsx';
import { Figure } from './data-table.tsx';
import { EntryList, EntrySort, totalOf, useEntries } from './entry-list.tsx';
import { useCampaign } from './queries.ts';
import { useAsked, useFormats, useReader } from './reader.tsx';
import { UserFigures } from './top.tsx';
import { useCampaignWords } from './words.ts';

const SAME_FOR_ALL = ['username', 'item_type'];

export function Person({ id }: { id: string }) {
  const words = useCampaignWords();
  const { analytics, campaignId, address } = useReader();
  const formats = useFormats();
  const { data: campaign } = useCampaign();
  const {
    data: user,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['campaign', campaignId, 'user', id],
    queryFn: ({ signal }) => analytics.readUser({ campaign_id: campaignId, analytics_user_id: id }, { signal }),
  });
  if (isPending) return <Waiting />;
  if (!user) return <Failure error={error} onRetry={refetch} />;
  return (
    <div className="sheet">
      <Link className="back-link" href={address}>
        <Icon name="back" />
        {campaign?.name ?? words.list.title}
      </Link>
      <div className="sheet-head">
        <h1>{user.fullname || user.username}</h1>
        {user.profile_url && (
          <a className="button" href={user.profile_url} rel="noreferrer" target="_blank">
            {words.profileOn(words.networks[user.user_type])}
          </a>
        )}
      </div>
      <p className="note">{[words.networks[user.user_type], user.username].join(' · ')}</p>
      {user.bio && <p className="person-bio">{user.bio}</p>}
      <dl className="person-facts">
        {(['followers', 'following', 'posts_published'] as const).map((name) => (
          <div key={name}>
            <dt>{words.personFacts[name]}</dt>
            <dd>
              <Figure formats={formats} value={user[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <h2>{words.inCampaign}</h2>
      <UserFigures formats={formats} user={user} />
      <PersonPosts id={id} />
    </div>
  );
}

/** Of any time, as the figures above are. */
function PersonPosts({ id }: { id: string }) {
  const words = useCampaignWords();
  const { address } = useReader();
  const [, navigate] = useLocation();
  const { posts: sort = 'published_at' } = useAsked().search;
  const list = useEntries({ analytics_user_id: id, sort });
  const total = totalOf(list);
  const show = (posts: string) =>
    navigate(`${address}/users/${id}?${new URLSearchParams({ posts })}`, { replace: true });
  return (
    <section aria-labelledby="person-posts" className="person-posts">
      <div className="sheet-head">
        <h2 id="person-posts">{words.entries.title}</h2>
        <EntrySort onChange={show} value={sort} />
      </div>
      {total !== null && <p className="note">{words.entries.total(total)}</p>}
      <EntryList
        empty={<p className="chart-empty">{words.entries.empty}</p>}
        formats={useFormats()}
        list={list}
        title={words.entries.title}
        without={SAME_FOR_ALL}
      />
    </section>
  );
}
