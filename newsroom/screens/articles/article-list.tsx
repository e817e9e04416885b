/** Every article of a site, to scan, search and act on many at once. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { useWords } from '../../i18n/language.tsx';
import { newArticleAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { Filters, SearchField } from './filters.tsx';
import { RowList } from './row-list.tsx';
import { type ArticleRow, isMostlyOfSources, useArticleRows, useChangedCount } from './rows.ts';
import { type ArticleSearch, type ChangeSearch, hasFilters, useArticleSearch } from './search.ts';
import { useSelection } from './selection.ts';
import { StateTabs } from './state-tabs.tsx';
import { SavedViews } from './views.tsx';
import { useListWords } from './words.ts';

const DemoNote = lazy(async () => ({ default: (await import('../demo/demo-note.tsx')).DemoNote }));
const loadBulkBar = () => import('./bulk-bar.tsx');
const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));

export function ArticleList() {
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  const [search, change] = useArticleSearch();
  const { query, rows, total, asOf } = useArticleRows(search);
  const selection = useSelection();
  const searchField = useRef<HTMLInputElement>(null);
  const chosen = useMemo(() => rows.filter(({ uid }) => selection.uids.has(uid)), [rows, selection.uids]);
  const filters = <Filters change={change} search={search} total={query.data ? total : null} />;
  // After the first screen, so that a selection finds it also offline.
  useEffect(() => void loadBulkBar().catch(() => undefined), []);
  return (
    <div className="articles">
      <div className="articles-head">
        <h1>{words.list.title}</h1>
        <SearchField change={change} fieldRef={searchField} search={search} />
        <SavedViews search={search} />
        <Link className="button primary articles-new" href={newArticleAddress(site.id)}>
          {words.list.create}
        </Link>
      </div>
      {mayOn(person, 'sites', 'write', site.id) && (
        <Suspense fallback={null}>
          <DemoNote siteId={site.id} />
        </Suspense>
      )}
      <StateTabs search={search} />
      {chosen.length > 0 ? (
        <Suspense fallback={<div inert>{filters}</div>}>
          <BulkBar isTrash={search.state === 'trash'} rows={chosen} selection={selection} />
        </Suspense>
      ) : (
        filters
      )}
      <ChangedNotice asOf={asOf} />
      <SourcesHint change={change} rows={rows} search={search} />
      <RowList
        change={change}
        query={query}
        rows={rows}
        search={search}
        searchField={searchField}
        selection={selection}
        total={total}
      />
    </div>
  );
}

/** A way past what sources brought. Nothing is hidden before someone asks for it, and then this says so. */
function SourcesHint({ rows, search, change }: { rows: ArticleRow[]; search: ArticleSearch; change: ChangeSearch }) {
  const { sources: words } = useListWords();
  const { source } = search;
  if (!source && (search.state || hasFilters(search) || !isMostlyOfSources(rows))) return null;
  return (
    <p className="list-hint">
      {source ? words.hidden : words.most}{' '}
      <button className="link" onClick={() => change({ source: source ? undefined : 'newsroom' })} type="button">
        {source ? words.show : words.hide}
      </button>
    </p>
  );
}

/** In place of rows that jump while someone reads them. */
function ChangedNotice({ asOf }: { asOf: string | undefined }) {
  const words = useWords();
  const site = useSite();
  const [search] = useArticleSearch();
  const queries = useQueryClient();
  const changed = useChangedCount(search, asOf);
  const show = () => {
    document.querySelector('.rows')?.scrollTo({ top: 0 });
    void queries.resetQueries({ queryKey: ['articles', site.id, 'list'] });
    void queries.invalidateQueries({ queryKey: ['articles', site.id, 'counts'] });
  };
  return (
    <div className="changed" role="status">
      {changed > 0 && (
        <button className="changed-button" onClick={show} type="button">
          {words.list.changed(changed)}
        </button>
      )}
    </div>
  );
}
