/** The figures of a campaign for someone with a link: to look at and to print, and nothing else. */
import { useMemo } from 'react';
import { MastheadError } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ownZone } from '../../i18n/times.ts';
import { Notice } from '../../shell/states.tsx';
import { Dashboard } from './dashboard.tsx';
import { useCampaign } from './queries.ts';
import { ReaderProvider } from './reader.tsx';
import { useCampaignWords } from './words.ts';

const ENDED = [400, 401, 403, 404];

export function Shared({ campaign, token }: { campaign: string; token: string }) {
  const { analyticsWith } = useApi();
  const analytics = useMemo(() => analyticsWith(token), [analyticsWith, token]);
  const address = `/shared/${campaign}/${token}`;
  return (
    <div className="plain-frame">
      <meta content="noindex" name="robots" />
      <header className="plain-head">
        <span className="wordmark">Masthead</span>
      </header>
      <main className="sheet" id="content">
        <ReaderProvider
          value={{ analytics, campaignId: Number(campaign) || 0, address, timeZone: ownZone(), siteId: null }}
        >
          <SharedDashboard />
        </ReaderProvider>
      </main>
    </div>
  );
}

function SharedDashboard() {
  const words = useCampaignWords().shared;
  const { error } = useCampaign();
  if (error instanceof MastheadError && ENDED.includes(error.status))
    return <Notice hint={words.endedHint} level="h1" title={words.ended} />;
  return <Dashboard />;
}
