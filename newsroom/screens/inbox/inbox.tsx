/** The moderation of everything that waits: one article large, the queue beside it; and what became of the others. */
import { useRef } from 'react';
import { Link } from 'wouter';
import { useLanguage } from '../../i18n/language.tsx';
import { TabRow } from '../../parts/tab-row.tsx';
import { inboxAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { NoAccess } from '../../shell/states.tsx';
import { useCounts } from '../articles/rows.ts';
import { InboxFilters, InboxSearchField } from './filters.tsx';
import { LedgerList } from './ledger.tsx';
import { Review } from './review.tsx';
import { type InboxPlace, LEDGER_STATES, searchText, useInboxPlace } from './search.ts';
import { useInboxWords } from './words.ts';

export function Inbox() {
  const words = useInboxWords();
  const person = usePerson();
  const site = useSite();
  const place = useInboxPlace();
  const field = useRef<HTMLInputElement>(null);
  if (!mayOn(person, 'sources', 'write', site.id)) return <NoAccess />;
  return (
    <div className="inbox" data-open={place.uid !== undefined}>
      <header className="inbox-head">
        <h1>{words.title}</h1>
        {place.search.state === undefined && <InboxSearchField fieldRef={field} place={place} />}
      </header>
      <Tabs place={place} />
      <InboxFilters place={place} />
      {place.search.state === undefined ? (
        <Review field={field} place={place} />
      ) : (
        <LedgerList search={place.search} state={place.search.state} />
      )}
    </div>
  );
}

function Tabs({ place: { search } }: { place: InboxPlace }) {
  const words = useInboxWords();
  const language = useLanguage();
  const site = useSite();
  const counts = useCounts();
  return (
    <TabRow label={words.tabs.label}>
      {([undefined, ...LEDGER_STATES] as const).map((state) => (
        <Link
          aria-current={search.state === state ? 'page' : undefined}
          className="tab"
          href={inboxAddress(site.id) + searchText({ source: search.source, state })}
          key={state ?? 'pending'}
        >
          {words.tabs[state ?? 'pending']}
          {state === undefined && counts && (
            <span className="tab-count">{counts.pending.toLocaleString(language)}</span>
          )}
        </Link>
      ))}
    </TabRow>
  );
}
