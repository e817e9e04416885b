/** Around every chart: its title, what it counts, and the same as a table, as CSV and as a picture. */

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Failure, Waiting } from '../../shell/states.tsx';
import { csvOf, DataTable, type Table } from './data-table.tsx';
import type { Defined } from './definitions.ts';
import { saveChart, saveFile } from './download.ts';
import type { Formats } from './format.ts';
import { useDashboardSearch } from './reader.tsx';
import { CHARTS, type Chart } from './search.ts';
import { usePeriodText } from './use-period-text.ts';
import { useCampaignWords } from './words.ts';

interface ChartFrameProps<Row> {
  /** In the address, and in the names of files. */
  name: Chart;
  table: Table<Row>;
  formats: Formats;
  /** The definition of what it counts. */
  note?: (Pick<Defined, 'text'> & Partial<Defined>) | undefined;
  /** What else can be chosen. */
  controls?: ReactNode;
  /** The chart. */
  children: ReactNode;
  /** Below it. */
  more?: ReactNode;
}

export function ChartFrame<Row>({ name, table, formats, note, controls, children, more }: ChartFrameProps<Row>) {
  const words = useCampaignWords().chart;
  const period = usePeriodText();
  const [search, change] = useDashboardSearch();
  const box = useRef<HTMLDivElement>(null);
  const { tables = [] } = search;
  const isTable = tables.includes(name);
  const id = `chart-${name}`;
  const toggle = () =>
    change({ tables: CHARTS.filter((chart) => (chart === name ? !isTable : tables.includes(chart))) });
  const csv = () => saveFile(`${name}.csv`, new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }));
  const png = () => box.current && void saveChart(`${name}.png`, box.current, { title: table.title, note: period });
  return (
    <section aria-labelledby={id} className="chart" data-chart={name}>
      <header className="chart-head">
        <h2 id={id}>{table.title}</h2>
        <div className="chart-actions">
          {controls}
          <button aria-pressed={isTable} className="chip" onClick={toggle} type="button">
            {words.table}
          </button>
          <button aria-label={words.csvOf(table.title)} className="chip" onClick={csv} type="button">
            {words.csv}
          </button>
          {!isTable && (
            <button aria-label={words.pngOf(table.title)} className="chip" onClick={png} type="button">
              {words.png}
            </button>
          )}
        </div>
      </header>
      {note && (
        <p className="note chart-note" lang={note.lang}>
          {note.text}
        </p>
      )}
      {table.rows.length === 0 && <p className="chart-empty">{words.empty}</p>}
      {table.rows.length > 0 && isTable && <DataTable formats={formats} table={table} />}
      {table.rows.length > 0 && !isTable && (
        <div className="chart-box" ref={box}>
          {children}
        </div>
      )}
      {more}
    </section>
  );
}

interface PartProps<T> {
  title: string;
  query: UseQueryResult<T>;
  children(data: T): ReactNode;
}

/** A part of the dashboard while it waits, when it failed, and with its figures. */
export function Part<T>({ title, query, children }: PartProps<T>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  if (data !== undefined && !error)
    return (
      <div aria-busy={isPlaceholderData} className="chart-part">
        {children(data)}
      </div>
    );
  return (
    <section className="chart">
      <h2>{title}</h2>
      {isPending ? (
        <Waiting>
          <span className="chart-skeleton" />
        </Waiting>
      ) : (
        <Failure error={error} onRetry={refetch} />
      )}
    </section>
  );
}
