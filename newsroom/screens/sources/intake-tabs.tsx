/** The screens of intake, one beside the other. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useApi } from '../../api/api.ts';
import { TabRow } from '../../parts/tab-row.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useSourceWords } from './words.ts';

const TABS = ['sources', 'accounts', 'rules', 'blocked', 'hold'] as const;

export function IntakeTabs() {
  const { tabs } = useSourceWords();
  const site = useSite();
  const [location] = useLocation();
  return (
    <>
      <TabRow label={tabs.label}>
        {TABS.map((tab) => (
          <Link
            aria-current={location.startsWith(nounAddress(site.id, tab)) ? 'page' : undefined}
            className="tab"
            href={nounAddress(site.id, tab)}
            key={tab}
          >
            {tabs[tab]}
          </Link>
        ))}
      </TabRow>
      {!location.startsWith(nounAddress(site.id, 'hold')) && <HoldNotice />}
    </>
  );
}

/** Sources look active while nothing of theirs is published, or while none is asked. */
function HoldNotice() {
  const { held: words } = useSourceWords();
  const site = useSite();
  const { manage } = useApi();
  const { data } = useQuery({
    queryKey: ['hold', site.id],
    queryFn: async () => (await manage.intakeHold.read(site.id)).hold,
  });
  if (!data?.held && !data?.all_sites) return null;
  if (!data.collects) return <p className="hold-state">{words.restored}</p>;
  return (
    <p className="hold-state">
      {words.stopped} <Link href={nounAddress(site.id, 'hold')}>{words.release}</Link>
    </p>
  );
}
