/** A figure over time, beside the period that it is compared with. A point opens its posts. */
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Bucket, Timeseries } from '../../../src/sdk/client.ts';
import { Choice } from '../articles/filters.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { Column } from './data-table.tsx';
import type { Formats } from './format.ts';
import { useAsked, useDashboardSearch, useFormats, useReader } from './reader.tsx';
import { labelled, labelPlace, ticksFor } from './scale.ts';
import { optionsOf } from './search.ts';
import { useWidth } from './use-width.ts';
import { useCampaignWords } from './words.ts';

type FigureName = ReturnType<typeof optionsOf<'figure'>>[number];
interface Point {
  bucket: Bucket;
  /** The bucket at the same place of the other period. */
  before: Bucket | null;
}

export const Series = memo(function Series({ series }: { series: Timeseries }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const { unit } = useAsked();
  const formats = useFormats();
  const figure = search.figure ?? 'entries';
  const points = series.buckets.map((bucket, at) => ({ bucket, before: series.comparison?.buckets[at] ?? null }));
  const title = words.series.title(words.figures[figure], words.series.units[series.unit]);
  const columns = columnsOf(series, words, (bucket) => (
    <BucketLink bucket={bucket} formats={formats} unit={series.unit} />
  ));
  return (
    <ChartFrame
      controls={
        <>
          <Choice
            isOn={false}
            label={words.series.figure}
            onChange={(name) => change({ figure: optionsOf('figure').find((one) => one === name) })}
            value={figure}
          >
            {optionsOf('figure').map((name) => (
              <option key={name} value={name}>
                {words.figures[name]}
              </option>
            ))}
          </Choice>
          <Choice
            isOn={false}
            label={words.series.unit}
            onChange={(name) => change({ unit: optionsOf('unit').find((one) => one === name) })}
            value={unit}
          >
            {optionsOf('unit').map((name) => (
              <option key={name} value={name}>
                {words.series.units[name]}
              </option>
            ))}
          </Choice>
        </>
      }
      formats={formats}
      name="series"
      table={{ title, columns, rows: points, keyOf: ({ bucket }) => bucket.start }}
    >
      <Lines figure={figure} formats={formats} points={points} series={series} title={title} />
    </ChartFrame>
  );
});

function columnsOf(
  series: Timeseries,
  words: ReturnType<typeof useCampaignWords>,
  link: (bucket: Bucket) => React.ReactNode,
): Column<Point>[] {
  const figures = optionsOf('figure');
  const shown = figures.map(
    (name): Column<Point> => ({
      key: name,
      label: words.figures[name],
      isNumber: true,
      value: ({ bucket }) => bucket[name],
    }),
  );
  const before = figures.map(
    (name): Column<Point> => ({
      key: `comparison_${name}`,
      label: words.series.before(words.figures[name]),
      isNumber: true,
      value: (point) => point.before?.[name] ?? null,
    }),
  );
  return [
    { key: 'start', label: words.series.time, value: ({ bucket }) => bucket.start, show: ({ bucket }) => link(bucket) },
    ...shown,
    ...(series.comparison ? before : []),
  ];
}

function BucketLink({ bucket, formats, unit }: { bucket: Bucket; formats: Formats; unit: Timeseries['unit'] }) {
  const address = useEntriesAddress();
  const text = formats.bucket(bucket.start, bucket.end, unit);
  const to = address(bucket);
  return to ? <Link href={to}>{text}</Link> : text;
}

/** The posts of a time; someone with a link cannot open them. */
function useEntriesAddress(): (bucket: Bucket) => string | null {
  const { address, siteId } = useReader();
  const { search, zone } = useAsked();
  return ({ start, end }) => {
    if (siteId === null) return null;
    const given = { start, end, tz: zone, ...(search.network ? { network: search.network } : {}) };
    return `${address}/entries?${new URLSearchParams(given)}`;
  };
}

const HEIGHT = 280;
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 12, 28, 48];
/** Pixels for a label of the axis of time. */
const LABEL = 96;
/** Up to here every point has a dot. */
const MOST_DOTS = 62;

interface LinesProps {
  points: Point[];
  series: Timeseries;
  figure: FigureName;
  formats: Formats;
  title: string;
}

function Lines({ points, series, figure, formats, title }: LinesProps) {
  const words = useCampaignWords();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number>();
  const [, navigate] = useLocation();
  const address = useEntriesAddress();
  const isGuest = useReader().siteId === null;
  const values = points.map(({ bucket }) => bucket[figure]);
  const before = series.comparison ? points.map((point) => point.before?.[figure] ?? null) : [];
  const ticks = ticksFor(Math.max(0, ...values, ...before.map((value) => value ?? 0)));
  const most = ticks.at(-1) ?? 1;
  const inner = Math.max(1, width - LEFT - RIGHT);
  const x = (index: number) => LEFT + (points.length < 2 ? inner / 2 : (index * inner) / (points.length - 1));
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const indexAt = (event: MouseEvent) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    return Math.min(points.length - 1, Math.max(0, Math.round((offset / inner) * (points.length - 1))));
  };
  const open = (index: number) => {
    const bucket = points[index]?.bucket;
    const to = bucket && address(bucket);
    if (to) navigate(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? points.length) - 1, Home: 0, End: points.length - 1 }[
      event.key
    ];
    if (event.key === 'Enter' && at !== undefined) open(at);
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(points.length - 1, Math.max(0, next)));
  };
  const named = at === undefined ? undefined : points[at];
  return (
    <div className="series" ref={box}>
      <div
        aria-label={isGuest ? words.series.guestKeys(title) : words.series.keys(title)}
        className="series-plot"
        onBlur={() => setAt(undefined)}
        onClick={(event) => open(indexAt(event))}
        onKeyDown={onKey}
        onMouseLeave={() => setAt(undefined)}
        onMouseMove={(event) => setAt(indexAt(event))}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in it
        tabIndex={0}
      >
        {width > 0 && (
          <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`}>
            <text className="axis-name" x={0} y={12}>
              {words.figures[figure]}
            </text>
            {ticks.map((tick) => (
              <g key={tick}>
                <line className="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
                <text className="tick" textAnchor="end" x={LEFT - 8} y={y(tick) + 4}>
                  {formats.number(tick)}
                </text>
              </g>
            ))}
            {labelled(points.length, Math.floor(inner / LABEL)).map((index) => (
              <text
                className="tick"
                key={index}
                {...labelPlace(x(index), { from: LEFT, to: width - RIGHT, width: LABEL })}
                y={HEIGHT - BOTTOM + 20}
              >
                {formats.tick(points[index]?.bucket.start ?? '', series.unit)}
              </text>
            ))}
            <text className="axis-name" textAnchor="end" x={width - RIGHT} y={HEIGHT - 6}>
              {words.series.zone(series.time_zone)}
            </text>
            {before.length > 0 && <path className="line-before" d={pathOf(before, x, y)} />}
            <path className="line-now" d={pathOf(values, x, y)} />
            {points.length <= MOST_DOTS &&
              values.map((value, index) => (
                <circle className="dot" cx={x(index)} cy={y(value)} key={points[index]?.bucket.start} r={2.5} />
              ))}
            {at !== undefined && named && (
              <g>
                <line className="cursor" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />
                <circle className="dot" cx={x(at)} cy={y(named.bucket[figure])} r={5} />
              </g>
            )}
          </svg>
        )}
      </div>
      <p className="series-foot">
        {series.comparison && (
          <span className="legend">
            <span className="key-now">{words.series.now}</span>
            <span className="key-before">
              {words.series.comparedWith(
                formats.bucket(series.comparison.start ?? '', series.comparison.end ?? '', 'week'),
              )}
            </span>
          </span>
        )}
        <span role="status">
          {named
            ? words.series.point(
                formats.bucket(named.bucket.start, named.bucket.end, series.unit),
                formats.number(named.bucket[figure]),
                named.before && formats.number(named.before[figure]),
              )
            : isGuest
              ? words.series.guestHint
              : words.series.hint}
        </span>
      </p>
    </div>
  );
}

/** A line that is interrupted where nothing is known. */
function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let isDown = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isDown = false;
        return '';
      }
      const step = `${isDown ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      isDown = true;
      return step;
    })
    .join('');
}
