/** The posts and people with the most of something. */
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { AnalyticsUser, Entry } from '../../../src/sdk/client.ts';
import { Choice } from '../articles/filters.tsx';
import { type Column, csvOf, DataTable, Figure, type Table } from './data-table.tsx';
import type { Defined } from './definitions.ts';
import { saveFile } from './download.ts';
import { Definition } from './figures.tsx';
import type { Formats } from './format.ts';
import { useArticleColumn } from './linked-articles.tsx';
import { useDefinitions } from './queries.ts';
import { useAsked, useDashboardSearch, useFormats, useReader } from './reader.tsx';
import { optionsOf } from './search.ts';
import { type CampaignWords, useCampaignWords } from './words.ts';

export const TopPosts = memo(function TopPosts({ entries }: { entries: Entry[] }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const formats = useFormats();
  const definitions = useDefinitions();
  const columns = useEntryColumns(formats, entries);
  const { address, siteId } = useReader();
  const { range, zone } = useAsked();
  const { start_date: start = '', end_date: end = '' } = range;
  const all = new URLSearchParams({
    ...(start && { start, end }),
    tz: zone,
    ...(search.network && { network: search.network }),
  });
  const sort = search.posts ?? 'score';
  return (
    <Top
      controls={
        <Choice
          isOn={false}
          label={words.sortBy}
          onChange={(name) => change({ posts: optionsOf('posts').find((one) => one === name) })}
          value={sort}
        >
          {optionsOf('posts').map((name) => (
            <option key={name} value={name}>
              {words.postSorts[name]}
            </option>
          ))}
        </Choice>
      }
      file="posts"
      formats={formats}
      more={siteId !== null && <Link href={`${address}/entries?${all}`}>{words.allPosts}</Link>}
      note={definitions.get('score')}
      table={{ title: words.topPosts[sort], columns, rows: entries, keyOf: ({ id }) => id, sortedBy: sort }}
    />
  );
});

export function useEntryColumns(formats: Formats, entries: readonly Entry[]): Column<Entry>[] {
  const words = useCampaignWords();
  const { address, siteId } = useReader();
  const articles = useArticleColumn(entries);
  return [
    {
      key: 'text',
      label: words.post,
      value: ({ text }) => text,
      show: (entry) => <PostText entry={entry} words={words} />,
    },
    {
      key: 'item_type',
      label: words.network,
      value: ({ item_type }) => item_type,
      show: ({ item_type }) => words.networks[item_type],
    },
    {
      key: 'username',
      label: words.person,
      value: ({ username }) => username,
      show: ({ username, analytics_user_id: id }) => {
        if (!username) return words.unknownPerson;
        return id && siteId !== null ? <Link href={`${address}/users/${id}`}>{username}</Link> : username;
      },
    },
    {
      key: 'published_at',
      label: words.published,
      value: ({ published_at }) => published_at,
      show: ({ published_at }) => formats.moment(published_at),
    },
    ...(['stat1', 'stat2', 'stat3'] as const).map(
      (stat): Column<Entry> => ({
        key: stat,
        label: words.stats[stat],
        isNumber: true,
        value: (entry) => statOf(entry, stat),
      }),
    ),
    ...articles,
    { key: 'score', label: words.score, isNumber: true, value: ({ score }) => score },
  ];
}

/** A figure that the network hides, or does not have, is served as 0. */
export function statOf(entry: Entry, stat: 'stat1' | 'stat2' | 'stat3'): number | null {
  const hasShares = entry.item_type === 'twitter' || entry.item_type === 'facebook';
  if (stat === 'stat3' && !hasShares) return null;
  return entry.incomplete && entry[stat] === 0 ? null : entry[stat];
}

const LONGEST = 140;

function PostText({ entry: { text, item_url }, words }: { entry: Entry; words: CampaignWords }) {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || words.withoutText;
  if (!item_url) return <span className="post-text">{shown}</span>;
  return (
    <a className="post-text" href={item_url} rel="noreferrer" target="_blank">
      {shown}
    </a>
  );
}

export const TopPeople = memo(function TopPeople({ users }: { users: AnalyticsUser[] }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const formats = useFormats();
  const definitions = useDefinitions();
  const { address, siteId } = useReader();
  const sort = search.people ?? 'item_score_sum';
  const number = (
    key: 'post_count' | 'items_stat1_sum' | 'items_stat2_sum' | 'item_score_sum' | 'followers' | 'score',
    label: string,
  ): Column<AnalyticsUser> => ({
    key,
    label,
    isNumber: true,
    value: (user) => user[key],
  });
  const columns: Column<AnalyticsUser>[] = [
    {
      key: 'username',
      label: words.person,
      value: ({ username }) => username,
      show: ({ id, username }) =>
        siteId === null ? username : <Link href={`${address}/users/${id}`}>{username}</Link>,
    },
    {
      key: 'user_type',
      label: words.network,
      value: ({ user_type }) => user_type,
      show: ({ user_type }) => words.networks[user_type],
    },
    number('post_count', words.userFigures.post_count),
    number('items_stat1_sum', words.stats.stat1),
    number('items_stat2_sum', words.stats.stat2),
    {
      key: 'items_stat3_sum',
      label: words.stats.stat3,
      isNumber: true,
      value: ({ user_type, items_stat3_sum }) =>
        user_type === 'twitter' || user_type === 'facebook' ? items_stat3_sum : null,
    },
    number('item_score_sum', words.userFigures.item_score_sum),
    number('score', words.userFigures.score),
    number('followers', words.followers),
  ];
  return (
    <Top
      controls={
        <Choice
          isOn={false}
          label={words.sortBy}
          onChange={(name) => change({ people: optionsOf('people').find((one) => one === name) })}
          value={sort}
        >
          {optionsOf('people').map((name) => (
            <option key={name} value={name}>
              {words.peopleSorts[name]}
            </option>
          ))}
        </Choice>
      }
      file="people"
      formats={formats}
      note={definitions.get(sort)}
      table={{ title: words.topPeople[sort], columns, rows: users, keyOf: ({ id }) => id, sortedBy: sort }}
    />
  );
});

interface TopProps<Row> {
  file: string;
  table: Table<Row>;
  formats: Formats;
  controls: ReactNode;
  note?: Defined | undefined;
  more?: ReactNode;
}

function Top<Row>({ file, table, formats, controls, note, more }: TopProps<Row>) {
  const words = useCampaignWords().chart;
  const id = `top-${file}`;
  return (
    <section aria-labelledby={id} className="chart" data-chart={file}>
      <header className="chart-head">
        <h2 id={id}>{table.title}</h2>
        <div className="chart-actions">
          {controls}
          <button
            aria-label={words.csvOf(table.title)}
            className="chip"
            onClick={() => saveFile(`${file}.csv`, new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }))}
            type="button"
          >
            {words.csv}
          </button>
        </div>
      </header>
      {note && (
        <p className="note chart-note" lang={note.lang}>
          {note.text}
        </p>
      )}
      {table.rows.length === 0 ? (
        <p className="chart-empty">{words.empty}</p>
      ) : (
        <DataTable formats={formats} table={table} />
      )}
      {more && <p className="chart-more">{more}</p>}
    </section>
  );
}

export function UserFigures({ user, formats }: { user: AnalyticsUser; formats: Formats }) {
  const words = useCampaignWords();
  const definitions = useDefinitions();
  const figures = [
    ['posted_items_count', words.userFigures.posted_items_count],
    ['items_stat1_sum', words.stats.stat1],
    ['items_stat2_sum', words.stats.stat2],
    ['items_stat3_sum', words.stats.stat3],
    ['item_score_sum', words.userFigures.item_score_sum],
    ['score', words.userFigures.score],
    ['stat2_count', words.userFigures.stat2_count],
  ] as const;
  const has = (name: string) =>
    name !== 'items_stat3_sum' || user.user_type === 'twitter' || user.user_type === 'facebook';
  return (
    <dl className="figures">
      {figures.map(([name, label]) => (
        <div data-figure={name} key={name}>
          <dt>{label}</dt>
          <dd className="figure-value">
            <Figure formats={formats} value={has(name) ? user[name] : null} />
          </dd>
          <Definition of={definitions.get(name)} />
        </div>
      ))}
    </dl>
  );
}
