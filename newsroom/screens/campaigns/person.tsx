/** Someone who posted: what they have achieved in the campaign. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Icon } from '../../icons.tsx';
import { Failure, Waiting } from '../../shell/states.tsx';
import { Figure } from './data-table.tsx';
import { useFormats } from './format.ts';
import { useCampaign } from './queries.ts';
import { useReader } from './reader.ts';
import { UserFigures } from './top.tsx';
import { useCampaignWords } from './words.ts';

export function Person({ id }: { id: string }) {
  const words = useCampaignWords();
  const { analytics, campaignId, address, timeZone } = useReader();
  const formats = useFormats(timeZone);
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
    </div>
  );
}
