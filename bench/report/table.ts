/** A run's results as a Markdown table and as JSON. */
import type { Bar, Case, Measurement } from '../case.ts';
import { ratios, type Spread, spread } from './statistics.ts';

export interface Result {
  case: Pick<Case, 'name' | 'title' | 'reference' | 'bar'>;
  measurements: Measurement[];
  /** Why there is no result, or why it is invalid. */
  failure?: string;
  /** Why the case was skipped. */
  skipped?: string;
}

const LONGEST_CELL = 100;
const HEAD = ['case', 'figure', 'Masthead', 'reference', 'ratio', 'bar', ''];

export function table(results: Result[]): string {
  const rows = results.flatMap(rowsOf);
  const widths = HEAD.map((_, column) => Math.max(3, ...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function json(results: Result[]): object[] {
  return results.map(({ measurements, ...result }) => ({
    ...result,
    measurements: measurements.map((measurement) => ({ ...measurement, ...judged(measurement) })),
  }));
}

export const missedBars = (results: Result[]): boolean =>
  results.some(({ measurements }) => measurements.some((measurement) => judged(measurement).isMet === false));

interface Judged {
  median: number;
  ratio: Spread | null;
  /** Null without a bar. */
  isMet: boolean | null;
}

export function judged({ subject, reference, bar }: Measurement): Judged {
  const ratio = reference ? spread(ratios(subject, reference)) : null;
  const { median } = spread(subject);
  return { median, ratio, isMet: bar ? meets(ratio?.median ?? median, bar) : null };
}

const meets = (value: number, { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Bar) =>
  value >= least && value <= most;

function rowsOf({ case: { title }, measurements, failure, skipped }: Result): string[][] {
  const told = failure ?? skipped;
  const line = `${failure ? 'FAILED' : 'skipped'}: ${told}`.slice(0, LONGEST_CELL);
  return [
    ...(told ? [[title, line, '', '', '', '', '']] : []),
    ...measurements.map((measurement, index) => rowOf(index === 0 ? title : '', measurement)),
  ];
}

/** A reference of zero gives no ratio. */
function told({ median, low, high }: Spread): string {
  return Number.isFinite(low + high) ? `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})` : '';
}

function rowOf(title: string, measurement: Measurement): string[] {
  const { figure, subject, reference, bar } = measurement;
  const { ratio, isMet } = judged(measurement);
  return [
    title,
    figure,
    amount(spread(subject)),
    reference ? amount(spread(reference)) : '',
    ratio ? told(ratio) : '',
    bar ? barText(bar) : '',
    isMet === null ? '' : isMet ? 'met' : 'missed',
  ];
}

const barText = ({ least, most }: Bar) => (least === undefined ? `≤ ${most}` : `≥ ${least}`);

/** `31,204 ±2 %`: half the distance between the quartiles. */
function amount({ median, low, high }: Spread): string {
  const digits = Math.abs(median) >= 100 ? 0 : Math.abs(median) >= 10 ? 1 : 2;
  const shown = median.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return median === 0 || low === high ? shown : `${shown} ±${((50 * (high - low)) / median).toFixed(0)} %`;
}
