/** One campaign for signed-in people: the dashboard, its posts, and one of its people. */
import { Link } from 'wouter';
import { useApi } from '../../api/api.ts';
import { Icon } from '../../icons.tsx';
import { campaignAddress, campaignsAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Dashboard } from './dashboard.tsx';
import { Entries } from './entries.tsx';
import { Flags } from './flag-list.tsx';
import { Person } from './person.tsx';
import { useCampaign } from './queries.ts';
import { ReaderProvider, useAsked, useDashboardSearch } from './reader.tsx';
import { searchText } from './search.ts';
import { useCampaignWords } from './words.ts';

interface ScreensProps {
  id: number;
  /** By default the dashboard. */
  part?: 'entries' | 'users';
  user?: string;
}

export function CampaignScreens({ id, part, user }: ScreensProps) {
  const { analytics } = useApi();
  const site = useSite();
  const address = campaignAddress(site.id, id);
  return (
    <ReaderProvider value={{ analytics, campaignId: id, address, timeZone: site.time_zone, siteId: site.id }}>
      {part === undefined && <Own id={id} />}
      {part === 'entries' && <Entries />}
      {part === 'users' && user !== undefined && <Person id={user} />}
    </ReaderProvider>
  );
}

function Own({ id }: { id: number }) {
  const words = useCampaignWords();
  const site = useSite();
  const mayWrite = mayOn(usePerson(), 'campaigns', 'write', site.id);
  const { data: campaign } = useCampaign();
  const shown = searchText(useDashboardSearch()[0]);
  const exported = useExportAddress(id);
  return (
    <div className="sheet">
      <Link className="back-link" href={campaignsAddress(site.id)}>
        <Icon name="back" />
        {words.list.title}
      </Link>
      <Dashboard
        actions={
          <>
            {mayWrite && (
              <Link className="button" href={campaignAddress(site.id, id, 'settings')}>
                {words.settings}
              </Link>
            )}
            {mayWrite && (
              <Link className="button" href={campaignAddress(site.id, id, 'links') + shown}>
                {words.links.share}
              </Link>
            )}
            <a className="button" download href={exported}>
              {words.exportAll}
            </a>
          </>
        }
        start={
          mayWrite && (
            <Link className="button" href={campaignAddress(site.id, id, 'settings')}>
              {words.noPosts.start}
            </Link>
          )
        }
      >
        {!mayWrite && <p className="note share-note">{words.links.who}</p>}
        {campaign && <Flags campaign={campaign} />}
      </Dashboard>
    </div>
  );
}

/** All posts of the period, as CSV. */
function useExportAddress(id: number): string {
  const { range, search } = useAsked();
  const given = Object.entries({ ...range, item_type: search.network }).filter(([, value]) => value !== undefined);
  return `/v1/campaigns/${id}/export?${new URLSearchParams(given as [string, string][])}`; // the others are left out above
}
