/** Tables of figures: numbers at the right, in groups of digits, and missing ones shown as missing. */
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { csvLine } from '../../../src/core/csv.ts';
import { useScrollEnds } from '../../parts/scroll-ends.ts';
import type { Formats } from './format.ts';
import { useCampaignWords } from './words.ts';

export type Cell = string | number | null;

export interface Column<Row> {
  /** The name in CSV: that of the field in the API. */
  key: string;
  label: string;
  isNumber?: boolean;
  value(row: Row): Cell;
  /** By default the value. */
  show?(row: Row): ReactNode;
}

export interface Table<Row> {
  /** Says what it shows. */
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The key of the column that the rows are sorted by: the second on a phone, where the others are beyond the edge. */
  sortedBy?: string;
  /** A line for each column: for few rows with many figures. */
  isTransposed?: boolean;
}

export function DataTable<Row>({ table, formats }: { table: Table<Row>; formats: Formats }) {
  const place = useScrollEnds<HTMLElement>();
  const content = (column: Column<Row>, row: Row) => {
    if (column.show) return column.show(row);
    const value = column.value(row);
    return typeof value === 'string' ? value : <Figure formats={formats} value={value} />;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label={table.title} className="figures-scroll" ref={place} tabIndex={0}>
      <table className="figures-table">
        <caption className="for-readers">{table.title}</caption>
        {table.isTransposed ? <Transposed content={content} table={table} /> : <Rows content={content} table={table} />}
      </table>
    </section>
  );
}

interface PartsProps<Row> {
  table: Table<Row>;
  content(column: Column<Row>, row: Row): ReactNode;
}

function Transposed<Row>({ table: { columns, rows, keyOf }, content }: PartsProps<Row>) {
  const [name, ...others] = columns;
  if (!name) return null;
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{name.label}</th>
          {rows.map((row) => (
            <th data-number key={keyOf(row)} scope="col">
              {content(name, row)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {others.map((column) => (
          <tr key={column.key}>
            <th scope="row">{column.label}</th>
            {rows.map((row) => (
              <td data-number key={keyOf(row)}>
                {content(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Rows<Row>({ table, content }: PartsProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false });
  const [first, ...others] = isPhone ? sortedFirst(table) : table.columns;
  if (!first) return null;
  return (
    <>
      <thead>
        <tr>
          {[first, ...others].map(({ key, label, isNumber }) => (
            <th data-number={isNumber} key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={table.keyOf(row)}>
            <th data-number={first.isNumber} scope="row">
              {content(first, row)}
            </th>
            {others.map((column) => (
              <td data-number={column.isNumber} key={column.key}>
                {content(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** The columns in the order of a phone. */
export function sortedFirst<Row>({ columns, sortedBy }: Pick<Table<Row>, 'columns' | 'sortedBy'>): Column<Row>[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const isSort = ({ key }: Column<Row>) => key === sortedBy;
  return [first, ...others.filter(isSort), ...others.filter((column) => !isSort(column))];
}

/** A number, with every digit in its value. */
export function Figure({ value, formats }: { value: number | null; formats: Formats }) {
  const words = useCampaignWords();
  if (value === null)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="for-readers">{words.unknown}</span>
      </>
    );
  return <data value={String(value)}>{formats.number(value)}</data>;
}

export function csvOf<Row>({ columns, rows }: Table<Row>): string {
  const heads = csvLine(columns.map(({ key }) => key));
  return heads + rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
}
