/** The screens of intake, one beside the other. */
import { Link, useLocation } from 'wouter';
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
  );
}
