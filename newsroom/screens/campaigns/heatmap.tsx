/** Each hour of the week: a table whose cells have a colour. */
import { memo } from 'react';
import type { Heatmap as HeatmapAnswer, HeatmapCell } from '../../../src/sdk/client.ts';
import { useScrollEnds } from '../../parts/scroll-ends.ts';
import { Choice } from '../articles/filters.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { type Column, Figure } from './data-table.tsx';
import { useDefinitions } from './queries.ts';
import { useDashboardSearch, useFormats } from './reader.tsx';
import { STEPS, stepOf } from './scale.ts';
import { optionsOf } from './search.ts';
import { useCampaignWords } from './words.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export const Heatmap = memo(function Heatmap({ heatmap }: { heatmap: HeatmapAnswer }) {
  const words = useCampaignWords();
  const [search, change] = useDashboardSearch();
  const definitions = useDefinitions();
  const formats = useFormats();
  const measure = search.heat ?? 'entries';
  const title = words.heatmap.titles[measure];
  const columns: Column<HeatmapCell>[] = [
    {
      key: 'weekday',
      label: words.heatmap.weekday,
      value: ({ weekday }) => weekday,
      show: ({ weekday }) => formats.weekday(weekday),
    },
    {
      key: 'hour',
      label: words.heatmap.hour,
      value: ({ hour }) => hour,
      show: ({ hour }) => formats.hour(hour),
      isNumber: true,
    },
    { key: 'entries', label: words.figures.entries, value: ({ entries }) => entries, isNumber: true },
    { key: 'known', label: words.heatmap.known, value: ({ known }) => known, isNumber: true },
    {
      key: 'engagement_median',
      label: words.heatmap.median,
      value: ({ engagement_median }) => engagement_median,
      isNumber: true,
    },
  ];
  const rows = heatmap.entries === 0 ? [] : heatmap.cells;
  return (
    <ChartFrame
      controls={
        <Choice
          isOn={false}
          label={words.heatmap.measure}
          onChange={(name) => change({ heat: optionsOf('heat').find((one) => one === name) })}
          value={measure}
        >
          {optionsOf('heat').map((name) => (
            <option key={name} value={name}>
              {words.heatmap.measures[name]}
            </option>
          ))}
        </Choice>
      }
      formats={formats}
      name="heatmap"
      note={definitions.get(measure)}
      table={{ title, columns, rows, keyOf: ({ weekday, hour }) => `${weekday} ${hour}` }}
    >
      <Grid cells={heatmap.cells} measure={measure} title={title} zone={heatmap.time_zone} />
    </ChartFrame>
  );
});

interface GridProps {
  cells: readonly HeatmapCell[];
  measure: 'entries' | 'engagement_median';
  title: string;
  zone: string;
}

function Grid({ cells, measure, title, zone }: GridProps) {
  const words = useCampaignWords().heatmap;
  const formats = useFormats();
  const place = useScrollEnds<HTMLElement>();
  const most = Math.max(0, ...cells.map((cell) => cell[measure] ?? 0));
  const cellAt = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section aria-label={title} className="figures-scroll" ref={place} tabIndex={0}>
        <table className="heatmap">
          <caption className="for-readers">{title}</caption>
          <thead>
            <tr>
              <th data-text="" scope="col">
                <span className="for-readers">{words.weekday}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {formats.hour(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{formats.weekday(weekday)}</th>
                {HOURS.map((hour) => {
                  const value = cellAt(weekday, hour)?.[measure] ?? null;
                  return (
                    <td
                      data-step={value === null ? 'none' : stepOf(value, most)}
                      data-text={value === null ? '–' : formats.number(value)}
                      key={hour}
                    >
                      <Figure formats={formats} value={value} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="heat-legend note">
        {words.axis(zone)}
        <span aria-hidden="true" className="heat-scale">
          <span>0</span>
          {Array.from({ length: STEPS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps of one scale
            <span data-step={at + 1} key={at} />
          ))}
          <span>{formats.number(most)}</span>
        </span>
      </p>
    </>
  );
}
