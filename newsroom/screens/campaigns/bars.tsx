/** Horizontal bars with their values, one or two for each name, and an axis. */
import { useRef } from 'react';
import type { Formats } from './format.ts';
import { labelledTicks, ticksFor } from './scale.ts';
import { useWidth } from './use-width.ts';

export interface Bar {
  name: string;
  value: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What the bars count, at the axis. */
  axis: string;
  formats: Formats;
}

const BAND = 28;
const THICK = 16;
const FOOT = 44;
/** For a number after the longest bar. */
const NUMBER = 84;
const LONGEST_NAME = 22;
/** Of a label of the axis, with some room. */
const DIGIT = 8;

export function Bars({ bars, axis, formats }: BarsProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const left = Math.min(176, width * 0.36);
  const inner = Math.max(1, width - left - NUMBER);
  const ticks = ticksFor(Math.max(0, ...bars.map(({ value }) => value)), width < 480 ? 2 : 4);
  const most = ticks.at(-1) ?? 1;
  const widest = Math.max(...ticks.map((tick) => formats.number(tick).length)) * DIGIT;
  const named = labelledTicks(ticks, inner / (ticks.length - 1), widest);
  const x = (value: number) => left + (value / most) * inner;
  const height = bars.length * BAND + FOOT;
  return (
    <div className="bars" ref={box}>
      {width > 0 && (
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid-line" x1={x(tick)} x2={x(tick)} y1={0} y2={height - FOOT} />
              {named.includes(tick) && (
                <text className="tick" textAnchor="middle" x={x(tick)} y={height - FOOT + 18}>
                  {formats.number(tick)}
                </text>
              )}
            </g>
          ))}
          <text className="axis-name" textAnchor="end" x={width} y={height - 6}>
            {axis}
          </text>
          {bars.map(({ name, value }, at) => (
            <g key={name}>
              <text className="bar-name" textAnchor="end" x={left - 8} y={at * BAND + THICK + 2}>
                {name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}
              </text>
              <rect
                className="bar"
                height={THICK}
                width={x(value) - left}
                x={left}
                y={at * BAND + (BAND - THICK) / 2}
              />
              <text className="bar-value" x={x(value) + 6} y={at * BAND + THICK + 2}>
                {formats.number(value)}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
