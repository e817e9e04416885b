import { Link } from 'wouter';
import { useLanguage, useWords } from '../../i18n/language.tsx';
import { TabRow } from '../../parts/tab-row.tsx';
import { articlesAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useCounts } from './rows.ts';
import { type ArticleSearch, searchText } from './search.ts';
import { ARTICLE_STATES } from './states.ts';

/** Each state is an address; the filters stay. */
export function StateTabs({ search }: { search: ArticleSearch }) {
  const words = useWords();
  const language = useLanguage();
  const site = useSite();
  const counts = useCounts();
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { state: undefined, label: words.list.all, count: all },
    ...ARTICLE_STATES.map((state) => ({ state, label: words.article.states[state], count: counts?.[state] })),
    { state: 'trash' as const, label: words.list.trash, count: undefined },
  ];
  return (
    <TabRow label={words.list.columns.state}>
      {tabs.map(({ state, label, count }) => (
        <Link
          aria-current={search.state === state ? 'page' : undefined}
          className="tab"
          href={articlesAddress(site.id) + searchText({ ...search, state })}
          key={label}
        >
          {label}
          {count !== undefined && <span className="tab-count">{count.toLocaleString(language)}</span>}
        </Link>
      ))}
    </TabRow>
  );
}
